type Row = { id: string };

/** How many of the rows of a page are chosen. */
export function chosenOf(rows: Row[], chosen: Row[]): 'all' | 'some' | 'none' {
  const n = rows.filter((r) => chosen.some((c) => c.id === r.id)).length;
  return n === 0 ? 'none' : n === rows.length ? 'all' : 'some';
}

/** What is chosen after the rows of a page were chosen together, or given up where all of them were. */
export function toggleAll<R extends Row>(rows: R[], chosen: R[]): R[] {
  const elsewhere = chosen.filter((c) => !rows.some((r) => r.id === c.id));
  return chosenOf(rows, chosen) === 'all' ? elsewhere : [...elsewhere, ...rows];
}
