import { type ReceiptSearch, type View, views } from './receipts';
import { type Channel, channels, type State, states } from './register';
import { searchText } from '../ui/searchText';

/** What the address of the notifications says. */
export type RegisterSearch = {
  vista?: 'tabla' | 'calendario';
  estado?: State;
  canal?: Channel;
  vencidas?: true;
  vence?: string;
  proceso?: string;
  sujeto?: string;
  todas?: true;
  mes?: string;
  pagina?: number;
  /** The notification that is open. */
  notificacion?: string;
};

const matching = (value: unknown, pattern: RegExp) => (typeof value === 'string' && pattern.test(value) ? value : undefined);
const page = (value: unknown) => (Number.isInteger(Number(value)) && Number(value) > 1 ? Number(value) : undefined);

export function readRegisterSearch(search: Record<string, unknown>): RegisterSearch {
  return {
    vista: (['tabla', 'calendario'] as const).find((v) => v === search.vista),
    estado: states.find((s) => s === search.estado),
    canal: channels.find((c) => c === search.canal),
    vencidas: search.vencidas === true ? true : undefined,
    todas: search.todas === true ? true : undefined,
    vence: matching(search.vence, /^\d{4}-\d\d-\d\d$/),
    mes: matching(search.mes, /^\d{4}-\d\d$/),
    proceso: searchText(search.proceso),
    sujeto: searchText(search.sujeto),
    notificacion: searchText(search.notificacion),
    pagina: page(search.pagina),
  };
}

/** What the address of a list with a search field says. */
export type ListSearch = { q?: string; pagina?: number; abierto?: string };

export const readListSearch = (search: Record<string, unknown>): ListSearch => ({
  q: searchText(search.q),
  pagina: page(search.pagina),
  abierto: searchText(search.abierto),
});

export function readReceiptSearch(search: Record<string, unknown>): ReceiptSearch {
  return {
    vista: (Object.keys(views) as View[]).find((v) => v === search.vista && v !== 'asignar'),
    notificacion: searchText(search.notificacion),
    pagina: page(search.pagina),
    recibo: searchText(search.recibo),
  };
}
