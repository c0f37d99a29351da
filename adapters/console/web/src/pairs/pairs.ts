import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answer, intake } from '../api/client';
import type { components, operations } from '../api/intake';

export type Pair = components['schemas']['Pair'];
export type Summary = components['schemas']['Summary'];
export type Comparison = components['schemas']['Comparison'];
export type Decision = components['schemas']['Decision'];
export type Reason = components['schemas']['Reason'];
export type LetterDifferences = components['schemas']['LetterDifferences'];
export type Identity = components['schemas']['Identity'];
export type Verdict = Decision['decision'];

/** The states that a list shows beside the pairs to decide. */
export const listedStates = ['decided', 'duplicate', 'not_duplicate', 'new_claim', 'all'] as const;

/** What the address of the list says, and that of a comparison which began there. */
export type PairsSearch = {
  estado?: (typeof listedStates)[number];
  relacion?: 'duplicate' | 'new_claim';
  minimo?: number;
  maximo?: number;
  desde?: string;
  hasta?: string;
  orden?: 'date';
  pagina?: number;
};

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
const percent = (value: unknown) => (Number(value) > 0 && Number(value) <= 100 ? Number(value) : undefined);
const one = <T extends string>(value: unknown, ...allowed: T[]): T | undefined => allowed.find((a) => a === value);

export const pageOf = (value: unknown) => (Number.isInteger(Number(value)) && Number(value) > 1 ? Number(value) : undefined);

export function readPairsSearch(search: Record<string, unknown>): PairsSearch {
  return {
    estado: one(search.estado, ...listedStates),
    relacion: one(search.relacion, 'duplicate', 'new_claim'),
    minimo: percent(search.minimo),
    maximo: percent(search.maximo),
    desde: text(search.desde),
    hasta: text(search.hasta),
    orden: one(search.orden, 'date'),
    pagina: pageOf(search.pagina),
  };
}

type Query = NonNullable<operations['pairs']['parameters']['query']>;

export function pairsQuery(search: PairsSearch) {
  const query: Query = {
    state: search.estado === 'all' ? undefined : (search.estado ?? 'open'),
    relation: search.relacion,
    min_score: search.minimo && search.minimo / 100,
    max_score: search.maximo && search.maximo / 100,
    date_from: search.desde,
    date_to: search.hasta,
    sort: search.orden ?? 'similarity',
    page: search.pagina,
    per_page: 50,
  };
  return queryOptions({
    queryKey: ['pairs', query],
    queryFn: ({ signal }) => answer(intake.GET('/api/v1/duplicates', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
}

/** Two documents side by side; the earlier one is the left. */
export function compareQuery(left: string, right: string) {
  return queryOptions({
    queryKey: ['compare', left, right],
    queryFn: async ({ signal }) => (await answer(intake.GET('/api/v1/documents/{id}/compare/{other}', { params: { path: { id: left, other: right } }, signal }))).data,
    staleTime: 60_000,
  });
}

/** All that is known of a document. */
export function documentQuery(id: string) {
  return queryOptions({
    queryKey: ['document', id],
    queryFn: async ({ signal }) => (await answer(intake.GET('/api/v1/documents/{id}', { params: { path: { id } }, signal }))).data,
    staleTime: 60_000,
  });
}

export const weightsQuery = queryOptions({
  queryKey: ['config', 'dedup'],
  queryFn: async () => (await answer(intake.GET('/api/v1/config/dedup'))).data,
});

export const lettersQuery = (page: number | undefined) =>
  queryOptions({
    queryKey: ['letters', page],
    queryFn: ({ signal }) => answer(intake.GET('/api/v1/form-letters', { params: { query: { page, per_page: 50 } }, signal })),
    placeholderData: keepPreviousData,
  });

/** The letter that a document is one of; none in most cases. */
export const letterOfQuery = (document: string) =>
  queryOptions({
    queryKey: ['letters', 'of', document],
    queryFn: async () => (await answer(intake.GET('/api/v1/form-letters', { params: { query: { document } } }))).data[0] ?? null,
  });

export const letterQuery = (id: string, page: number | undefined) =>
  queryOptions({
    queryKey: ['letter', id, page],
    queryFn: async ({ signal }) => (await answer(intake.GET('/api/v1/form-letters/{id}', { params: { path: { id }, query: { page, per_page: 50 } }, signal }))).data,
    placeholderData: keepPreviousData,
  });

/** What each of the documents on a page of a letter says where they do not say the same. */
export const letterDifferencesQuery = (id: string, page: number | undefined) =>
  queryOptions({
    queryKey: ['letterDifferences', id, page],
    queryFn: async ({ signal }) => (await answer(intake.GET('/api/v1/form-letters/{id}/differences', { params: { path: { id }, query: { page, per_page: 50 } }, signal }))).data,
    staleTime: 60_000,
  });
