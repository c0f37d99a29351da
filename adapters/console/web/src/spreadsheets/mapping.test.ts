import { describe, expect, test } from 'vitest';
import { noMapping, withColumn } from './mapping';
import type { Outcome } from './spreadsheets';

const outcome = {
  sheet: 1,
  header_row: 3,
  sheet_columns: [
    { column: 'A', header: 'No.', name: 'numero_acta', samples: [] },
    { column: 'B', header: 'Quién', name: '', samples: [] },
  ],
} as unknown as Outcome;

describe('withColumn', () => {
  test('says where the headers stand', () => {
    expect(withColumn(noMapping, outcome, 'B', 'demandante')).toEqual({ sheet: 1, row: 3, columns: { B: 'demandante' } });
  });
  test('takes a name from the column that had it by its header', () => {
    expect(withColumn(noMapping, outcome, 'B', 'numero_acta').columns).toEqual({ A: '', B: 'numero_acta' });
  });
  test('takes a name from the column that a person gave it', () => {
    const before = { sheet: 1, row: 3, columns: { C: 'demandante' } };
    expect(withColumn(before, outcome, 'B', 'demandante').columns).toEqual({ C: '', B: 'demandante' });
  });
  test('leaves out a column and no other', () => {
    const before = { sheet: 1, row: 3, columns: { C: '' } };
    expect(withColumn(before, outcome, 'A', '').columns).toEqual({ C: '', A: '' });
  });
});
