import { Text } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { address } from '../api/client';
import { type Document, wordsQuery } from '../api/document';
import type { components } from '../api/intake';
import { pairs as en } from '../i18n/en/pairs';
import { pairs as es } from '../i18n/es/pairs';
import { useWords } from '../i18n/language';
import { useFormat } from '../i18n/useFormat';
import classes from './compare.module.css';
import { personSearch } from '../people/people';
import { marksOf, type Stretch } from './marks';
import { AnchorLink } from '../ui/links';
import { useReviewLink } from '../ui/useReviewLink';

type PageDetail = Document['page_details'][number];

/** The pages of a document, what it shares and what not marked on them. */
export function PaperPages({ document: d, stretches }: { document: Document; stretches: Stretch[] }) {
  return (
    <>
      {d.page_details.map((p) => (
        <PaperPage key={p.number} document={d} page={p} stretches={stretches} />
      ))}
    </>
  );
}

const letter = { width: 612, height: 792 };

/** Where the words of a page stand on it; null where that is not known. */
const placed = (w: components['schemas']['PageWords']) => (w.available && w.width > 0 ? w : null);

/** A page with its marks, loaded when it comes into view, or at once. */
export function PaperPage({ document: d, page, stretches, eager = false }: { document: Document; page: PageDetail; stretches: Stretch[]; eager?: boolean }) {
  const words = useWords({ es, en });
  const { ref, inViewport } = useInViewport();
  const seen = useRef(eager);
  if (inViewport) seen.current = true;
  const [natural, setNatural] = useState<{ width: number; height: number }>();
  const place = useQuery({ ...wordsQuery(d.id, page.number), enabled: seen.current, select: placed });
  const size = place.data ?? natural ?? letter;
  const marks = useMemo(() => (place.data ? marksOf(place.data.words, stretches) : []), [place.data, stretches]);
  return (
    <figure ref={ref} className={classes.page} style={{ aspectRatio: `${size.width} / ${size.height}` }} data-start={page.start} data-end={page.end}>
      <img
        src={address(`/api/v1/documents/${d.id}/pages/${page.number}`) + '?dpi=110'}
        alt={words.pageAlt(page.number, d.pages, d.file_name)}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'low' : undefined}
        decoding="async"
        onLoad={(e) => setNatural({ width: e.currentTarget.naturalWidth, height: e.currentTarget.naturalHeight })}
      />
      {marks.length > 0 && (
        <svg className={classes.marks} viewBox={`0 0 ${size.width} ${size.height}`} preserveAspectRatio="none" aria-hidden>
          {marks.map((m, i) => (
            <g key={i} className={m.equal ? classes.equalMark : classes.changedMark}>
              <rect x={m.x0 - 1} y={m.y0 - 1} width={m.x1 - m.x0 + 2} height={m.y1 - m.y0 + 2} />
              {!m.equal && <line x1={m.x0 - 1} x2={m.x1 + 1} y1={m.y1 + 1} y2={m.y1 + 1} />}
            </g>
          ))}
        </svg>
      )}
      <figcaption>{words.pageN(page.number, d.pages)}</figcaption>
    </figure>
  );
}

/** The text of one side, what the other lacks marked. */
export function PaperText({ text, stretches }: { text: string; stretches: Stretch[] }) {
  const words = useWords({ es, en });
  const points = useMemo(() => [...text], [text]);
  if (!text)
    return (
      <Text c="dimmed" p="md">
        {words.noText}
      </Text>
    );
  if (stretches.length === 0) return <div className={classes.text}>{text}</div>;
  return (
    <div className={classes.text}>
      {stretches.map((s) => {
        const Part = s.equal ? 'span' : 'mark';
        return (
          <Part key={s.start} data-start={s.start} data-end={s.end} className={s.equal ? classes.equalText : classes.changedText}>
            {points.slice(s.start, s.end).join('').replaceAll('\f', '\n\n')}
          </Part>
        );
      })}
    </div>
  );
}

