import { queryOptions, useQuery } from '@tanstack/react-query';
import { background, sessionHeaders, setCSRF } from '../api/client';
import { theConsole } from '../api/console';
import type { components } from '../api/intake';
import { isProblem, Problem } from '../api/problem';
import { keys } from '../api/keys';

export type Session = components['schemas']['Session'];

// Both services have it below their prefix, with one meaning.
async function call(method: 'GET' | 'POST' | 'DELETE', body?: object, extra?: Record<string, string>): Promise<Session | null> {
  const response = await fetch(`${theConsole().prefix}/auth/session`, {
    method,
    headers: { ...(body && { 'Content-Type': 'application/json' }), ...(method === 'DELETE' && sessionHeaders()), ...extra },
    body: body && JSON.stringify(body),
  });
  if (!response.ok) throw new Problem(response.status, (await response.json().catch(() => undefined)) as object | undefined);
  if (response.status === 204) return null;
  const { data } = (await response.json()) as { data: Session | null };
  if (data) setCSRF(data.csrf_token);
  return data;
}

export const logIn = (username: string, password: string) => call('POST', { username, password });
/** Asks for the session, null where it has ended; used says that this counts as its use. */
export const loadSession = (used: boolean) => call('GET', undefined, used ? {} : background);

/** Ends the session of this browser, also one that another tab began. */
export const logOut = () =>
  call('DELETE').catch(async (error) => {
    if (!isProblem(error, 'csrf')) throw error;
    await loadSession(false);
    return call('DELETE');
  });

/** Who has logged in; null for nobody. */
export const sessionQuery = queryOptions({
  queryKey: keys.session,
  queryFn: () => call('GET'),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/** The session of whoever has logged in; pages are shown to nobody else. */
export function useSession(): Session {
  const { data } = useQuery({ ...sessionQuery, enabled: false });
  if (!data) throw new Error('no session');
  return data;
}

export const useUsername = (): string => useSession().username;

export const isAdmin = (s: Session): boolean => ['admin', 'ADMINISTRADOR'].includes(s.role);
