import type { operations } from '../api/intake';
import { searchText } from '../ui/searchText';

type Query = NonNullable<operations['export']['parameters']['query']>;

/** What the address of an export says. */
export type ExportSearch = {
  seccion?: 'exportar';
  desde?: string;
  hasta?: string;
  tipo?: string;
  estado?: Query['status'];
  dudosa?: Query['needs_review'];
  duplicados?: Query['duplicates'];
  q?: string;
};

export const statuses = ['processed', 'validated', 'manual_entry', 'imported'] as const;
export const duplicateStates = ['open', 'confirmed', 'none'] as const;

const day = (value: unknown) => (/^\d{4}-\d\d-\d\d$/.test(String(value)) ? String(value) : undefined);

export function readExportSearch(search: Record<string, unknown>): ExportSearch {
  return {
    seccion: search.seccion === 'exportar' ? 'exportar' : undefined,
    desde: day(search.desde),
    hasta: day(search.hasta),
    tipo: searchText(search.tipo),
    estado: statuses.find((s) => s === search.estado),
    dudosa: (['true', 'false'] as const).find((v) => v === String(search.dudosa)),
    duplicados: duplicateStates.find((s) => s === search.duplicados),
    q: searchText(search.q),
  };
}

/** What the service is asked for: the filters of the list of documents. */
export const filtersOf = (s: ExportSearch) => ({
  date_from: s.desde,
  date_to: s.hasta,
  document_type: s.tipo,
  status: s.estado,
  needs_review: s.dudosa,
  duplicates: s.duplicados,
  q: s.q,
});
