import { queryOptions } from '@tanstack/react-query';
import { answer, intake } from './client';
import type { components } from './intake';
import { keys } from './keys';

export type Document = components['schemas']['Detail'];
/** A document, and the version that a change of it names. */
export type Versioned = { document: Document; etag: string };

/** A document that an answer holds, with its version. */
export async function versioned(request: Promise<{ data?: { data: Document }; error?: unknown; response: Response }>): Promise<Versioned> {
  const call = await request;
  const { data } = await answer(Promise.resolve(call));
  return { document: data, etag: call.response.headers.get('ETag') ?? '' };
}

export const documentQuery = (id: string) =>
  queryOptions({
    queryKey: keys.document(id),
    queryFn: () => versioned(intake.GET('/api/v1/documents/{id}', { params: { path: { id } } })),
    staleTime: 60_000,
  });

/** documentQuery for those who change nothing. */
export const contentQuery = (id: string) => ({ ...documentQuery(id), select: (v: Versioned) => v.document });

/** The words of a page and where they stand; available is false where that is not known. */
export const wordsQuery = (id: string, page: number) =>
  queryOptions({
    queryKey: keys.words(id, page),
    queryFn: async () => (await answer(intake.GET('/api/v1/documents/{id}/pages/{number}/words', { params: { path: { id, number: page } } }))).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
