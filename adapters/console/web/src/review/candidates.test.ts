import { expect, test } from 'vitest';
import { undecided } from './candidates';
import type { Candidate } from './document';

const found = (document_id: string, similarity: number, decision?: string) =>
  ({ document_id, similarity, decision: decision ? { decision } : null }) as Candidate;

test('a question names the most similar document that nobody has decided about', () => {
  expect(undecided([found('a', 0.99, 'duplicate'), found('b', 0.8), found('c', 0.9)]).map((c) => c.document_id)).toEqual(['c', 'b']);
});
