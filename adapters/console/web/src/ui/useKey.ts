import { useState } from 'react';

/** A name for a request, the same until what it is about changes: see Idempotency-Key. */
export function useKey(about: string): string {
  const [named, setNamed] = useState(() => ({ about, key: crypto.randomUUID() }));
  if (named.about === about) return named.key;
  const renamed = { about, key: crypto.randomUUID() };
  setNamed(renamed);
  return renamed.key;
}
