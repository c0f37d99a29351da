import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answer, intake } from '../api/client';
import type { components, operations } from '../api/intake';
import { keys } from '../api/keys';
import { type SearchSearch, withCourt } from './address';

export type Finding = components['schemas']['Finding'];

export const pageSize = 20;

type Query = NonNullable<operations['search']['parameters']['query']>;

export function searchQuery(s: SearchSearch) {
  const query: Query = {
    q: withCourt(s.q, s.juzgado),
    document_type: s.tipo,
    status: s.estado,
    duplicates: s.duplicado,
    date_from: s.desde,
    date_to: s.hasta,
    sort_by: s.orden,
    page: s.pagina,
    page_size: pageSize,
  };
  return queryOptions({
    queryKey: keys.search(query),
    queryFn: async ({ signal }) => (await answer(intake.GET('/api/v1/documents/search', { params: { query }, signal }))).data,
    placeholderData: keepPreviousData,
  });
}
