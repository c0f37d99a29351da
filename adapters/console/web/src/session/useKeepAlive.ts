import { useEffect, useRef } from 'react';
import { loadSession } from './session';

/**
 * Tells the server while somebody works that sends nothing, as when typing or
 * reading, and calls ended when the session has run out.
 */
export function useKeepAlive(idleMinutes: number, ended: () => unknown) {
  const used = useRef(true);
  useEffect(() => {
    if (!(idleMinutes > 0)) return;
    const use = () => void (used.current = true);
    const events = ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const;
    for (const name of events) window.addEventListener(name, use, { passive: true });
    let unused = 0;
    const beat = idleMinutes / 5; // minutes
    const timer = window.setInterval(() => {
      unused = used.current ? 0 : unused + beat;
      const asks = used.current || unused >= idleMinutes;
      const counts = used.current;
      used.current = false;
      if (asks)
        loadSession(counts).then(
          (session) => session ?? ended(),
          () => {},
        );
    }, beat * 60_000);
    return () => {
      window.clearInterval(timer);
      for (const name of events) window.removeEventListener(name, use);
    };
  }, [idleMinutes, ended]);
}
