import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef } from 'react';
import { chordOf, matchChord, typesText } from './chord';

export type Key = {
  chord: string;
  /** What it does, as the list of keys says it. */
  does: string;
  run: () => void;
  /** Works while a text field has the focus, too. */
  inFields?: boolean;
};

type Scope = { name: 'page' | 'console' | 'dialog'; keys: () => Key[] };

const Context = createContext<{ scopes: Set<Scope> }>({ scopes: new Set() });

/** Listens to the keyboard for all that useKeys names. */
export function KeyLayer({ children }: { children: ReactNode }) {
  const value = useMemo(() => ({ scopes: new Set<Scope>() }), []);
  const before = useRef('');
  useEffect(() => {
    let forget = 0;
    const listen = (e: KeyboardEvent) => {
      if (e.defaultPrevented || e.isComposing || ['Shift', 'Control', 'Alt', 'Meta'].includes(e.key)) return;
      const pressed = chordOf(e);
      const typing = typesText(e.target, pressed);
      const dialog = document.querySelector('[role=dialog][aria-modal=true]') !== null; // what lies under it has no keys
      const first = before.current;
      before.current = '';
      window.clearTimeout(forget);
      for (const scope of [...value.scopes].reverse()) {
        if (dialog !== (scope.name === 'dialog')) continue;
        for (const key of scope.keys()) {
          if (typing && !key.inFields) continue;
          const match = matchChord(key.chord, first, pressed);
          if (match === 'whole') {
            e.preventDefault();
            key.run();
            return;
          }
          if (match === 'begun') {
            before.current = pressed;
            forget = window.setTimeout(() => (before.current = ''), 1500);
          }
        }
      }
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [value]);
  return <Context value={value}>{children}</Context>;
}

/** Gives keys to what is shown. Of two with one chord the one shown later has it; while a dialog is open its own alone work. */
export function useKeys(keys: Key[], name: Scope['name'] = 'page') {
  const { scopes } = useContext(Context);
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const scope: Scope = { name, keys: () => latest.current };
    scopes.add(scope);
    return () => void scopes.delete(scope);
  }, [scopes, name]);
}

/** The keys that work now, for the list of keys. */
export function useActiveKeys(): () => Record<'page' | 'console', Key[]> {
  const { scopes } = useContext(Context);
  return () => ({
    page: [...scopes].filter((s) => s.name === 'page').flatMap((s) => s.keys()),
    console: [...scopes].filter((s) => s.name === 'console').flatMap((s) => s.keys()),
  });
}
