import { expect, test } from 'vitest';
import { readSearch, withCourt } from './address';
import { partsOf } from './passage';

test.each([
  ['nothing marked', 'una cosa', [], ['una cosa']],
  [
    'in the middle and at the end',
    'la salud y la vida',
    [
      { start: 3, end: 8 },
      { start: 14, end: 18 },
    ],
    ['la ', '[salud]', ' y la ', '[vida]'],
  ],
  ['characters of two units count as one', '💊 salud', [{ start: 2, end: 7 }], ['💊 ', '[salud]']],
])('a passage with %s', (_, snippet, marks, want) => expect(partsOf(snippet, marks).map((p) => (p.found ? `[${p.text}]` : p.text))).toEqual(want));

test('what the address says wrong counts for nothing', () => {
  expect(readSearch({ q: 123, estado: 'x', orden: 'Relevancia', pagina: '-1' })).toMatchObject({
    q: '123',
    estado: undefined,
    orden: undefined,
    pagina: undefined,
  });
});

test('a court is looked for as a phrase', () => {
  expect(withCourt('salud', 'quinto "civil" ')).toBe('salud "quinto  civil"');
});
