import { useMutation, useQueryClient } from '@tanstack/react-query';
import { keys } from '../api/keys';
import { logOut, sessionQuery } from './session';

/** Ends the session. However the server answers, nobody stays logged in on this screen. */
export function useLogOut(): () => void {
  const queries = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: logOut,
    onSettled: () => {
      queries.removeQueries({ predicate: (q) => q.queryKey[0] !== keys.session[0] });
      queries.setQueryData(sessionQuery.queryKey, null);
    },
  });
  return mutate;
}
