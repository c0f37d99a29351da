import { Center, Loader, Modal, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { whenSignedOut, whenTokenIsStale } from '../api/client';
import { keys } from '../api/keys';
import { session as en } from '../i18n/en/session';
import { session as es } from '../i18n/es/session';
import { useWords } from '../i18n/language';
import { ErrorState } from '../ui/ErrorState';
import { Card } from './Card';
import { LoginForm } from './LoginForm';
import { PasswordForm } from './PasswordForm';
import { loadSession, logIn, type Session, sessionQuery } from './session';
import { useKeepAlive } from './useKeepAlive';

/** Shows the console to whoever has logged in, and the login to everybody else, at the same address. */
export function SessionGate({ children }: { children: ReactNode }) {
  const words = useWords({ es, en });
  const queries = useQueryClient();
  const session = useQuery(sessionQuery);
  if (session.isError) {
    return (
      <Card title={words.title}>
        <ErrorState error={session.error} onRetry={() => void session.refetch()} />
      </Card>
    );
  }
  if (session.isPending) {
    return (
      <Center mih="100dvh">
        <Loader />
      </Center>
    );
  }
  if (!session.data) {
    return (
      <Card title={words.title}>
        <LoginForm />
      </Card>
    );
  }
  const { username } = session.data;
  if (session.data.must_change_password) {
    return (
      <Card title={words.firstTitle} hint={words.firstHint}>
        <PasswordForm onChanged={async (password) => queries.setQueryData(sessionQuery.queryKey, await logIn(username, password))} />
      </Card>
    );
  }
  // Another user's pages begin anew.
  return (
    <Kept key={username} session={session.data}>
      {children}
    </Kept>
  );
}

/** Keeps the page when the session ends: the login lies over it, what was typed stays, and what was sent is sent again. */
function Kept({ session, children }: { session: Session; children: ReactNode }) {
  const words = useWords({ es, en });
  const queries = useQueryClient();
  const [ended, setEnded] = useState(false);
  const waiting = useRef<(() => void)[]>([]);
  const end = useCallback(() => {
    setEnded(true);
    return new Promise<void>((resolve) => waiting.current.push(resolve));
  }, []);
  useEffect(() => {
    whenSignedOut(end);
    return () => whenSignedOut(undefined);
  }, [end]);
  const { username } = session;
  useEffect(() => {
    // Where another user has logged in meanwhile, the pages begin anew and nothing is sent in that name.
    whenTokenIsStale(async () => {
      const now = await loadSession(true);
      if (!now) return end().then(() => true);
      queries.setQueryData(sessionQuery.queryKey, now);
      return now.username === username;
    });
    return () => whenTokenIsStale(undefined);
  }, [end, queries, username]);
  useKeepAlive(session.idle_minutes, end);
  const entered = () => {
    setEnded(false);
    for (const resolve of waiting.current.splice(0)) resolve();
    void queries.invalidateQueries({ predicate: (q) => q.queryKey[0] !== keys.session[0] });
  };
  return (
    <>
      {children}
      <Modal opened={ended} onClose={() => {}} withCloseButton={false} closeOnClickOutside={false} closeOnEscape={false} title={words.again}>
        <Stack>
          <Text size="sm">{words.ended}</Text>
          <LoginForm username={session.username} onEntered={entered} />
        </Stack>
      </Modal>
    </>
  );
}
