import { type PointerEvent, useRef, useState } from 'react';
import type { Box, Word } from './document';
import type { FieldName } from './fields';
import classes from './PageOverlay.module.css';
import type { Mark } from './PageViewer';

type Props = {
  size: { width: number; height: number }; // points
  words: Word[];
  marks: Mark[];
  onField: (name: FieldName) => void;
  onText: (text: string) => void;
};

/**
 * What lies on the page: the places of the fields, and its words, over which one
 * drags to take their text. It is drawn in points of the page. Fields are reached
 * by keyboard beside the page, so nothing here takes the focus.
 */
export function PageOverlay({ size, words, marks, onField, onText }: Props) {
  const svg = useRef<SVGSVGElement>(null);
  const [drag, setDrag] = useState<{ from: number; to: number }>();

  const wordAt = (e: PointerEvent): number => {
    const box = svg.current?.getScreenCTM()?.inverse();
    if (!box) return -1;
    const { x, y } = new DOMPoint(e.clientX, e.clientY).matrixTransform(box);
    return nearestWord(words, x, y);
  };
  const start = (e: PointerEvent) => {
    if (e.button !== 0 || words.length === 0) return;
    const at = wordAt(e);
    if (at < 0) return;
    e.preventDefault(); // the field keeps the focus
    svg.current?.setPointerCapture(e.pointerId);
    setDrag({ from: at, to: at });
  };
  const move = (e: PointerEvent) => {
    if (!drag) return;
    const to = wordAt(e);
    if (to >= 0) setDrag({ ...drag, to });
  };
  const end = (e: PointerEvent) => {
    if (!drag) return;
    const [first, last] = [Math.min(drag.from, drag.to), Math.max(drag.from, drag.to)];
    setDrag(undefined);
    const mark = first === last ? markAt(marks, words[first].box) : undefined;
    if (mark && !e.altKey && !mark.active) onField(mark.field);
    else
      onText(
        words
          .slice(first, last + 1)
          .map((w) => w.text)
          .join(' '),
      );
  };
  const [first, last] = drag ? [Math.min(drag.from, drag.to), Math.max(drag.from, drag.to)] : [0, -1];
  return (
    <svg
      ref={svg}
      className={classes.overlay}
      viewBox={`0 0 ${size.width} ${size.height}`}
      preserveAspectRatio="none"
      aria-hidden
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={() => setDrag(undefined)}
    >
      {words.map((w, i) => (
        <rect key={i} {...rectOf(w.box, 0.5)} className={classes.word} data-chosen={(i >= first && i <= last) || undefined} />
      ))}
      {marks.map((m) =>
        m.boxes.map((b, i) => (
          <rect
            key={`${m.field}-${i}-${b.x0}-${b.y0}`}
            {...rectOf(b, 2)}
            rx={2}
            className={classes.mark}
            data-active={m.active || undefined}
            data-doubtful={m.doubtful || undefined}
            onPointerDown={words.length === 0 ? () => onField(m.field) : undefined}
          />
        )),
      )}
    </svg>
  );
}

const rectOf = (b: Box, pad: number) => ({ x: b.x0 - pad, y: b.y0 - pad, width: b.x1 - b.x0 + 2 * pad, height: b.y1 - b.y0 + 2 * pad });

const inside = (b: Box, x: number, y: number, pad: number) => x >= b.x0 - pad && x <= b.x1 + pad && y >= b.y0 - pad && y <= b.y1 + pad;

/** The word at a place, or the nearest one of its line within half an inch. */
function nearestWord(words: Word[], x: number, y: number): number {
  let best = -1;
  let distance = 36;
  for (const [i, { box }] of words.entries()) {
    if (inside(box, x, y, 1)) return i;
    if (y < box.y0 - 2 || y > box.y1 + 2) continue;
    const gap = Math.max(box.x0 - x, x - box.x1);
    if (gap < distance) [best, distance] = [i, gap];
  }
  return best;
}

const markAt = (marks: Mark[], b: Box): Mark | undefined => marks.find((m) => m.boxes.some((box) => inside(box, (b.x0 + b.x1) / 2, (b.y0 + b.y1) / 2, 2)));
