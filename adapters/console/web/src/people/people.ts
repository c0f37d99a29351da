import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answer, intake } from '../api/client';
import type { components } from '../api/intake';
import { keys } from '../api/keys';
import { saysEnough } from './typed';
import { searchText } from '../ui/searchText';

export type Person = components['schemas']['Person'];
export type Summary = components['schemas']['Summary'];
export type PairLink = components['schemas']['PairLink'];

export type PeopleSearch = { q?: string };
export type PersonSearch = { cedula?: string; nombre?: string };
export type CaseSearch = { radicado?: string; documento?: string };

export const readPeopleSearch = (s: Record<string, unknown>): PeopleSearch => ({ q: searchText(s.q) });
export const readPersonSearch = (s: Record<string, unknown>): PersonSearch => ({ cedula: searchText(s.cedula), nombre: searchText(s.nombre) });
export const readCaseSearch = (s: Record<string, unknown>): CaseSearch => ({ radicado: searchText(s.radicado), documento: searchText(s.documento) });

/** The address of the filings of a document's first plaintiff; undefined where nobody is known. */
export function personSearch(d: { cedula: string; demandante: string }): PersonSearch | undefined {
  const [cedula, nombre] = [d.cedula, d.demandante].map((value) => value.split(';')[0].trim());
  return cedula ? { cedula } : nombre ? { nombre } : undefined;
}

export const peopleQuery = (q: string) =>
  queryOptions({
    queryKey: keys.people(q),
    queryFn: async ({ signal }) => (await answer(intake.GET('/api/v1/people', { params: { query: { q } }, signal }))).data,
    enabled: saysEnough(q),
    placeholderData: keepPreviousData,
  });

export const personQuery = (s: PersonSearch) =>
  queryOptions({
    queryKey: keys.person(s),
    queryFn: async ({ signal }) =>
      (await answer(intake.GET('/api/v1/people/filings', { params: { query: { cedula: s.cedula, name: s.nombre } }, signal }))).data,
  });

export const caseQuery = (s: CaseSearch) =>
  queryOptions({
    queryKey: keys.case(s),
    queryFn: async ({ signal }) =>
      (await answer(intake.GET('/api/v1/cases', { params: { query: { radicado: s.radicado, document: s.documento } }, signal }))).data,
  });
