import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answer, intake } from '../api/client';
import type { components } from '../api/intake';
import { keys } from '../api/keys';
import { perPage } from './views';

/** A deleted document that can be restored. */
export type Binned = components['schemas']['BinnedDocument'];

const at = (id: string) => ({ params: { path: { id } } });

export function binQuery(page: number | undefined) {
  const query = { page, per_page: perPage };
  return queryOptions({
    queryKey: keys.binList(page),
    queryFn: () => answer(intake.GET('/api/v1/documents/bin', { params: { query } })),
    placeholderData: keepPreviousData,
    staleTime: 0, // others delete, too
  });
}

export const restoreDocument = (id: string) => answer(intake.POST('/api/v1/documents/{id}/restore', at(id)));

/** Removes a deleted document and its file for good. */
export const eraseDocument = (id: string) => answer(intake.DELETE('/api/v1/documents/bin/{id}', at(id)));
