import { Button, PasswordInput, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { answer, intake, notify } from '../api/client';
import { theConsole } from '../api/console';
import { session as en } from '../i18n/en/session';
import { session as es } from '../i18n/es/session';
import { useWords } from '../i18n/language';
import { ErrorState } from '../ui/ErrorState';
import { useSession } from './session';

const shortest = 12;

/** Replaces one's own password. */
export function PasswordForm({ onChanged }: { onChanged: (password: string) => Promise<unknown> }) {
  const words = useWords({ es, en });
  const { username } = useSession();
  const [current, setCurrent] = useState('');
  const [fresh, setFresh] = useState('');
  const [repeated, setRepeated] = useState('');
  const [tried, setTried] = useState(false);
  const problem = fresh.length < shortest ? words.short : undefined;
  const difference = repeated !== fresh ? words.differs : undefined;
  const change = useMutation({
    mutationFn: () => {
      const body = { current_password: current, new_password: fresh };
      return theConsole().service === 'intake' ? answer(intake.PUT('/api/v1/auth/password', { body })) : answer(notify.PUT('/auth/password', { body }));
    },
    onSuccess: () => onChanged(fresh),
  });
  const submit = (e: FormEvent) => {
    e.preventDefault();
    setTried(true);
    if (!problem && !difference) change.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <input type="text" autoComplete="username" value={username} readOnly hidden />
        <PasswordInput
          label={words.current}
          autoComplete="current-password"
          required
          withAsterisk={false}
          data-autofocus
          value={current}
          onChange={(e) => setCurrent(e.currentTarget.value)}
        />
        <PasswordInput
          label={words.fresh}
          description={words.rule}
          autoComplete="new-password"
          required
          withAsterisk={false}
          value={fresh}
          onChange={(e) => setFresh(e.currentTarget.value)}
          error={tried && problem}
        />
        <PasswordInput
          label={words.repeat}
          autoComplete="new-password"
          required
          withAsterisk={false}
          value={repeated}
          onChange={(e) => setRepeated(e.currentTarget.value)}
          error={tried && difference}
        />
        {change.isError && <ErrorState error={change.error} title={words.changePassword} />}
        <Button type="submit" loading={change.isPending}>
          {words.change}
        </Button>
      </Stack>
    </form>
  );
}
