import { Button, PasswordInput, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { inbox as en } from '../i18n/en/inbox';
import { inbox as es } from '../i18n/es/inbox';
import { useWords } from '../i18n/language';
import { Dialog } from '../ui/Dialog';
import { ErrorState } from '../ui/ErrorState';

/** Whether a PDF failed because it does not open without its password. */
export const needsPassword = (code: string | null | undefined): boolean => code === 'pdf_encrypted' || code === 'pdf_password_wrong';

type Props = { name: string; retry: (password: string) => Promise<unknown> };

/** Asks for the password of a PDF and has the server read it again. */
export function PasswordRetry({ name, retry }: Props) {
  const words = useWords({ es, en });
  const [asking, ask] = useState(false);
  return (
    <>
      <Button size="compact-xs" variant="default" onClick={() => ask(true)} aria-label={`${words.enterPassword}: ${name}`}>
        {words.enterPassword}
      </Button>
      <Dialog opened={asking} onClose={() => ask(false)} title={name}>
        <PasswordForm retry={retry} onSent={() => ask(false)} />
      </Dialog>
    </>
  );
}

/** Forgets the password when the dialog closes. */
function PasswordForm({ retry, onSent }: Pick<Props, 'retry'> & { onSent: () => void }) {
  const words = useWords({ es, en });
  const [password, setPassword] = useState('');
  const send = useMutation({ mutationFn: () => retry(password), onSuccess: onSent });
  const submit = (e: FormEvent) => {
    e.preventDefault();
    send.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <PasswordInput
          label={words.password}
          description={words.passwordUse}
          required
          withAsterisk={false}
          autoComplete="off"
          data-autofocus
          value={password}
          onChange={(e) => setPassword(e.currentTarget.value)}
        />
        {send.isError && <ErrorState error={send.error} title={words.retry} />}
        <Button type="submit" loading={send.isPending}>
          {words.open}
        </Button>
      </Stack>
    </form>
  );
}
