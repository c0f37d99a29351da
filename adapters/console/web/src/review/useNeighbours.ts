import { useQuery } from '@tanstack/react-query';
import { isDocumentView } from '../inbox/filters';
import { documentsQuery, perPage } from '../inbox/views';
import type { ReviewSearch } from './address';

/**
 * Where a document stands in the list it was opened from, and those beside it.
 * A document that has left the list, because it was approved, keeps its place.
 */
export function useNeighbours(id: string, search: ReviewSearch) {
  const list = search.vista && !isDocumentView(search.vista) ? { ...search, vista: 'todos' as const } : search;
  const page = list.pagina ?? 1;
  const here = useQuery({ ...documentsQuery(list), staleTime: Number.POSITIVE_INFINITY });
  const items = here.data?.data ?? [];
  const at = items.findIndex((d) => d.id === id);
  const last = at === items.length - 1 && at >= 0 && page < (here.data?.meta.total_pages ?? 1);
  const after = useQuery({ ...documentsQuery({ ...list, pagina: page + 1 }), enabled: last });
  const first = at === 0 && page > 1;
  const before = useQuery({ ...documentsQuery({ ...list, pagina: page - 1 }), enabled: first });
  const step = (pagina: number) => ({ ...search, pagina: pagina > 1 ? pagina : undefined });
  const next =
    at < 0
      ? undefined
      : last
        ? after.data?.data?.[0] && { id: after.data.data[0].id, search: step(page + 1) }
        : items[at + 1] && { id: items[at + 1].id, search };
  const beforeItems = before.data?.data ?? [];
  const previous =
    at < 0
      ? undefined
      : first
        ? beforeItems.length > 0 && !before.isPlaceholderData
          ? { id: beforeItems[beforeItems.length - 1].id, search: step(page - 1) }
          : undefined
        : items[at - 1] && { id: items[at - 1].id, search };
  return { next, previous, position: at < 0 ? undefined : (page - 1) * perPage + at + 1, total: here.data?.meta.total };
}
