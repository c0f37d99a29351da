import { queryOptions } from '@tanstack/react-query';
import { answer, intake } from '../api/client';
import type { components } from '../api/intake';
import { keys } from '../api/keys';

export type SavedView = components['schemas']['SavedView'];

/** The views that the user saved and those that are shared. */
export const savedViewsQuery = queryOptions({
  queryKey: keys.savedViews,
  queryFn: async () => (await answer(intake.GET('/api/v1/saved-views'))).data ?? [],
  staleTime: 60_000,
});

export const saveView = (body: components['schemas']['NewSavedView']) => answer(intake.POST('/api/v1/saved-views', { body }));

export const deleteView = (id: string) => answer(intake.DELETE('/api/v1/saved-views/{id}', { params: { path: { id } } }));
