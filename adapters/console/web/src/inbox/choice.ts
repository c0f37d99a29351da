type Row = { id: string };

/** How many of the rows of a page are chosen. */
export function chosenOf(rows: Row[], chosen: string[]): 'all' | 'some' | 'none' {
  const n = rows.filter((r) => chosen.includes(r.id)).length;
  return n === 0 ? 'none' : n === rows.length ? 'all' : 'some';
}

/** What is chosen after the rows of a page were chosen together, or given up where all of them were. */
export function toggleAll(rows: Row[], chosen: string[]): string[] {
  const elsewhere = chosen.filter((id) => !rows.some((r) => r.id === id));
  return chosenOf(rows, chosen) === 'all' ? elsewhere : [...elsewhere, ...rows.map((r) => r.id)];
}
