import { expect, test } from 'vitest';
import { pairsOf, samePerson } from './letterPairs';
import type { Summary } from './pairs';

const filed = (id: string, demandante: string, cedula = '') => ({ id, demandante, cedula }) as Summary;
const [ana, rosa, again, unread] = [
  filed('a', 'ANA LÓPEZ', '52.418.903'),
  filed('r', 'Rosa Mora', '20923212'),
  filed('a2', 'Ana Lopez R.', '52418903'),
  filed('u', 'Ana López'),
];

test.each([
  ['one cédula, however written', ana, again, true],
  ['leading zeros say nothing', ana, filed('z', 'A. Lopez', 'C.C. No. 0052 418 903'), true],
  ['two cédulas', ana, rosa, false],
  ['a name where a cédula was not read', ana, unread, true],
  ['another name where a cédula was not read', rosa, unread, false],
  ['nobody is named', rosa, filed('x', ''), true],
])('%s', (_, a, b, want) => expect(samePerson(a, b)).toBe(want));

test('each with the sample, and open pairs among the others, of different people', () => {
  const luz = filed('l', 'Luz Paz', '30111222');
  const found = pairsOf(ana, [ana, rosa, again, luz], new Set(['l']), [
    ['l', 'r'],
    ['r', 'l'],
    ['r', 'elsewhere'],
    ['a', 'r'],
  ]);
  expect(found.pairs.map((p) => p.left.id + p.right.id)).toEqual(['ar', 'lr']);
  expect(found.samePerson).toBe(1);
});
