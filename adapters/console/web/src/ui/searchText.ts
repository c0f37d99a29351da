/** A text in the search of an address, where the router reads numbers and booleans as such; undefined for anything else. */
export const searchText = (value: unknown): string | undefined =>
  ['string', 'number', 'boolean'].includes(typeof value) ? String(value) || undefined : undefined;
