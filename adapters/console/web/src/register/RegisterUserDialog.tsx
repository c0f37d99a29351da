import { Divider, Group, Stack, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../i18n/useFormat';
import { useUsername } from '../session/session';
import { Dialog } from '../ui/Dialog';
import { ErrorState } from '../ui/ErrorState';
import { Loaded } from '../ui/Loaded';
import { UserAction } from '../users/UserAction';
import { disableUser, endUserSessions, unlockUser, type User, useChange, userEventsQuery, useRegisterWords, utc } from './register';
import { UserState } from './RegisterUsersPage';

/** What an administrator does with a user of the register, and what was done. */
export function RegisterUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const words = useRegisterWords();
  const { moment } = useFormat();
  const mine = useUsername() === user.email;
  const events = useQuery(userEventsQuery(user.id));
  const say = (message: string) => notifications.show({ message });
  const unlock = useChange(
    () => unlockUser(user.id),
    () => say(words.unlocked(user.email)),
  );
  const end = useChange(
    () => endUserSessions(user.id),
    () => say(words.ended(user.email)),
  );
  const disable = useChange(
    () => disableUser(user.id),
    () => say(words.disabledNow(user.email)),
  );
  const error = unlock.error ?? end.error ?? disable.error;
  return (
    <Dialog opened onClose={onClose} title={user.nombre || user.email} size="lg">
      <Stack gap="md">
        <Group gap="sm">
          <Text size="sm">{user.email}</Text>
          <Text size="sm">{words[user.rol]}</Text>
          <UserState user={user} />
        </Group>
        {error && <ErrorState error={error} title={words.users} />}
        {user.bloqueado_hasta && <UserAction text={words.unlock} hint={words.unlockHint} loading={unlock.isPending} onRun={() => unlock.mutate(undefined)} />}
        <UserAction text={words.endSessions} hint={words.endHint} loading={end.isPending} onRun={() => end.mutate(undefined)} />
        {user.activo && !mine && (
          <UserAction
            text={words.disable}
            hint={words.disableHint}
            confirm={words.confirmDisable(user.email)}
            loading={disable.isPending}
            onRun={() => disable.mutate(undefined)}
          />
        )}
        <Divider />
        <Title order={2} size="h3">
          {words.history}
        </Title>
        <Loaded query={events}>
          {(list) => (
            <Stack gap={4}>
              {list.length === 0 && <Text size="sm">{words.noEvents}</Text>}
              {list.map((e) => (
                <Text size="sm" key={e.fecha + e.accion}>
                  {words[e.accion]}, {moment(utc(e.fecha))} {words.by(e.usuario)}
                </Text>
              ))}
            </Stack>
          )}
        </Loaded>
      </Stack>
    </Dialog>
  );
}
