/**
 * Text that was typed and not yet saved, kept in the browser's storage by user:
 * it survives reloads, the end of the session and a restarted server. A draft
 * that nobody returned to is forgotten after two weeks.
 */
const prefix = 'cotejo-draft:';
const kept = 14 * 24 * 3600 * 1000;

export type Draft<T> = { value: T; at: string };

export function draftKey(user: string, name: string): string {
  return `${prefix}${user}:${name}`;
}

export function readDraft<T>(storage: Storage, key: string): Draft<T> | undefined {
  try {
    const draft = JSON.parse(storage.getItem(key) ?? 'null') as Draft<T> | null;
    return draft && typeof draft.at === 'string' ? draft : undefined;
  } catch {
    return undefined; // of another version
  }
}

export function writeDraft<T>(storage: Storage, key: string, value: T, now: Date): void {
  try {
    storage.setItem(key, JSON.stringify({ value, at: now.toISOString() } satisfies Draft<T>));
  } catch {
    // The storage is full or forbidden: what is on the page is all there is.
  }
}

export function forgetOldDrafts(storage: Storage, now: Date): void {
  for (const key of Object.keys(storage)) {
    if (!key.startsWith(prefix)) continue;
    const draft = readDraft(storage, key);
    if (!draft || now.getTime() - Date.parse(draft.at) > kept) storage.removeItem(key);
  }
}
