import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { address, answer, intake } from '../api/client';
import type { components } from '../api/intake';
import { keys } from '../api/keys';
import { spreadsheets as en } from '../i18n/en/spreadsheets';
import { spreadsheets as es } from '../i18n/es/spreadsheets';
import { useWords } from '../i18n/language';
import type { Mapping } from './mapping';
import { type ExportSearch, filtersOf } from './search';

export type Outcome = components['schemas']['Imported'];
export type SheetColumn = components['schemas']['SheetColumn'];
export type RowError = components['schemas']['RowError'];

export const useSpreadsheetWords = () => useWords({ es, en });

export const isWorkbook = (file: File) => /\.xlsx?$/i.test(file.name);

type Request = { file: File; mapping: Mapping; update: boolean };

/** Sends a workbook: to see what would happen, or to have it happen. */
export function sendWorkbook({ file, mapping, update }: Request, dryRun: boolean, key: string, signal?: AbortSignal): Promise<Outcome> {
  const form = new FormData();
  form.set('dry_run', String(dryRun));
  form.set('update_existing', String(update));
  if (mapping.row > 0 || Object.keys(mapping.columns).length > 0) form.set('mapping', JSON.stringify(mapping));
  form.set('file', file);
  return answer(
    intake.POST('/api/v1/import/excel', {
      params: { header: { 'Idempotency-Key': key } },
      body: { file: '' },
      bodySerializer: () => form,
      signal,
    }),
  ).then((a) => a.data);
}

/** How many rows of an import are done; undefined where this server does not know. */
export const progressQuery = (key: string, running: boolean) =>
  queryOptions({
    queryKey: keys.imports(key),
    queryFn: () =>
      answer(intake.GET('/api/v1/import/excel/{key}', { params: { path: { key } } })).then(
        (a) => a.data.rows,
        () => null,
      ),
    enabled: running,
    refetchInterval: running ? 700 : false,
    retry: false,
  });

export const countQuery = (search: ExportSearch) =>
  queryOptions({
    queryKey: keys.documentExport(search),
    queryFn: () => answer(intake.GET('/api/v1/documents', { params: { query: { ...filtersOf(search), per_page: 1 } } })).then((a) => a.meta.total),
    placeholderData: keepPreviousData,
  });

/** Where the workbook of an export is. */
export function exportAddress(search: ExportSearch, filename: string): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...filtersOf(search), filename })) if (value) query.set(name, value);
  return `${address('/api/v1/export/excel')}?${query}`;
}
