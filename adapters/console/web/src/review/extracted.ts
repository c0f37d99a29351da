import type { Document } from '../api/document';
import type { Entity } from './document';

/** What is read of a paper besides the fields that a clerk corrects, in the order that it is shown. */
export const extractedNames = ['representado', 'agente', 'apoderado', 'cedula', 'nit', 'telefono', 'correo', 'vinculado'] as const;
export type ExtractedName = (typeof extractedNames)[number];

export type Extracted = {
  name: ExtractedName;
  entity: Entity;
  /** Of a further cédula: the plaintiff that is named before it. */
  of?: string;
};

/** How far behind a name its number stands at most, in code points. */
const near = 200;

/** The values that no field shows: who files for whom, telephones, and the numbers and e-mails of further plaintiffs. */
export function extractedOf(d: Document): Extracted[] {
  const shown: Partial<Record<ExtractedName, string>> = { cedula: d.cedula, correo: d.correo };
  const seen = new Set<string>();
  return extractedNames.flatMap((name) =>
    d.entities
      .filter((e) => {
        const key = `${name} ${e.value}`;
        if (e.field !== name || seen.has(key) || shown[name]?.split(';').some((v) => v.trim() === e.value)) return false;
        seen.add(key);
        return true;
      })
      .sort((a, b) => a.start - b.start)
      .map((entity) => ({ name, entity, of: name === 'cedula' ? plaintiffBefore(d, entity) : undefined })),
  );
}

function plaintiffBefore(d: Document, number: Entity): string | undefined {
  const before = d.entities.filter((e) => e.field === 'demandante' && e.end <= number.start && number.start - e.end <= near);
  return before.sort((a, b) => b.end - a.end)[0]?.value;
}
