import { answer, intake } from '../api/client';
import type { BulkResult, Change, Named } from './changeAll';

/** Changes documents with one request. */
export const sendChange = async (documents: Named[], change: Change): Promise<BulkResult[]> =>
  (await answer(intake.POST('/api/v1/documents/bulk', { body: { ...change, documents } }))).data.documents;
