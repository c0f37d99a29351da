import { expect, test } from 'vitest';
import { searchText } from './searchText';

test.each([
  ['salud', 'salud'],
  [20923212, '20923212'],
  [true, 'true'],
  ['', undefined],
  [null, undefined],
  [{ a: 1 }, undefined],
])('of the search value %o the text is %o', (value, text) => {
  expect(searchText(value)).toBe(text);
});
