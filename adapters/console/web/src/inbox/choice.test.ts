import { expect, test } from 'vitest';
import { chosenOf, toggleAll } from './choice';

const page = [{ id: 'a' }, { id: 'b' }];

test.each([
  ['nothing is chosen', [], 'none', ['a', 'b']],
  ['some rows are', ['b'], 'some', ['a', 'b']],
  ['all rows are', ['b', 'a'], 'all', []],
  ['rows of another page stay chosen', ['z'], 'none', ['z', 'a', 'b']],
  ['rows of another page stay chosen when these are given up', ['z', 'a', 'b'], 'all', ['z']],
] as const)('%s', (_, chosen, state, after) => {
  const rows = chosen.map((id) => ({ id }));
  expect(chosenOf(page, rows)).toBe(state);
  expect(toggleAll(page, rows).map((r) => r.id)).toEqual(after);
});
