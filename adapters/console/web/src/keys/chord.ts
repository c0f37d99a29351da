/**
 * Chords as people write them: "j", "?", "Ctrl+Enter", "Shift+ArrowDown", and
 * two in turn as "g b".
 */
type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey'>;

/** The chord of one key press. Shift counts only where it does not make another character. */
export function chordOf(e: KeyPress): string {
  const shift = e.shiftKey && (e.key.length > 1 || e.key === ' ');
  const key = e.key === ' ' ? 'Space' : e.key.length === 1 ? e.key.toLowerCase() : e.key;
  return [(e.ctrlKey || e.metaKey) && 'Ctrl', e.altKey && 'Alt', shift && 'Shift', key].filter(Boolean).join('+');
}

/** Whether what was pressed begins a chord of two, or completes one. */
export function matchChord(chord: string, before: string, pressed: string): 'whole' | 'begun' | 'no' {
  const [first, second] = chord.split(' ');
  if (second === undefined) return !before && first === pressed ? 'whole' : 'no';
  if (before === first && second === pressed) return 'whole';
  return !before && first === pressed ? 'begun' : 'no';
}

/** Whether a field with the focus would take the key for text or for itself. */
export function typesText(target: EventTarget | null, chord: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (/^(Ctrl|Alt)\+/.test(chord) || /^F\d+$/.test(chord)) return false;
  if (target.isContentEditable || ['TEXTAREA', 'SELECT'].includes(target.tagName)) return true;
  if (target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'range', 'file'].includes(target.type)) return true;
  return ['Enter', 'Space'].includes(chord) && target.matches('button, a, input, summary, [role=button], [role=menuitem], [role=option], [role=tab]');
}
