import { useCallback } from 'react';
import type { Document } from '../api/document';
import { useDraft } from '../ui/useDraft';
import { type FieldName, noWork, storedValue, type Work } from './fields';

/** What the clerk does with a document until it is approved; it survives reloads and the end of the session. */
export function useWork(d: Document) {
  const { value: work, setValue, drop, keptAt } = useDraft<Work>(`review:${d.id}`, noWork);
  const edit = useCallback(
    (name: FieldName, value: string) => {
      const base = work.edits[name]?.base ?? storedValue(d, name);
      setValue({ ...work, edits: { ...work.edits, [name]: { value, base } } });
    },
    [work, setValue, d],
  );
  /** Takes back what was done with a field; of a conflict the stored value stays. */
  const restore = useCallback(
    (name: FieldName) => {
      const { [name]: _, ...edits } = work.edits;
      setValue({ edits, accepted: work.accepted.filter((a) => a !== name) });
    },
    [work, setValue],
  );
  /** Keeps the value as it is, also against what somebody else stored. */
  const accept = useCallback(
    (name: FieldName) => {
      const own = work.edits[name];
      const edits = own ? { ...work.edits, [name]: { ...own, base: storedValue(d, name) } } : work.edits;
      setValue({ edits, accepted: [...work.accepted.filter((a) => a !== name), name] });
    },
    [work, setValue, d],
  );
  return { work, edit, restore, accept, drop, keptAt };
}
