import type { Outcome } from './spreadsheets';

/** What a person says of the columns: where the headers stand, and by letter what a column is. */
export type Mapping = { sheet: number; row: number; columns: Record<string, string> };

export const noMapping: Mapping = { sheet: 0, row: 0, columns: {} };

/** The mapping after a person says what a column is: no other column stays the same thing. */
export function withColumn(mapping: Mapping, outcome: Outcome, column: string, name: string): Mapping {
  const columns = { ...mapping.columns };
  for (const other of outcome.sheet_columns) if (name !== '' && other.column !== column && other.name === name) columns[other.column] = '';
  for (const [letter, taken] of Object.entries(columns)) if (name !== '' && letter !== column && taken === name) columns[letter] = '';
  columns[column] = name;
  return { sheet: outcome.sheet, row: outcome.header_row, columns };
}
