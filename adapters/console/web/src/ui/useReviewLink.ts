import { linkOptions } from '@tanstack/react-router';
import { reviewSearchAt } from './origin';
import { useHere } from './useHere';

/** What a link to the review of a document needs, from which "Volver" leads here. */
export function useReviewLink() {
  const search = reviewSearchAt(useHere());
  return (id: string) => linkOptions({ to: '/revisar/$id', params: { id }, search });
}
