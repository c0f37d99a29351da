import type { components } from '../api/intake';

export type BulkResult = components['schemas']['BulkResult'];
/** What is done with all documents; the interface names the action. */
export type Change = Pick<components['schemas']['BulkChange'], 'action' | 'document_type' | 'tag' | 'assignee'>;

/** A document to change; with if_match only as it was seen. */
export type Named = components['schemas']['BulkDocument'];

/** How many documents a request changes, so that the progress moves: the service takes twice as many. */
export const perRequest = 50;

export type Outcome = { results: BulkResult[]; /** The ones that a failed request left as they were. */ left: string[]; error?: unknown };

/** Changes documents, a part after the other; a part that fails is the last. */
export async function changeAll(
  documents: Named[],
  change: Change,
  send: (documents: Named[], change: Change) => Promise<BulkResult[]>,
  onProgress: (n: number) => void,
): Promise<Outcome> {
  const results: BulkResult[] = [];
  for (let at = 0; at < documents.length; at += perRequest) {
    try {
      results.push(...(await send(documents.slice(at, at + perRequest), change)));
    } catch (error) {
      return { results, left: documents.slice(at).map((d) => d.id), error };
    }
    onProgress(Math.min(at + perRequest, documents.length));
  }
  return { results, left: [] };
}

export const refusedOf = (results: BulkResult[]): BulkResult[] => results.filter((r) => r.outcome === 'refused');
/** What a change approved, each document as it is now. */
export const approvedOf = (results: BulkResult[]): Named[] => results.filter((r) => r.outcome === 'changed').map((r) => ({ id: r.id, if_match: r.etag }));
export const countOf = (results: BulkResult[], outcome: BulkResult['outcome']): number => results.filter((r) => r.outcome === outcome).length;
