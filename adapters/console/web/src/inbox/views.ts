import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answer, intake } from '../api/client';
import type { components } from '../api/intake';
import { keys } from '../api/keys';
import { documentViews, filtersOf, isDocumentView, terms } from './filters';
import { searchText } from '../ui/searchText';

export type Summary = components['schemas']['Summary'];
export type Task = components['schemas']['ListedTask'];

export const views = ['revisar', 'duplicados', 'dudosa', 'todos', 'fallidos', 'mios'] as const;
/** Everybody's submissions of one state: tabs while they are shown, which the dashboard leads to. */
export const queueViews = ['cola', 'leyendo'] as const;
/** Deleted documents, a tab of administrators. */
export const binView = 'papelera' as const;
export type View = (typeof views)[number] | (typeof queueViews)[number] | typeof binView;

export type Term = keyof typeof terms;

/** What the address of the inbox says, and that of a review which began there. */
export type InboxSearch = { vista?: View; vence?: Term; tipo?: string; desde?: string; hasta?: string; q?: string; asignados?: 'mios'; pagina?: number };

export const perPage = 50;

export function readInboxSearch(search: Record<string, unknown>): InboxSearch {
  const page = Number(search.pagina);
  return {
    vista: [...views, ...queueViews, binView].find((v) => v === search.vista && v !== 'revisar'),
    vence: (Object.keys(terms) as Term[]).find((t) => t === search.vence),
    tipo: searchText(search.tipo),
    desde: searchText(search.desde),
    hasta: searchText(search.hasta),
    q: searchText(search.q),
    asignados: search.asignados === 'mios' ? 'mios' : undefined,
    pagina: Number.isInteger(page) && page > 1 ? page : undefined,
  };
}

const submissions = {
  fallidos: { status: 'failed' },
  mios: { mine: 'true' },
  cola: { status: 'pending' },
  leyendo: { status: 'processing' },
} as const;

/** Whether a view shows what was sent in. */
const showsSubmissions = (view: View): view is keyof typeof submissions => view in submissions;

export function documentsQuery(search: InboxSearch) {
  const query = { ...filtersOf(search), page: search.pagina, per_page: perPage };
  return queryOptions({
    queryKey: keys.documentList(query),
    queryFn: () => answer(intake.GET('/api/v1/documents', { params: { query } })),
    placeholderData: keepPreviousData,
    enabled: isDocumentView(search.vista ?? 'revisar'),
  });
}

export function tasksQuery(search: InboxSearch) {
  const view = search.vista ?? 'revisar';
  const query = { ...(showsSubmissions(view) && submissions[view]), page: search.pagina, per_page: perPage };
  return queryOptions({
    queryKey: keys.taskList(query),
    queryFn: () => answer(intake.GET('/api/v1/tasks', { params: { query } })),
    placeholderData: keepPreviousData,
    enabled: showsSubmissions(view),
  });
}

/** How many there are in a view, whatever the other filters say. */
export function countQuery(view: View) {
  return queryOptions({
    queryKey: isDocumentView(view) ? keys.documentCount(view) : keys.taskCount(view),
    queryFn: async () => {
      const page = isDocumentView(view)
        ? await answer(intake.GET('/api/v1/documents', { params: { query: { ...documentViews[view], per_page: 1 } } }))
        : await answer(intake.GET('/api/v1/tasks', { params: { query: { ...(showsSubmissions(view) && submissions[view]), per_page: 1 } } }));
      return page.meta.total;
    },
    enabled: view !== 'todos' && view !== 'mios' && view !== binView,
    staleTime: 5000,
  });
}
