import { queryOptions } from '@tanstack/react-query';
import { address, answer, intake } from '../api/client';
import type { components } from '../api/intake';
import { keys } from '../api/keys';
import { versioned } from '../api/document';

export type Entity = components['schemas']['Entity'];
export type Doubt = components['schemas']['Doubt'];
export type Box = components['schemas']['Box'];
export type Candidate = components['schemas']['Candidate'];

export type Word = components['schemas']['Word'];

const at = (id: string) => ({ params: { path: { id } } });

export function candidatesQuery(id: string) {
  return queryOptions({
    queryKey: keys.candidates(id),
    queryFn: async () => (await answer(intake.POST('/api/v1/documents/{id}/duplicates', at(id)))).data,
    staleTime: 60_000,
  });
}

/** The message or archive in which a document came, or null. */
export const deliveryQuery = (id: string) =>
  queryOptions({
    queryKey: keys.deliveryOf(id),
    queryFn: async () => (await answer(intake.GET('/api/v1/deliveries', { params: { query: { document: id } } }))).data?.[0] ?? null,
    staleTime: Infinity,
  });

/** A message or archive with its text and what became of everything in it. */
export const wholeDeliveryQuery = (id: string) =>
  queryOptions({
    queryKey: keys.delivery(id),
    queryFn: async () => (await answer(intake.GET('/api/v1/deliveries/{id}', at(id)))).data,
  });

/** How many of the latest changes of a document are shown. */
export const latestChanges = 50;

export const historyQuery = (id: string) =>
  queryOptions({
    queryKey: keys.history(id),
    queryFn: async () =>
      (await answer(intake.GET('/api/v1/documents/{id}/history', { params: { path: { id }, query: { per_page: latestChanges } } }))).data ?? [],
  });

/** Stores corrections and approves the document; a Problem with the status 412 where somebody changed it since. */
export const approve = (id: string, etag: string, fields: Record<string, string>) =>
  versioned(intake.PUT('/api/v1/documents/{id}/validate', { params: { path: { id }, header: { 'If-Match': etag } }, body: { validated_fields: fields } }));

/** Deletes a document and its file; administrators may. */
export const deleteDocument = (id: string) => answer(intake.DELETE('/api/v1/documents/{id}', at(id)));

/** The address of the file that was sent in. */
export const originalFile = (id: string): string => address(`/api/v1/documents/${id}/original`);

/** The address of a page's image. */
export const pageImage = (id: string, page: number, dpi: number, colour: boolean): string =>
  address(`/api/v1/documents/${id}/pages/${page}`) + `?dpi=${dpi}${colour ? '&color=true' : ''}`;
