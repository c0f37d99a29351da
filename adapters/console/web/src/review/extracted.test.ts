import { expect, test } from 'vitest';
import type { Document } from '../api/document';
import type { Entity } from './document';
import { extractedOf } from './extracted';

const entity = (field: string, value: string, start: number): Entity => ({
  field,
  value,
  raw: value,
  confidence: 0.9,
  doubtful: false,
  page: 1,
  start,
  end: start + value.length,
  boxes: [],
  sources: [],
});

const read = (...entities: Entity[]) =>
  extractedOf({ cedula: '20923212', correo: 'ana@correo.co', entities } as unknown as Document).map((e) =>
    [e.name, e.entity.value, e.of].filter(Boolean).join(' '),
  );

const [ana, rosa] = [entity('demandante', 'ANA LÓPEZ', 0), entity('demandante', 'ROSA MORA', 60)];

test.each([
  ['a second plaintiff with her number', read(ana, entity('cedula', '20923212', 20), rosa, entity('cedula', '30111222', 80)), ['cedula 30111222 ROSA MORA']],
  ['a number far from any name', read(ana, entity('cedula', '30111222', 900)), ['cedula 30111222']],
  ['what fields show is left out', read(ana, entity('cedula', '20923212', 20), entity('correo', 'ana@correo.co', 40)), []],
  [
    'in a fixed order, each once',
    read(entity('telefono', '3104567890', 9), entity('agente', 'LUZ PAZ', 40), entity('telefono', '3104567890', 70), entity('nit', '900156264', 80)),
    ['agente LUZ PAZ', 'nit 900156264', 'telefono 3104567890'],
  ],
])('%s', (_, got, want) => expect(got).toEqual(want));
