import { expect, test } from 'vitest';
import { radicadoIn, saysEnough } from './typed';

test.each([
  ['three letters', 'ana', true],
  ['two letters', 'an', false],
  ['punctuation counts for nothing', 'a. -', false],
  ['digits in groups', '52.4', true],
])('%s', (_, q, want) => expect(saysEnough(q)).toBe(want));

test.each([
  ['grouped with dashes', '76001-40-03-012-2026-00123-00', '76001400301220260012300'],
  ['with white space', ' 76001 40 03 012 2026 00123 00 ', '76001400301220260012300'],
  ['too short', '2026-00123', undefined],
  ['a name', 'ana', undefined],
])('a radicado %s', (_, q, want) => expect(radicadoIn(q)).toBe(want));
