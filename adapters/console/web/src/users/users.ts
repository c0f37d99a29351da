import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, intake } from '../api/client';
import type { components } from '../api/intake';
import { keys } from '../api/keys';

export type User = components['schemas']['User'];
export type NewUser = components['schemas']['NewUser'];
export type UserChange = components['schemas']['UserChange'];

export const usersQuery = queryOptions({
  queryKey: keys.users,
  queryFn: async () => (await answer(intake.GET('/api/v1/users'))).data ?? [],
});

/** A change of users: the list is loaded anew after it. */
export function useUserMutation<V>(run: (variables: V) => Promise<unknown>, done: (variables: V) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: async (_, variables) => {
      await queries.invalidateQueries({ queryKey: keys.users });
      done(variables);
    },
  });
}

const of = (username: string) => ({ params: { path: { username } } });

export const addUser = (body: NewUser) => answer(intake.POST('/api/v1/users', { body }));
export const changeUser = (username: string, body: UserChange) => answer(intake.PUT('/api/v1/users/{username}', { ...of(username), body }));
export const removeUser = (username: string) => answer(intake.DELETE('/api/v1/users/{username}', of(username)));
export const endSessions = (username: string) => answer(intake.DELETE('/api/v1/auth/sessions', { params: { query: { username } } }));

/** A password for somebody else to replace: 100 bits, in signs that are not mistaken for each other. */
export function inventPassword(): string {
  const signs = 'abcdefghijkmnpqrstuvwxyz23456789'; // 32
  const bytes = crypto.getRandomValues(new Uint8Array(20));
  return [...bytes]
    .map((b) => signs[b % signs.length])
    .join('')
    .replace(/(.{5})(?=.)/g, '$1-');
}
