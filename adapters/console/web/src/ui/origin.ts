import { defaultParseSearch } from '@tanstack/react-router';

/** What the address of a page says of the page that it was opened from: that page's path and search. */
export type FromOrigin = { de?: string };

/** The maximum length of an origin: an address in an address must fit into a request line. */
const longest = 2000;

/** The origin in an address, where it is a path of the console. */
export const readOrigin = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length <= longest && /^\/(?![/\\])/.test(value) ? value : undefined;

/** An origin as the router takes it. */
export function targetOf(origin: string): { to: string; search: Record<string, unknown> } {
  const [to = '/', search = ''] = origin.split(/\?(.*)/s);
  return { to, search: defaultParseSearch(search) };
}

/**
 * What the address of a review says that is opened from a page: the list of the review that led to the page, else the
 * page as its origin.
 */
export function reviewSearchAt(here: string): Record<string, unknown> {
  const origin = readOrigin(targetOf(here).search.de);
  return origin?.startsWith('/revisar/') ? targetOf(origin).search : { de: here };
}
