import type { Comparison } from './pairs';

export type Side = 'left' | 'right';

/** A stretch of one text, in code points, and where the other has the same. */
export type Stretch = { start: number; end: number; equal: boolean; across: { start: number; end: number } };

/** The stretches of one side of a comparison, in order and without gaps. */
export function stretchesOf(passages: Comparison['passages'], side: Side): Stretch[] {
  const other = side === 'left' ? 'right' : 'left';
  return passages
    .map((p) => ({ start: p[side].start, end: p[side].end, equal: p.kind === 'both', across: { start: p[other].start, end: p[other].end } }))
    .filter((s) => s.end > s.start);
}

/** The stretch that has a place of the text; before the first one that, and behind the last one the last. */
export function stretchAt(stretches: Stretch[], offset: number): Stretch | undefined {
  let low = 0;
  let high = stretches.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (stretches[middle].start <= offset) low = middle;
    else high = middle - 1;
  }
  return stretches[low];
}

/** The place of the other text that belongs beside a place of this one. */
export function across(stretches: Stretch[], offset: number): number {
  const s = stretchAt(stretches, offset);
  if (!s) return offset;
  const share = Math.min(1, Math.max(0, (offset - s.start) / Math.max(1, s.end - s.start)));
  return s.across.start + share * (s.across.end - s.across.start);
}

export type Box = { x0: number; y0: number; x1: number; y1: number };
export type Word = { start: number; end: number; box: Box };
export type Mark = Box & { equal: boolean };

/** The marks of a page: neighbours of one kind on one line are one mark. */
export function marksOf(words: Word[], stretches: Stretch[]): Mark[] {
  const marks: Mark[] = [];
  for (const w of words) {
    const stretch = stretchAt(stretches, w.start);
    if (!stretch || w.start < stretch.start || w.start >= stretch.end) continue; // of another filing of the file
    const last = marks.at(-1);
    const height = w.box.y1 - w.box.y0;
    const sameLine = last && Math.abs(last.y0 - w.box.y0) < height / 2 && w.box.x0 >= last.x0 && w.box.x0 - last.x1 < 3 * height;
    if (last && sameLine && last.equal === stretch.equal) {
      last.x1 = Math.max(last.x1, w.box.x1);
      last.y0 = Math.min(last.y0, w.box.y0);
      last.y1 = Math.max(last.y1, w.box.y1);
    } else {
      marks.push({ ...w.box, equal: stretch.equal });
    }
  }
  return marks;
}

type Page = { number: number; start: number; end: number };
const overlap = (a: { start: number; end: number }, b: { start: number; end: number }) => ({ start: Math.max(a.start, b.start), end: Math.min(a.end, b.end) });

/** The pages that have most text in common, each on one side once; at most `most` of a side, in the order of the left text. */
export function bestPages<L extends Page, R extends Page>(stretches: Stretch[], left: L[], right: R[], most: number): { left: L; right: R }[] {
  const found = left.flatMap((l) =>
    right.map((r) => {
      let shared = 0;
      for (const s of stretches) {
        const own = overlap(s, l);
        if (!s.equal || own.start >= own.end) continue;
        // The part of the other text that belongs to what the stretch has on this page.
        const scale = (s.across.end - s.across.start) / (s.end - s.start);
        const other = overlap({ start: s.across.start + (own.start - s.start) * scale, end: s.across.start + (own.end - s.start) * scale }, r);
        shared += Math.max(0, other.end - other.start);
      }
      return { left: l, right: r, shared };
    }),
  );
  const chosen: typeof found = [];
  for (const pair of found.filter((p) => p.shared > 0).sort((a, b) => b.shared - a.shared)) {
    if (chosen.length < most && !chosen.some((c) => c.left === pair.left || c.right === pair.right)) chosen.push(pair);
  }
  return chosen.sort((a, b) => a.left.number - b.left.number);
}
