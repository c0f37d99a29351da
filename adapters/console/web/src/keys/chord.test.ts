import { expect, test } from 'vitest';
import { chordOf, matchChord } from './chord';

const press = (key: string, more: Partial<KeyboardEvent> = {}) => chordOf({ key, ctrlKey: false, altKey: false, metaKey: false, shiftKey: false, ...more });

test.each([
  ['a letter', press('j'), 'j'],
  ['capitals lock or Shift make no other chord of a letter', press('J', { shiftKey: true }), 'j'],
  ['Shift is part of a character that needs it', press('?', { shiftKey: true }), '?'],
  ['Shift counts with a named key', press('ArrowDown', { shiftKey: true }), 'Shift+ArrowDown'],
  ['Command counts as Ctrl', press('Enter', { metaKey: true }), 'Ctrl+Enter'],
])('%s', (_, got, want) => expect(got).toBe(want));

test.each([
  ['one key', 'j', '', 'j', 'whole'],
  ['another key', 'j', '', 'k', 'no'],
  ['the first of two', 'g b', '', 'g', 'begun'],
  ['the second of two', 'g b', 'g', 'b', 'whole'],
  ['the second without the first', 'g b', '', 'b', 'no'],
  ['a single key does not run in the middle of two', 'b', 'g', 'b', 'no'],
] as const)('%s', (_, chord, before, pressed, want) => expect(matchChord(chord, before, pressed)).toBe(want));
