import { describe, expect, test } from 'vitest';
import type { Document } from '../api/document';
import type { Entity } from './document';
import { correctionsOf, fieldsOf, nextDoubtful, noWork } from './fields';

const entity = (field: string, confidence: number): Entity => ({
  field,
  value: 'x',
  raw: 'x',
  confidence,
  doubtful: false,
  page: 1,
  start: 0,
  end: 1,
  boxes: [],
  sources: [],
});

const document = (part: Partial<Document> = {}): Document =>
  ({
    status: 'processed',
    document_type: 'tutela',
    suggested_type: null,
    demandante: 'Ana López',
    demandado: 'EPS',
    cedula: '20923212',
    correo: '',
    radicado: '',
    juzgado: '',
    direccion_demandante: '',
    direccion_demandado: '',
    numero_acta: '',
    observaciones: '',
    etiquetas: ['salud', 'menor'],
    entities: [entity('demandante', 0.99), entity('demandado', 0.99), entity('demandado', 0.4), entity('cedula', 0.7)],
    alternatives: [entity('correo', 0.3)],
    doubts: [],
    doubtful_fields: ['demandado', 'cedula', 'correo'],
    ...part,
  }) as unknown as Document;

const stateOf = (name: string, d = document(), work = noWork) => fieldsOf(d, work).find((f) => f.name === name)?.state;

describe('the state of a field', () => {
  test.each([
    ['a value that is sure', stateOf('demandante'), 'sure'],
    ['a value that is doubtful', stateOf('demandado'), 'doubtful'],
    ['no value, and that is doubtful', stateOf('correo'), 'doubtful'],
    ['no value', stateOf('radicado'), 'empty'],
    ['a value that no extractor found', stateOf('etiquetas'), 'typed'],
    ['accepted as it is', stateOf('cedula', document(), { edits: {}, accepted: ['cedula'] }), 'accepted'],
    ['corrected', stateOf('cedula', document(), { edits: { cedula: { value: '1', base: '20923212' } }, accepted: [] }), 'corrected'],
    ['typed as it was', stateOf('cedula', document(), { edits: { cedula: { value: '20923212', base: '20923212' } }, accepted: [] }), 'doubtful'],
    ['of an approved document', stateOf('cedula', document({ status: 'validated' })), 'accepted'],
  ])('%s', (_, got, want) => expect(got).toBe(want));
});

test('only what differs is stored', () => {
  const work = { edits: { cedula: { value: '1', base: '20923212' }, demandante: { value: 'Ana López', base: 'Ana López' } }, accepted: [] };
  expect(correctionsOf(fieldsOf(document(), work))).toEqual({ cedula: '1' });
});

test('what somebody else stored meanwhile is a conflict, unless it is the same', () => {
  const conflict = (stored: string) =>
    fieldsOf(document({ cedula: stored }), { edits: { cedula: { value: '1', base: '20923212' } }, accepted: [] }).find((f) => f.name === 'cedula')?.conflict;
  expect([conflict('20923212'), conflict('2'), conflict('1')]).toEqual([false, true, false]);
});

test('the next doubtful field comes round the end, and backwards', () => {
  const fields = fieldsOf(document(), noWork);
  expect([
    nextDoubtful(fields, undefined),
    nextDoubtful(fields, 'cedula'),
    nextDoubtful(fields, 'correo'),
    nextDoubtful(fields, 'cedula', -1),
    nextDoubtful(fields, undefined, -1),
  ]).toEqual(['cedula', 'demandado', 'cedula', 'correo', 'correo']);
  expect(nextDoubtful(fieldsOf(document({ status: 'validated' }), noWork), undefined)).toBeUndefined();
});
