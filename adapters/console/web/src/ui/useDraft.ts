import { useCallback, useRef, useState } from 'react';
import { useUsername } from '../session/session';
import { draftKey, readDraft, writeDraft } from './drafts';

/**
 * State that is kept as a draft of the user under a name until it is dropped.
 * `keptAt` says when the text was typed that a former visit left.
 *
 *     const { value, setValue, drop, keptAt } = useDraft(`note:${id}`, '');
 */
export function useDraft<T>(name: string, initial: T) {
  const key = draftKey(useUsername(), name);
  const [state, setState] = useState(() => load(key, initial));
  const current = state.key === key ? state : load(key, initial);
  if (current !== state) setState(current);
  const first = useRef(initial);
  first.current = initial;

  const setValue = useCallback(
    (value: T) => {
      writeDraft(localStorage, key, value, new Date());
      setState((s) => ({ ...s, key, value }));
    },
    [key],
  );
  const drop = useCallback(() => {
    localStorage.removeItem(key);
    setState({ key, value: first.current, keptAt: undefined });
  }, [key]);
  return { value: current.value, setValue, drop, keptAt: current.keptAt };
}

function load<T>(key: string, initial: T): { key: string; value: T; keptAt: string | undefined } {
  const draft = readDraft<T>(localStorage, key);
  return { key, value: draft ? draft.value : initial, keptAt: draft?.at };
}
