import { expect, test } from 'vitest';
import { forEach } from './forEach';

test('what fails keeps nothing else from being done', async () => {
  const seen: number[] = [];
  const { done, failed } = await forEach(
    [1, 2, 3, 4, 5],
    (n) => (n === 2 ? Promise.reject(new Error('no')) : Promise.resolve()),
    (n) => seen.push(n),
  );
  expect([done.sort(), failed.map((f) => f.item), seen]).toEqual([[1, 3, 4, 5], [2], [1, 2, 3, 4, 5]]);
});
