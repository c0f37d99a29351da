import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answer, intake } from '../api/client';
import type { components, operations } from '../api/intake';
import { keys } from '../api/keys';
import { type PairsSearch, relationOf } from './address';
import { type LetterPairs, pairsOf } from './letterPairs';

export type Pair = components['schemas']['Pair'];
export type Summary = components['schemas']['Summary'];
export type Comparison = components['schemas']['Comparison'];
export type Decision = components['schemas']['Decision'];
export type Reason = components['schemas']['Reason'];
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

/** How many documents of a letter are decided about at once. */
const mostOfLetter = 500;
const pageOfLetter = 100;

const relatedTo = async (id: string) => (await answer(intake.POST('/api/v1/documents/{id}/duplicates', { params: { path: { id } } }))).data;

export const letterPairsQuery = (id: string) =>
  queryOptions({
    queryKey: keys.letterPairs(id),
    queryFn: async ({ signal }): Promise<LetterPairs> => {
      const page = async (n: number) =>
        (await answer(intake.GET('/api/v1/form-letters/{id}', { params: { path: { id }, query: { page: n, per_page: pageOfLetter } }, signal }))).data;
      const first = await page(1);
      const members = [...first.members];
      for (let n = 2; members.length < Math.min(first.documents, mostOfLetter); n++) {
        const more = (await page(n)).members;
        if (more.length === 0) break;
        members.push(...more);
      }
      const sample = await relatedTo(first.sample.id);
      const decided = [sample.candidates, sample.new_claims, sample.mass, sample.dismissed]
        .flat()
        .filter((c) => c.decision)
        .map((c) => c.document_id);
      const open: [string, string][] = [];
      for (const m of members.filter((d) => d.duplicate_state === 'open' && d.id !== first.sample.id)) {
        const related = await relatedTo(m.id);
        for (const c of [...related.candidates, ...related.new_claims]) if (!c.decision) open.push([m.id, c.document_id]);
      }
      return { ...pairsOf(first.sample, members, new Set(decided), open), beyond: Math.max(0, first.documents - members.length) };
    },
    staleTime: 0,
  });
