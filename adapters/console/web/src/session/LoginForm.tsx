import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { theConsole } from '../api/console';
import { session as en } from '../i18n/en/session';
import { session as es } from '../i18n/es/session';
import { useWords } from '../i18n/language';
import { ErrorState } from '../ui/ErrorState';
import { loadSession, logIn, sessionQuery } from './session';

/** Name and password; a given name is not asked for. */
export function LoginForm({ username: given, onEntered }: { username?: string; onEntered?: () => void }) {
  const words = useWords({ es, en });
  const queries = useQueryClient();
  const [username, setUsername] = useState(given ?? '');
  const [password, setPassword] = useState('');
  const login = useMutation({
    mutationFn: () => logIn(username, password),
    onSuccess: (session) => {
      queries.setQueryData(sessionQuery.queryKey, session);
      onEntered?.();
    },
    onError: () => setPassword(''),
  });
  const submit = (e: FormEvent) => {
    e.preventDefault();
    login.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          label={theConsole().service === 'notify' ? words.email : words.username}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          withAsterisk={false}
          readOnly={given !== undefined}
          autoFocus={given === undefined}
          value={username}
          onChange={(e) => setUsername(e.currentTarget.value)}
        />
        <PasswordInput
          label={words.password}
          autoComplete="current-password"
          required
          withAsterisk={false}
          data-autofocus
          autoFocus={given !== undefined}
          value={password}
          onChange={(e) => setPassword(e.currentTarget.value)}
        />
        {login.isError && <ErrorState error={login.error} title={words.title} />}
        <Button type="submit" loading={login.isPending} fullWidth>
          {words.enter}
        </Button>
        {theConsole().oidc && <ProviderButton onEntered={onEntered} />}
      </Stack>
    </form>
  );
}

/**
 * Logs in at the identity provider. Over a page that is to stay, this happens in
 * another tab: the session is looked for when this one is seen again.
 */
function ProviderButton({ onEntered }: { onEntered?: () => void }) {
  const words = useWords({ es, en });
  const queries = useQueryClient();
  useEffect(() => {
    if (!onEntered) return;
    const look = () =>
      void loadSession(true).then((session) => {
        if (!session) return;
        queries.setQueryData(sessionQuery.queryKey, session);
        onEntered();
      });
    window.addEventListener('focus', look);
    return () => window.removeEventListener('focus', look);
  }, [onEntered, queries]);
  return (
    <Button component="a" href={`${theConsole().prefix}/auth/oidc`} target={onEntered && '_blank'} rel="noopener" variant="default" fullWidth>
      {words.provider}
    </Button>
  );
}
