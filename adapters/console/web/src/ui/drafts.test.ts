import { beforeEach, expect, test } from 'vitest';
import { draftKey, forgetOldDrafts, readDraft, writeDraft } from './drafts';

class MemoryStorage implements Storage {
  [name: string]: unknown;
  get length() {
    return Object.keys(this).length;
  }
  clear = undefined as never;
  key = undefined as never;
  getItem(name: string) {
    return (this[name] as string | undefined) ?? null;
  }
  setItem(name: string, value: string) {
    this[name] = value;
  }
  removeItem(name: string) {
    delete this[name];
  }
}

let storage: Storage;
beforeEach(() => void (storage = new MemoryStorage() as unknown as Storage));

const monday = new Date('2024-03-11T13:00:00Z');
const days = (n: number) => new Date(monday.getTime() + n * 24 * 3600 * 1000);

test('what was written is read with the time it was typed', () => {
  writeDraft(storage, 'k', { note: 'ñandú' }, monday);
  expect(readDraft(storage, 'k')).toEqual({ value: { note: 'ñandú' }, at: monday.toISOString() });
});

test('users have drafts of their own', () => expect(draftKey('ana', 'note:1')).not.toBe(draftKey('luz', 'note:1')));

test('a draft that another version wrote is none', () => {
  storage.setItem('k', '{not json');
  expect(readDraft(storage, 'k')).toBeUndefined();
});

test('a full storage loses no more than the draft', () => {
  storage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  expect(() => writeDraft(storage, 'k', 'text', monday)).not.toThrow();
});

test('old drafts are forgotten, and nothing else', () => {
  writeDraft(storage, draftKey('ana', 'old'), 'a', monday);
  writeDraft(storage, draftKey('ana', 'new'), 'b', days(10));
  storage.setItem('cotejo-language', 'es');
  forgetOldDrafts(storage, days(15));
  expect(
    Object.keys(storage)
      .filter((k) => k.includes('cotejo'))
      .sort(),
  ).toEqual(['cotejo-draft:ana:new', 'cotejo-language']);
});
