import { expect, test } from 'vitest';
import { across, bestPages, marksOf, stretchAt, stretchesOf } from './marks';

// "uno dos tres" and "uno cuatro tres"
const passages = [
  { kind: 'both', left: { start: 0, end: 4, text: 'uno ' }, right: { start: 0, end: 4, text: 'uno ' } },
  { kind: 'left', left: { start: 4, end: 8, text: 'dos ' }, right: { start: 4, end: 4, text: '' } },
  { kind: 'right', left: { start: 8, end: 8, text: '' }, right: { start: 4, end: 11, text: 'cuatro ' } },
  { kind: 'both', left: { start: 8, end: 12, text: 'tres' }, right: { start: 11, end: 15, text: 'tres' } },
] as never;

const left = stretchesOf(passages, 'left');
const word = (start: number, x: number, y = 0) => ({ start, end: start + 3, box: { x0: x, y0: y, x1: x + 9, y1: y + 10 } });

test('a side has the stretches with text, and covers it', () => {
  expect(left.map((s) => [s.start, s.end, s.equal])).toEqual([
    [0, 4, true],
    [4, 8, false],
    [8, 12, true],
  ]);
});

test.each([
  ['the beginning', 0, 0],
  ['an equal word', 9, 12],
  ['the end', 12, 15],
  ['what only this text has stands where the other goes on', 6, 4],
])('%s is found on the other side', (_, offset, want) => expect(across(left, offset)).toBe(want));

test('a place behind the text belongs to its last stretch', () => expect(stretchAt(left, 99)?.start).toBe(8));

test('words of one kind beside each other are one mark, and lines are marked apart', () => {
  const marks = marksOf([word(0, 0), word(1, 12), word(4, 24), word(8, 36), word(9, 0, 14)], left);
  expect(marks.map((m) => [m.x0, m.x1, m.y0, m.equal])).toEqual([
    [0, 21, 0, true],
    [24, 33, 0, false],
    [36, 45, 0, true],
    [0, 9, 14, true],
  ]);
});

test('words of another filing of the file are not marked', () => {
  const third = left.map((s) => ({ ...s, start: s.start + 100, end: s.end + 100 }));
  expect(marksOf([word(0, 0), word(99, 12), word(100, 24), word(111, 36), word(112, 48)], third).map((m) => [m.x0, m.x1])).toEqual([[24, 45]]);
});

test('the pages that are most alike stand beside each other, each once', () => {
  const page = (number: number, start: number, end: number) => ({ number, start, end });
  // Page 1 of the left is page 2 of the right; a part of page 2 is on page 1.
  const stretches = [
    { start: 0, end: 100, equal: true, across: { start: 50, end: 150 } },
    { start: 100, end: 120, equal: false, across: { start: 150, end: 150 } },
    { start: 120, end: 150, equal: true, across: { start: 0, end: 30 } },
  ];
  const [l, r] = [
    [page(1, 0, 100), page(2, 100, 160), page(3, 160, 200)],
    [page(1, 0, 50), page(2, 50, 150)],
  ];
  const numbers = (most: number) => bestPages(stretches, l, r, most).map((p) => [p.left.number, p.right.number]);
  expect([numbers(1), numbers(2), numbers(9)]).toEqual([
    [[1, 2]],
    [
      [1, 2],
      [2, 1],
    ],
    [
      [1, 2],
      [2, 1],
    ],
  ]);
  expect(bestPages([], l, r, 2)).toEqual([]);
});
