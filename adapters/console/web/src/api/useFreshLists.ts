import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { listen } from './events';

/** Loads queries anew when documents or pairs change on the server, at most once in two seconds. */
export function useFreshLists(...lists: (readonly unknown[])[]) {
  const queries = useQueryClient();
  const queryKeys = useRef(lists);
  queryKeys.current = lists;
  useEffect(() => {
    let waiting = 0;
    const refresh = () => {
      if (waiting) return;
      waiting = window.setTimeout(() => {
        waiting = 0;
        for (const queryKey of queryKeys.current) void queries.invalidateQueries({ queryKey });
      }, 2000);
    };
    const stop = listen({
      documents: refresh,
      pairs: refresh,
      stale: refresh,
      task: (t) => (t.status === 'completed' || t.status === 'failed') && refresh(),
    });
    return () => {
      stop();
      window.clearTimeout(waiting);
    };
  }, [queries]);
}
