import { answer, intake } from '../api/client';
import { versioned } from '../api/document';

/** Divides a file where its parts begin; a Problem with the status 412 where somebody changed it since. */
export const splitDocument = async (id: string, etag: string, begins: number[]) =>
  (await answer(intake.POST('/api/v1/documents/{id}/split', { params: { path: { id }, header: { 'If-Match': etag } }, body: { begins } }))).data;

/** Undoes the division of a file. */
export const joinDocument = (id: string) => versioned(intake.POST('/api/v1/documents/{id}/join', { params: { path: { id } } }));
