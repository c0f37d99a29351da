import { answer, intake } from '../api/client';

/** What a form for a document without a file has, in its order; the first three are required. */
export const manualFields = [
  'numero_acta',
  'demandante',
  'demandado',
  'cedula',
  'correo',
  'radicado',
  'juzgado',
  'direccion_demandante',
  'direccion_demandado',
  'etiquetas',
  'observaciones',
] as const;
type ManualField = (typeof manualFields)[number];

export type Manual = Record<ManualField, string> & { doc_type: string };
export const isRequired = (name: ManualField): boolean => manualFields.indexOf(name) < 3;

export const emptyManual = (doc_type: string): Manual => ({
  doc_type,
  ...(Object.fromEntries(manualFields.map((f) => [f, ''])) as Record<ManualField, string>),
});

/** Registers a document without a file; once, however often the form is sent with one key. */
export const registerManual = async (body: Manual, key: string) =>
  (await answer(intake.POST('/api/v1/documents/manual', { params: { header: { 'Idempotency-Key': key } }, body }))).data;
