import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { answer, intake } from '../api/client';
import { keys } from '../api/keys';

/** The users to whom documents can be assigned. */
export const assigneesQuery = queryOptions({
  queryKey: keys.assignees,
  queryFn: async () => (await answer(intake.GET('/api/v1/users/assignees'))).data ?? [],
  staleTime: 300_000,
});

/** The names of users; of one who is not among them, the username. */
export function useNameOf(): (username: string) => string {
  const { data } = useQuery(assigneesQuery);
  return useCallback((username) => data?.find((u) => u.username === username)?.name || username, [data]);
}
