import { queryOptions } from '@tanstack/react-query';
import { answer, intake } from '../api/client';

/** Where the words of a page stand on it; null where that is not known. */
export const wordsQuery = (id: string, number: number) =>
  queryOptions({
    queryKey: ['words', id, number],
    queryFn: async ({ signal }) => {
      const { data } = await answer(intake.GET('/api/v1/documents/{id}/pages/{number}/words', { params: { path: { id, number } }, signal }));
      return data.available && data.width > 0 ? data : null;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
