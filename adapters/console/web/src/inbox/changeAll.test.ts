import { expect, test } from 'vitest';
import { type BulkResult, changeAll, countOf, type Named, perRequest, refusedOf } from './changeAll';

const ids = Array.from({ length: 2 * perRequest + 3 }, (_, i) => String(i));
const named = ids.map((id) => ({ id }));
const changed = ({ id }: Named): BulkResult => ({ id, outcome: 'changed' });

test('documents are changed in parts, and the progress moves with them', async () => {
  const parts: number[] = [];
  const seen: number[] = [];
  const send = (part: Named[]) => {
    parts.push(part.length);
    return Promise.resolve(part.map(changed));
  };
  const outcome = await changeAll(named, { action: 'approve' }, send, (n) => seen.push(n));
  expect(parts).toEqual([perRequest, perRequest, 3]);
  expect(seen).toEqual([perRequest, 2 * perRequest, ids.length]);
  expect(outcome.results.map((r) => r.id)).toEqual(ids);
  expect(outcome.left).toEqual([]);
});

test('a request that fails ends the change, and says what is left', async () => {
  const send = (part: Named[]) => (part[0]?.id === '0' ? Promise.resolve(part.map(changed)) : Promise.reject(new Error('no')));
  const outcome = await changeAll(named, { action: 'tag', tag: 'salud' }, send, () => {});
  expect(outcome.results.length).toBe(perRequest);
  expect(outcome.left).toEqual(ids.slice(perRequest));
  expect(outcome.error).toBeInstanceOf(Error);
});

test('outcomes are counted', () => {
  const results: BulkResult[] = [changed({ id: 'a' }), { id: 'b', outcome: 'refused', code: 'needs_review' }, { id: 'c', outcome: 'unchanged' }];
  expect(countOf(results, 'changed')).toBe(1);
  expect(refusedOf(results).map((r) => r.id)).toEqual(['b']);
});
