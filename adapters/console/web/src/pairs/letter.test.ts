import { expect, test } from 'vitest';
import { changes, common, ownWords } from './letter';
import type { LetterDifferences } from './pairs';

const differences: LetterDifferences = {
  more: false,
  places: [
    { subject: 'demandante', before: 'Yo' },
    { subject: 'fecha', before: 'El' },
    { subject: 'otro', before: 'la entrega de' },
    { subject: 'fecha', before: 'desde el' },
  ],
  members: [
    { id: 'a', juzgado: '', compared: true, words: ['ANA', '3 de marzo', 'insulina', ''] },
    { id: 'b', juzgado: '', compared: false, words: [] },
  ],
};

test('what a document says of its own, without what has a column', () => {
  expect(ownWords(differences, 'a').map((s) => s.words)).toEqual(['3 de marzo', 'insulina']);
  expect(ownWords(differences, 'b')).toEqual([]);
});

test('what changes is named once', () => {
  expect(changes(differences)).toEqual({ subjects: ['demandante', 'fecha'], before: ['la entrega de'] });
});

test('what all have', () => {
  const of = (rows: string[]) =>
    common(
      rows.map((juzgado) => ({ juzgado })),
      (r) => r.juzgado,
    );
  expect([of(['x', 'x']), of(['x', 'y']), of(['', '']), of([])]).toEqual(['x', undefined, undefined, undefined]);
});
