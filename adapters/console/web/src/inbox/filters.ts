import type { components } from '../api/intake';
import type { InboxSearch, Term, View } from './views';

/** What the service is asked for a list of documents, and keeps of a saved view. */
export type Filters = components['schemas']['DocumentsChoice'];

/** Terms by when they end: in the address, and what the service calls them. */
export const terms = { todos: 'any', pasado: 'overdue', hoy: 'today', semana: 'week' } as const;

/** The views of documents, and what each asks for. */
export const documentViews = {
  revisar: { status: 'processed' },
  duplicados: { duplicates: 'open' },
  dudosa: { needs_review: 'true' },
  todos: {},
} as const satisfies Partial<Record<View, Filters>>;

export type DocumentView = keyof typeof documentViews;

export const isDocumentView = (view: View): view is DocumentView => view in documentViews;

/** What an address of the inbox asks for. */
export function filtersOf(search: InboxSearch): Filters {
  const view = search.vista ?? 'revisar';
  return {
    ...(isDocumentView(view) ? documentViews[view] : {}),
    ...(search.vence && { due: terms[search.vence], sort: 'due' as const }),
    document_type: search.tipo,
    date_from: search.desde,
    date_to: search.hasta,
    q: search.q,
    mine: search.asignados && 'true',
  };
}

/** The address of the inbox that asks for these filters; undefined if it has no words for them. */
export function searchOf(filters: Filters): InboxSearch | undefined {
  const view = (Object.keys(documentViews) as DocumentView[]).find((v) => includes(filters, documentViews[v]))!;
  const search: InboxSearch = {
    vista: view === 'revisar' ? undefined : view,
    vence: (Object.keys(terms) as Term[]).find((t) => terms[t] === filters.due),
    tipo: filters.document_type || undefined,
    desde: filters.date_from || undefined,
    hasta: filters.date_to || undefined,
    q: filters.q || undefined,
    asignados: filters.mine && 'mios',
  };
  return sameFilters(filtersOf(search), filters) ? search : undefined;
}

/** Whether an address asks for less than all of its view. */
export const isFiltered = (search: InboxSearch): boolean => !sameFilters(filtersOf(search), filtersOf({ vista: search.vista }));

const includes = (filters: Filters, part: Filters) => Object.entries(part).every(([name, value]) => filters[name] === value);

/** Whether two filters ask for the same. What is empty asks for nothing. */
export function sameFilters(a: Filters, b: Filters): boolean {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((name) => (a[name] || undefined) === (b[name] || undefined));
}