/** What stands above a document: its file, who files, when it came. */
export function PaperHead({ document: d, role }: { document: components['schemas']['Summary']; role: string }) {
  const { moment, cedula } = useFormat();
  const person = personSearch(d);
  const review = useReviewLink();
  return (
    <div className={classes.paperHead}>
      <Text size="xs" c="dimmed" fw={600}>
        {role}
      </Text>
      <AnchorLink size="sm" fw={600} truncate title={d.file_name} {...review(d.id)}>
        {d.file_name || d.demandante || '—'}
      </AnchorLink>
      <Text size="xs" truncate title={d.demandante}>
        {person ? (
          <AnchorLink inherit to="/personas/escritos" search={person}>
            {d.demandante || cedula(d.cedula)}
          </AnchorLink>
        ) : (
          '—'
        )}
        {d.demandante && d.cedula && ` · ${cedula(d.cedula)}`}
      </Text>
      <Text size="xs" c="dimmed">
        {moment(d.arrived_at)}
      </Text>
    </div>
  );
}

/** Tells the leading pane's scrolling to the other one. */
export function useTogether(leftStretches: Stretch[], rightStretches: Stretch[], acrossOf: (s: Stretch[], offset: number) => number) {
  const left = useRef<HTMLDivElement>(null);
  const right = useRef<HTMLDivElement>(null);
  const leader = useRef<HTMLDivElement | null>(null);
  useEffect(() => {
    const panes = [left.current, right.current] as const;
    const stop: (() => void)[] = [];
    panes.forEach((pane, i) => {
      const other = panes[1 - i];
      if (!pane || !other) return;
      const lead = () => void (leader.current = pane);
      const follow = () => {
        if (leader.current !== pane) return;
        const at = offsetAtTop(pane);
        if (at === undefined)
          return void (other.scrollTop = (pane.scrollTop / Math.max(1, pane.scrollHeight - pane.clientHeight)) * (other.scrollHeight - other.clientHeight));
        const [own, others] = i === 0 ? [leftStretches, rightStretches] : [rightStretches, leftStretches];
        scrollTo(other, pane.scrollTop <= 2 ? (others[0]?.start ?? 0) : acrossOf(own, at));
      };
      for (const event of ['wheel', 'pointerdown', 'touchstart', 'keydown', 'focusin'] as const) pane.addEventListener(event, lead, { passive: true });
      pane.addEventListener('scroll', follow, { passive: true });
      stop.push(() => {
        for (const event of ['wheel', 'pointerdown', 'touchstart', 'keydown', 'focusin'] as const) pane.removeEventListener(event, lead);
        pane.removeEventListener('scroll', follow);
      });
    });
    return () => stop.forEach((f) => f());
  });
  /** Scrolls both by a part of what is seen. */
  const scrollBy = (share: number) => {
    if (!left.current) return;
    leader.current = left.current;
    left.current.scrollBy({ top: share * left.current.clientHeight });
  };
  return { left, right, scrollBy };
}

const blocks = (pane: HTMLElement) => [...pane.querySelectorAll<HTMLElement>('[data-start]')];

/** The place of the text that stands at the upper edge of a pane. */
function offsetAtTop(pane: HTMLElement): number | undefined {
  const edge = pane.getBoundingClientRect().top + 8;
  for (const b of blocks(pane)) {
    const box = b.getBoundingClientRect();
    if (box.bottom <= edge) continue;
    const share = Math.min(1, Math.max(0, (edge - box.top) / Math.max(1, box.height)));
    return Number(b.dataset.start) + share * (Number(b.dataset.end) - Number(b.dataset.start));
  }
  return undefined;
}

/** Brings a place of the text to the upper edge of a pane. */
export function scrollTo(pane: HTMLElement, offset: number) {
  if (offset === 0) return void (pane.scrollTop = 0);
  const all = blocks(pane);
  const block = all.find((b) => Number(b.dataset.end) > offset) ?? all.at(-1);
  if (!block) return;
  const box = block.getBoundingClientRect();
  const from = Number(block.dataset.start);
  const share = Math.min(1, Math.max(0, (offset - from) / Math.max(1, Number(block.dataset.end) - from)));
  pane.scrollTop += box.top + share * box.height - pane.getBoundingClientRect().top - 8;
}
