import { reviewSearchAt } from './origin';
import { useHere } from './useHere';

/** The properties of a link to the review of a document, from which "Volver" leads here. */
export function useReviewLink(): (id: string) => object {
  const search = reviewSearchAt(useHere());
  return (id) => ({ to: '/revisar/$id', params: { id }, search });
}
