import { type InboxSearch, readInboxSearch } from '../inbox/views';
import { type FromOrigin, readOrigin } from '../ui/origin';

/** What the address of a review says: the list that the document was opened from, or the other page. */
export type ReviewSearch = InboxSearch & FromOrigin;

export const readReviewSearch = (search: Record<string, unknown>): ReviewSearch => ({ ...readInboxSearch(search), de: readOrigin(search.de) });
