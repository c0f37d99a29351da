import { useDebouncedCallback } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

/**
 * The text of a field, and what sets it. It counts once nothing was typed for a moment, and is dropped when another
 * page was opened meanwhile, also one that still loads. Where `value` changes by other means, as by the back button,
 * the field says so; an answer to what was typed before takes nothing back.
 */
export function useTyped(value: string, onValue: (text: string | undefined) => void, delay: number): [string, (text: string) => void] {
  const router = useRouter();
  const [page] = useState(() => router.latestLocation.pathname);
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  const apply = useDebouncedCallback((text: string) => {
    if (router.latestLocation.pathname !== page) return;
    sent.current = text.trim();
    onValue(sent.current || undefined);
  }, delay);
  useEffect(() => {
    if (value === sent.current) return;
    apply.cancel();
    setTyped((sent.current = value));
  }, [value, apply]);
  const type = (text: string) => {
    setTyped(text);
    apply(text);
  };
  return [typed, type];
}
