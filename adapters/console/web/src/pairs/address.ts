import { type FromOrigin, readOrigin } from '../ui/origin';
import { searchText } from '../ui/searchText';

/** The states that a list shows beside the pairs to decide. */
export const listedStates = ['decided', 'duplicate', 'not_duplicate', 'new_claim', 'all'] as const;

export const relations = ['duplicate', 'new_claim'] as const;
export type Relation = (typeof relations)[number];

/** What the address of the list says. */
export type PairsSearch = {
  estado?: (typeof listedStates)[number];
  relacion?: Relation | 'all';
  minimo?: number;
  maximo?: number;
  desde?: string;
  hasta?: string;
  orden?: 'date';
  pagina?: number;
};

const percent = (value: unknown) => (Number(value) > 0 && Number(value) <= 100 ? Number(value) : undefined);
const one = <T extends string>(value: unknown, ...allowed: T[]): T | undefined => allowed.find((a) => a === value);

export const pageOf = (value: unknown) => (Number.isInteger(Number(value)) && Number(value) > 1 ? Number(value) : undefined);

export function readPairsSearch(search: Record<string, unknown>): PairsSearch {
  return {
    estado: one(search.estado, ...listedStates),
    relacion: one(search.relacion, ...relations, 'all'),
    minimo: percent(search.minimo),
    maximo: percent(search.maximo),
    desde: searchText(search.desde),
    hasta: searchText(search.hasta),
    orden: one(search.orden, 'date'),
    pagina: pageOf(search.pagina),
  };
}

/** What the address of a comparison says: the list that it began in, or the other page that it was opened from. */
export type ComparisonSearch = PairsSearch & FromOrigin;

export const readComparisonSearch = (search: Record<string, unknown>): ComparisonSearch => ({ ...readPairsSearch(search), de: readOrigin(search.de) });

/** The relation that a list shows unless its filter says otherwise: what is to be decided are possible duplicates. */
export const defaultRelation = (estado: PairsSearch['estado']): Relation | 'all' => (estado ? 'all' : 'duplicate');

/** The relation that a list shows; undefined for any. */
export function relationOf({ estado, relacion = defaultRelation(estado) }: PairsSearch): Relation | undefined {
  return relacion === 'all' ? undefined : relacion;
}
