import { answer, intake } from '../api/client';
import type { BulkResult, Change } from './changeAll';

/** Changes documents with one request. */
export const sendChange = async (ids: string[], change: Change): Promise<BulkResult[]> =>
  (await answer(intake.POST('/api/v1/documents/bulk', { body: { ...change, documents: ids.map((id) => ({ id })) } }))).data.documents;
