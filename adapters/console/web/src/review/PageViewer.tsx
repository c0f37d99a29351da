import { ActionIcon, Group, Text, Tooltip } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconColorSwatch, IconMinus, IconPlus, IconRotateClockwise, IconZoomReset } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type Document, wordsQuery } from '../api/document';
import { review as en } from '../i18n/en/review';
import { review as es } from '../i18n/es/review';
import { useWords } from '../i18n/language';
import { useKeys } from '../keys/KeyLayer';
import { type Box, pageImage } from './document';
import type { Field, FieldName } from './fields';
import { PageOverlay } from './PageOverlay';
import classes from './PageViewer.module.css';
import { Thumbnails } from './Thumbnails';

type Props = {
  document: Document;
  fields: Field[];
  active: FieldName | undefined;
  page: number;
  onPage: (page: number) => void;
  onField: (name: FieldName) => void;
  /** Words were dragged over. */
  onText: (text: string) => void;
};

const base = 120; // dpi that is fine up to the width of the pane
const fine = 200;

/** A page of the original, where the fields stand on it, and the others as thumbnails. */
export function PageViewer({ document: d, fields, active, page, onPage, onField, onText }: Props) {
  const words = useWords({ es, en });
  const [zoom, setZoom] = useState(1);
  const [turned, setTurned] = useState<number>();
  const [colour, setColour] = useLocalStorage({ key: 'cotejo-colour', defaultValue: false, getInitialValueInEffect: false });
  const [natural, setNatural] = useState<{ src: string; width: number; height: number }>();
  const scroller = useRef<HTMLDivElement>(null);
  const text = useQuery({ ...wordsQuery(d.id, page), retry: false });
  const turn = turned ?? text.data?.turn ?? 0;
  const dpi = zoom > 1.3 ? fine : base;
  const src = pageImage(d.id, page, dpi, colour);
  const points = text.data && text.data.width > 0 ? text.data : natural && { width: (natural.width * 72) / base, height: (natural.height * 72) / base };

  useEffect(() => setTurned(undefined), [d.id, page]);
  const boxes = fields.find((f) => f.name === active)?.entities.find((e) => e.page === page)?.boxes;
  useEffect(() => {
    if (boxes?.length) scroller.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'smooth' });
  }, [boxes]);

  const bigger = () => setZoom((z) => Math.min(4, z * 1.25));
  const smaller = () => setZoom((z) => Math.max(0.4, z / 1.25));
  const rotate = () => setTurned((turn + 1) % 4);
  const go = (step: number) => onPage(Math.max(1, Math.min(d.pages, page + step)));
  useKeys([
    { chord: '+', does: words.bigger, run: bigger },
    { chord: '-', does: words.smaller, run: smaller },
    { chord: '0', does: words.fit, run: () => setZoom(1) },
    { chord: 'r', does: words.turn, run: rotate },
    { chord: 'v', does: words.colour, run: () => setColour(!colour) },
    { chord: '.', does: words.nextPage, run: () => go(1) },
    { chord: ',', does: words.previousPage, run: () => go(-1) },
  ]);

  const sideways = turn % 2 === 1;
  const ratio = points ? points.height / points.width : 1.3;
  return (
    <section className={classes.viewer} aria-label={words.page(page, d.pages)}>
      <Group gap={4} className={classes.tools} wrap="nowrap">
        <Text size="sm" mr="auto" role="status">
          {words.page(page, d.pages)}
        </Text>
        <Tool label={words.smaller} onClick={smaller} icon={<IconMinus size={16} aria-hidden />} />
        <Text size="xs" w={44} ta="center">
          {Math.round(zoom * 100)}&nbsp;%
        </Text>
        <Tool label={words.bigger} onClick={bigger} icon={<IconPlus size={16} aria-hidden />} />
        <Tool label={words.fit} onClick={() => setZoom(1)} icon={<IconZoomReset size={16} aria-hidden />} />
        <Tool label={words.turn} onClick={rotate} icon={<IconRotateClockwise size={16} aria-hidden />} />
        <Tool label={words.colour} pressed={colour} onClick={() => setColour(!colour)} icon={<IconColorSwatch size={16} aria-hidden />} />
      </Group>
      <div className={classes.body}>
        {d.pages > 1 && <Thumbnails id={d.id} pages={d.pages} page={page} onPage={onPage} />}
        <div className={classes.scroll} ref={scroller} tabIndex={0} role="region" aria-label={words.image}>
          <div className={classes.sheet} style={{ width: `${zoom * 100}%`, aspectRatio: sideways ? String(ratio) : String(1 / ratio) }}>
            <div className={classes.turned} style={turnStyle(turn, ratio)}>
              <img
                key={d.id + page}
                src={src}
                alt={words.pageImage(page)}
                className={classes.image}
                onLoad={(e) => {
                  const { naturalWidth, naturalHeight } = e.currentTarget;
                  if (dpi === base) setNatural({ src, width: naturalWidth, height: naturalHeight });
                }}
              />
              {points && <PageOverlay size={points} words={text.data?.words ?? []} marks={marksOf(fields, active, page)} onField={onField} onText={onText} />}
            </div>
          </div>
        </div>
      </div>
    </section>
  );
}

export type Mark = { field: FieldName; active: boolean; doubtful: boolean; boxes: Box[] };

function marksOf(fields: Field[], active: FieldName | undefined, page: number): Mark[] {
  return fields.flatMap((f) =>
    f.entities
      .filter((e) => e.page === page && e.boxes.length > 0)
      .map((e) => ({ field: f.name, active: f.name === active, doubtful: f.state === 'doubtful', boxes: e.boxes })),
  );
}

/** Turns a sheet about its middle, and makes it as wide as the pane again. */
function turnStyle(turn: number, ratio: number) {
  const sideways = turn % 2 === 1;
  return {
    width: sideways ? `${100 / ratio}%` : '100%',
    aspectRatio: String(1 / ratio),
    transform: `translate(-50%, -50%) rotate(${turn * 90}deg)`,
  };
}

function Tool({ label, icon, onClick, pressed }: { label: string; icon: ReactNode; onClick: () => void; pressed?: boolean }) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant={pressed ? 'filled' : 'default'} aria-label={label} aria-pressed={pressed} onClick={onClick}>
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}
