import { expect, test } from 'vitest';
import { beginsIn, filingsOf, rangesOf } from './filings';

type File = Parameters<typeof filingsOf>[0];

test('the parts of a file are its pages without a gap', () => {
  expect(rangesOf([3, 4], 6)).toEqual([
    { first: 1, last: 2 },
    { first: 3, last: 3 },
    { first: 4, last: 6 },
  ]);
  expect(rangesOf([], 2)).toEqual([{ first: 1, last: 2 }]);
});

test('the filings of a file have the names that were read', () => {
  const page = (number: number, demandante?: string) => ({ number, begins: demandante === undefined ? null : { demandante, demandado: 'EPS' } });
  const file = { demandante: 'Ana', pages: 3, page_details: [page(1), page(2, ''), page(3, 'Luis')] } as File;
  expect(filingsOf(file).map((f) => `${f.first}-${f.last} ${f.names}`)).toEqual(['1-1 Ana', '2-2 ', '3-3 Luis']);
});

test('pages are written in any order and with any signs between them', () => {
  expect(beginsIn(' 9, 4;4 ', 9)).toEqual([4, 9]);
  for (const wrong of ['', '1', '4, 10', '4.5', 'cuatro', '-2']) expect(beginsIn(wrong, 9), wrong).toBeUndefined();
});
