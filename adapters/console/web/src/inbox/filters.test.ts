import { expect, test } from 'vitest';
import { type Filters, filtersOf, isFiltered, sameFilters, searchOf } from './filters';
import type { InboxSearch } from './views';

const searches: InboxSearch[] = [
  {},
  { vista: 'todos' },
  { vista: 'duplicados', tipo: 'tutela', asignados: 'mios' },
  { vista: 'dudosa', vence: 'semana', desde: '2026-03-01', hasta: '2026-03-31', q: 'salud -eps' },
  { vence: 'pasado', q: '0' },
];

test('an address is found again by what it asks for', () => {
  for (const search of searches) expect(searchOf(JSON.parse(JSON.stringify(filtersOf(search))) as Filters)).toEqual(search);
});

test('the page of a list is not among its filters', () => {
  expect(sameFilters(filtersOf({ pagina: 3 }), filtersOf({}))).toBe(true);
});

test('no address asks for less than the filters', () => {
  for (const filters of [
    { due_before: '2026-03-01' },
    { status: 'validated' },
    { status: 'processed', duplicates: 'open' },
    { sort: 'due' },
    { due: 'week' },
    { anything: 'else' },
  ] as Filters[]) {
    expect(searchOf(filters)).toBeUndefined();
  }
});

test('a view with anything more is filtered', () => {
  expect(searches.map(isFiltered)).toEqual([false, false, true, true, true]);
  expect(isFiltered({ vista: 'dudosa', pagina: 2 })).toBe(false);
});
