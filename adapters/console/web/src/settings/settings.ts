import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, intake } from '../api/client';
import type { components } from '../api/intake';
import { keys } from '../api/keys';
import { settings as en } from '../i18n/en/settings';
import { settings as es } from '../i18n/es/settings';
import { useWords } from '../i18n/language';

type Schemas = components['schemas'];
export type Comparing = Schemas['DedupConfig'];
export type Extraction = Schemas['NERConfig'];
export type Preview = Schemas['DedupPreview'];
export type PairChange = Schemas['PairChange'];

export const thresholdNames = ['tutela_threshold', 'habeas_threshold', 'default_threshold'] as const;

export const useSettingsWords = () => useWords({ es, en });

export const comparingQuery = queryOptions({ queryKey: keys.comparing, queryFn: () => answer(intake.GET('/api/v1/config/dedup')).then((a) => a.data) });
export const extractionQuery = queryOptions({ queryKey: keys.extraction, queryFn: () => answer(intake.GET('/api/v1/config/ner')).then((a) => a.data) });

/** What a configuration would do to the pairs that are open; nothing is asked without one. */
export const previewQuery = (config: Comparing | undefined) =>
  queryOptions({
    queryKey: keys.preview(config),
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      answer(intake.POST('/api/v1/config/dedup/preview', { body: config as Comparing, signal })).then((a) => a.data),
    enabled: config !== undefined,
    placeholderData: keepPreviousData,
  });

export const comparingHistoryQuery = queryOptions({
  queryKey: keys.comparingHistory,
  queryFn: () => answer(intake.GET('/api/v1/config/dedup/history', { params: { query: { per_page: 50 } } })).then((a) => a.data),
});
export const extractionHistoryQuery = queryOptions({
  queryKey: keys.extractionHistory,
  queryFn: () => answer(intake.GET('/api/v1/config/ner/history', { params: { query: { per_page: 50 } } })).then((a) => a.data),
});

export const saveComparing = (config: Comparing) => answer(intake.PUT('/api/v1/config/dedup', { body: config }));
export const undoComparing = () => answer(intake.POST('/api/v1/config/dedup/undo'));
export const saveExtraction = (config: Extraction) =>
  answer(
    intake.PUT('/api/v1/config/ner', {
      body: { extractors: config.extractors.map(({ name, weight, enabled }) => ({ name, weight, enabled })), min_confidence: config.min_confidence },
    }),
  );
export const undoExtraction = () => answer(intake.POST('/api/v1/config/ner/undo'));

/** A change of the settings: all that is shown of them is loaded anew. */
export function useSettingsChange<V>(run: (variables: V) => Promise<unknown>, done: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: async () => {
      done();
      await queries.invalidateQueries({ queryKey: keys.settings });
    },
  });
}
