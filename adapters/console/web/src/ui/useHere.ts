import { useLocation } from '@tanstack/react-router';

/** The path and search of the page, as other pages keep their origin. */
export const useHere = () => useLocation({ select: (at) => at.pathname + at.searchStr });
