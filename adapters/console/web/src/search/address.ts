import { searchText } from '../ui/searchText';

export const orders = ['Relevancia', 'Fecha', 'Fecha_asc', 'Demandante', 'Radicado'] as const;
export const states = ['processed', 'validated', 'manual_entry', 'imported'] as const;
export const repeats = ['open', 'confirmed', 'none'] as const;

/** What the address of a search says. */
export type SearchSearch = {
  q?: string;
  tipo?: string;
  estado?: (typeof states)[number];
  duplicado?: (typeof repeats)[number];
  juzgado?: string;
  desde?: string;
  hasta?: string;
  orden?: (typeof orders)[number];
  pagina?: number;
};

const one = <T extends string>(all: readonly T[], value: unknown): T | undefined => all.find((a) => a === value);

export function readSearch(s: Record<string, unknown>): SearchSearch {
  const page = Number(s.pagina);
  return {
    q: searchText(s.q),
    tipo: searchText(s.tipo),
    estado: one(states, s.estado),
    duplicado: one(repeats, s.duplicado),
    juzgado: searchText(s.juzgado),
    desde: searchText(s.desde),
    hasta: searchText(s.hasta),
    orden: one(orders.slice(1), s.orden),
    pagina: Number.isInteger(page) && page > 1 ? page : undefined,
  };
}

/** The court is looked for as it is written: as a phrase. */
export const withCourt = (q = '', court = '') => [q, court && `"${court.replaceAll('"', ' ').trim()}"`].filter(Boolean).join(' ');
