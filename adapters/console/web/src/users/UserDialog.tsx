import { Button, Divider, Modal, NativeSelect, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { Problem } from '../api/problem';
import { users as en } from '../i18n/en/users';
import { users as es } from '../i18n/es/users';
import { useWords } from '../i18n/language';
import { useUsername } from '../session/session';
import { ErrorState } from '../ui/ErrorState';
import { PasswordField } from './PasswordField';
import { UserAction } from './UserAction';
import { changeUser, endSessions, removeUser, type User, type UserChange, useUserMutation } from './users';

/** What an administrator does with a user. */
export function UserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const words = useWords({ es, en });
  const mine = useUsername() === user.username;
  const { username } = user;
  const [password, setPassword] = useState('');
  const say = (message: string) => notifications.show({ message });
  const change = useUserMutation(
    (body: UserChange) => changeUser(username, body),
    () => {
      setPassword('');
      say(words.changed(username));
    },
  );
  const end = useUserMutation(
    () => endSessions(username),
    () => say(words.ended(username)),
  );
  const remove = useUserMutation(
    () => removeUser(username),
    () => {
      say(words.removed(username));
      onClose();
    },
  );
  const error = change.error ?? end.error ?? remove.error;
  return (
    <Modal opened onClose={onClose} title={user.name ? `${user.name} (${username})` : username} size="lg">
      <Stack gap="md">
        {error && <ErrorState error={error} title={words.title} />}
        <NativeSelect
          label={words.role}
          description={words.adminHint}
          value={user.role}
          disabled={mine || change.isPending}
          onChange={(e) => change.mutate({ role: e.currentTarget.value as User['role'] })}
          data={[
            { value: 'user', label: words.user },
            { value: 'admin', label: words.admin },
          ]}
        />
        {!mine && (
          <PasswordField
            label={words.newPassword}
            value={password}
            onChange={setPassword}
            error={change.error instanceof Problem ? change.error.of('password') : undefined}
          />
        )}
        {password !== '' && (
          <Button onClick={() => change.mutate({ password, must_change_password: true })} loading={change.isPending}>
            {words.setPassword}
          </Button>
        )}
        <Divider />
        <UserAction text={words.endSessions} hint={words.endHint} loading={end.isPending} onRun={() => end.mutate()} />
        {!mine && (
          <UserAction
            text={user.disabled ? words.enable : words.disable}
            hint={words.disableHint}
            loading={change.isPending}
            onRun={() => change.mutate({ disabled: !user.disabled })}
          />
        )}
        {!mine && (
          <UserAction
            text={words.remove}
            hint={words.removeHint}
            confirm={words.confirmRemove(username)}
            loading={remove.isPending}
            onRun={() => remove.mutate()}
          />
        )}
      </Stack>
    </Modal>
  );
}
