import { answer, intake } from '../api/client';
import { keys } from '../api/keys';
import type { BulkResult, Change, Named } from './changeAll';

/** Changes documents with one request. */
export const sendChange = async (documents: Named[], change: Change): Promise<BulkResult[]> =>
  (await answer(intake.POST('/api/v1/documents/bulk', { body: { ...change, documents } }))).data.documents;

/** The keys of all that a change of documents makes stale. */
export const staleAfter = (documents: Named[]) => [keys.documents, keys.pairs, keys.comparisons, ...documents.map((d) => keys.document(d.id))];
