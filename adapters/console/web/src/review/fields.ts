import type { Document } from '../api/document';
import type { Doubt, Entity } from './document';

/** The fields of a document in the order that a clerk checks them. */
export const fieldNames = [
  'document_type',
  'vence',
  'demandante',
  'cedula',
  'demandado',
  'correo',
  'radicado',
  'juzgado',
  'direccion_demandante',
  'direccion_demandado',
  'numero_acta',
  'etiquetas',
  'observaciones',
] as const;
export type FieldName = (typeof fieldNames)[number];

/** What a clerk did with a field and has not stored: its new value, and what it was then. */
export type Edit = { value: string; base: string };
export type Work = { edits: Partial<Record<FieldName, Edit>>; accepted: FieldName[] };
export const noWork: Work = { edits: {}, accepted: [] };

export type Field = {
  name: FieldName;
  value: string; // as the clerk sees it
  stored: string; // as the document has it
  state: 'sure' | 'doubtful' | 'accepted' | 'corrected' | 'typed' | 'empty';
  confidence?: number; // of the least sure of its values
  /** Why the value, or that there is none, should be checked. */
  doubt?: Doubt;
  entities: Entity[];
  alternatives: Entity[];
  /** Somebody else stored another value since the clerk began. */
  conflict: boolean;
};

export const storedValue = (d: Document, name: FieldName): string => (name === 'etiquetas' ? d.etiquetas.join(', ') : (d[name] ?? ''));

/** Brings together what the document has, how sure that is, and what the clerk did. */
export function fieldsOf(d: Document, work: Work): Field[] {
  return fieldNames.map((name) => {
    const stored = storedValue(d, name);
    const edit = work.edits[name];
    const value = edit?.value ?? stored;
    const entities = d.entities.filter((e) => e.field === name);
    const alternatives = d.alternatives.filter((e) => e.field === name);
    const suggested = name === 'document_type' ? d.suggested_type : null;
    const doubt = d.doubts.find((x) => x.field === name);
    const doubtful = d.doubtful_fields.includes(name);
    const confidence = suggested
      ? suggested.value === value
        ? suggested.confidence
        : undefined
      : entities.length > 0
        ? Math.min(...entities.map((e) => e.confidence))
        : undefined;
    return {
      name,
      value,
      stored,
      state: stateOf(),
      confidence,
      doubt: value === stored ? doubt : undefined,
      entities,
      alternatives,
      conflict: edit !== undefined && edit.base !== stored && edit.value !== stored,
    };

    function stateOf(): Field['state'] {
      if (value !== stored) return 'corrected';
      if (work.accepted.includes(name) || d.status === 'validated') return value === '' ? 'empty' : 'accepted';
      if (doubtful) return 'doubtful';
      if (value === '') return 'empty';
      return confidence === undefined ? 'typed' : 'sure';
    }
  });
}

/** The values that approving would store. */
export function correctionsOf(fields: Field[]): Record<string, string> {
  return Object.fromEntries(fields.filter((f) => f.state === 'corrected').map((f) => [f.name, f.value]));
}

/** The next field to look at after one, round the end; undefined when none is doubtful. */
export function nextDoubtful(fields: Field[], after: FieldName | undefined, step: 1 | -1 = 1): FieldName | undefined {
  const at = after ? fields.findIndex((f) => f.name === after) : step > 0 ? -1 : fields.length;
  for (let i = 1; i <= fields.length; i++) {
    const field = fields[(at + step * i + fields.length * 2) % fields.length];
    if (field.state === 'doubtful' || field.conflict) return field.name;
  }
  return undefined;
}
