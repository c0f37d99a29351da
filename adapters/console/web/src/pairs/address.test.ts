import { expect, test } from 'vitest';
import { readPairsSearch, relationOf } from './address';

test.each([
  ['to decide are possible duplicates', {}, 'duplicate'],
  ['to decide, another claim', { relacion: 'new_claim' }, 'new_claim'],
  ['to decide, any relation', { relacion: 'all' }, undefined],
  ['decided pairs have any relation', { estado: 'decided' }, undefined],
  ['decided possible duplicates', { estado: 'decided', relacion: 'duplicate' }, 'duplicate'],
  ['a relation that does not exist', { relacion: 'mass' }, 'duplicate'],
])('%s', (_, search, want) => expect(relationOf(readPairsSearch(search))).toBe(want));
