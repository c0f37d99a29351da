import { useDebouncedCallback } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

/** Delays a change of the address until typing pauses; it is dropped when another page was opened meanwhile, also one that still loads. */
export function useAsTyped(apply: (text: string) => void, delay: number) {
  const router = useRouter();
  const [page] = useState(() => router.latestLocation.pathname);
  return useDebouncedCallback((text: string) => {
    if (router.latestLocation.pathname === page) apply(text);
  }, delay);
}
