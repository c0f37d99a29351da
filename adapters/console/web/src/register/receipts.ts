import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answer, notify } from '../api/client';
import { keys } from '../api/keys';
import type { components } from '../api/notify';
import { receipts as en } from '../i18n/en/receipts';
import { receipts as es } from '../i18n/es/receipts';
import { useWords } from '../i18n/language';
import { pageSize } from './register';

type Schemas = components['schemas'];
export type Receipt = Schemas['Recibo'];

export const useReceiptWords = () => useWords({ es, en });

/** The views of the receipts, and the effect that each asks the service for. */
export const views = { asignar: 'SIN_ASOCIAR', descartados: 'DESCARTADO', todos: undefined } as const;
export type View = keyof typeof views;

export type ReceiptSearch = {
  /** Those to assign without it. */
  vista?: View;
  /** Only those of this notification. */
  notificacion?: string;
  pagina?: number;
  /** The receipt that is open. */
  recibo?: string;
};

export function receiptsQuery(search: ReceiptSearch) {
  const query = { efecto: views[search.vista ?? 'asignar'], id_notificacion: search.notificacion, page: search.pagina, page_size: pageSize };
  return queryOptions({
    queryKey: keys.receipts(query),
    queryFn: () => answer(notify.GET('/recibos', { params: { query } })),
    placeholderData: keepPreviousData,
  });
}

/** How many receipts wait for a person. */
export const waitingQuery = queryOptions({
  queryKey: keys.receiptsWaiting,
  queryFn: async () => (await answer(notify.GET('/recibos', { params: { query: { efecto: views.asignar, page_size: 1 } } }))).total,
});

export const receiptQuery = (id: string) =>
  queryOptions({ queryKey: keys.receipt(id), queryFn: () => answer(notify.GET('/recibos/{id}', { params: { path: { id } } })) });

/** The mailboxes that receipts are read from. */
export const mailboxesQuery = queryOptions({
  queryKey: keys.mailboxes,
  queryFn: async () => (await answer(notify.GET('/health'))).components.filter((c) => c.name.startsWith('mailbox')),
});

/** Assigns a receipt to a notification; null dismisses it. */
export const settleReceipt = (id: string, notification: string | null) =>
  answer(notify.PATCH('/recibos/{id}', { params: { path: { id } }, body: { id_notificacion: notification } }));

/** Where the message of a receipt is downloaded. */
export const messageAddress = (r: Receipt) => `/recibos/${r.id}/mensaje`;
