import { Text } from '@mantine/core';
import { useMemo } from 'react';
import type { Document } from '../api/document';
import { review as en } from '../i18n/en/review';
import { review as es } from '../i18n/es/review';
import { useWords } from '../i18n/language';
import type { Field, FieldName } from './fields';
import classes from './TextViewer.module.css';

/** The text of a document that has no pages to look at; the focused field's place is marked. */
export function TextViewer({ document: d, fields, active }: { document: Document; fields: Field[]; active: FieldName | undefined }) {
  const words = useWords({ es, en });
  const points = useMemo(() => Array.from(d.text), [d.text]); // positions count code points
  const entity = fields.find((f) => f.name === active)?.entities[0];
  const cut = (from: number, to?: number) => points.slice(from, to).join('');
  return (
    <section className={classes.text} aria-label={words.text} tabIndex={0}>
      {d.text === '' ? (
        <Text c="dimmed">{words.noText}</Text>
      ) : entity ? (
        <>
          {cut(0, entity.start)}
          <mark>{cut(entity.start, entity.end)}</mark>
          {cut(entity.end)}
        </>
      ) : (
        d.text
      )}
    </section>
  );
}
