import { useMemo } from 'react';

/** A name for a request, the same until what it is about changes: see Idempotency-Key. */
export const useKey = (about: string): string => useMemo(() => crypto.randomUUID(), [about]);
