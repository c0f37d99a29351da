import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answer, intake } from '../api/client';
import type { components, operations } from '../api/intake';
import { keys } from '../api/keys';
import { type PairsSearch, relationOf } from './address';

export type Pair = components['schemas']['Pair'];
export type Summary = components['schemas']['Summary'];
export type Comparison = components['schemas']['Comparison'];
export type Decision = components['schemas']['Decision'];
export type Reason = components['schemas']['Reason'];
export type LetterPairs = components['schemas']['LetterPairs'];
export type LetterPair = components['schemas']['LetterPair'];
export type LetterDifferences = components['schemas']['LetterDifferences'];
export type Identity = components['schemas']['Identity'];
export type Verdict = Decision['decision'];

type Query = NonNullable<operations['pairs']['parameters']['query']>;

export function pairsQuery(search: PairsSearch) {
  const query: Query = {
    state: search.estado === 'all' ? undefined : (search.estado ?? 'open'),
    relation: relationOf(search),
    min_score: search.minimo && search.minimo / 100,
    max_score: search.maximo && search.maximo / 100,
    date_from: search.desde,
    date_to: search.hasta,
    sort: search.orden ?? 'similarity',
    page: search.pagina,
    per_page: 50,
  };
  return queryOptions({
    queryKey: keys.pairList(query),
    queryFn: ({ signal }) => answer(intake.GET('/api/v1/duplicates', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
}

/** Two documents side by side; the earlier one is the left. */
export function compareQuery(left: string, right: string) {
  return queryOptions({
    queryKey: keys.comparison(left, right),
    queryFn: async ({ signal }) =>
      (await answer(intake.GET('/api/v1/documents/{id}/compare/{other}', { params: { path: { id: left, other: right } }, signal }))).data,
    staleTime: 60_000,
  });
}

export const lettersQuery = (page: number | undefined) =>
  queryOptions({
    queryKey: keys.letterList(page),
    queryFn: ({ signal }) => answer(intake.GET('/api/v1/form-letters', { params: { query: { page, per_page: 50 } }, signal })),
    placeholderData: keepPreviousData,
  });

/** The letter that a document is one of; none in most cases. */
export const letterOfQuery = (document: string) =>
  queryOptions({
    queryKey: keys.letterOf(document),
    queryFn: async () => (await answer(intake.GET('/api/v1/form-letters', { params: { query: { document } } }))).data[0] ?? null,
  });

export const letterQuery = (id: string, page: number | undefined) =>
  queryOptions({
    queryKey: keys.letterMembers(id, page),
    queryFn: async ({ signal }) =>
      (await answer(intake.GET('/api/v1/form-letters/{id}', { params: { path: { id }, query: { page, per_page: 50 } }, signal }))).data,
    placeholderData: keepPreviousData,
  });

/** What each of the documents on a page of a letter says where they do not say the same. */
export const letterDifferencesQuery = (id: string, page: number | undefined) =>
  queryOptions({
    queryKey: keys.letterDifferences(id, page),
    queryFn: async ({ signal }) =>
      (await answer(intake.GET('/api/v1/form-letters/{id}/differences', { params: { path: { id }, query: { page, per_page: 50 } }, signal }))).data,
    staleTime: 60_000,
  });

/** The pairs of a letter that "another person's form" decides: of different people, and nobody has decided. */
export const letterPairsQuery = (id: string) =>
  queryOptions({
    queryKey: keys.letterPairs(id),
    queryFn: async ({ signal }) => (await answer(intake.GET('/api/v1/form-letters/{id}/pairs', { params: { path: { id } }, signal }))).data,
    staleTime: 0,
  });
