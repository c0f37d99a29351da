import { forwardRef } from 'react';
import type { Document } from '../api/document';
import type { Field, FieldName } from './fields';
import { FieldRow } from './FieldRow';

export type FieldActions = {
  edit: (name: FieldName, value: string) => void;
  accept: (name: FieldName) => void;
  restore: (name: FieldName) => void;
  focus: (name: FieldName) => void;
  /** Accepts and goes on to the next doubtful field. */
  acceptAndGo: (name: FieldName) => void;
  explain: (name: FieldName | undefined) => void;
};

type Props = { document: Document; fields: Field[]; active: FieldName | undefined; explained: FieldName | undefined; actions: FieldActions };

/** The fields of the document, from top to bottom. */
export const FieldList = forwardRef<HTMLDivElement, Props>(function FieldList({ document: d, fields, active, explained, actions }, ref) {
  return (
    <div ref={ref}>
      {fields.map((f) => (
        <FieldRow key={f.name} document={d} field={f} active={f.name === active} explained={f.name === explained} actions={actions} />
      ))}
    </div>
  );
});
