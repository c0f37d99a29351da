import { expect, test } from 'vitest';
import { fields as en } from '../i18n/en/fields';
import { fields as es } from '../i18n/es/fields';
import { placeName, withLabels } from './fieldNames';

test.each([
  ['a quoted key', 'Revise «numero_acta»: falta este dato.', 'Revise «Número de acta»: falta este dato.'],
  ['keys in a sentence', 'minhash_weight, tfidf_weight y otro deben sumar 1.', '«El mismo texto», «Las mismas palabras poco comunes» y otro deben sumar 1.'],
  ['a plain word that is a key, too', 'El text de la tutela', 'El text de la tutela'],
  ['what is no field', 'Ábralo: «acta_final» y «constructor»', 'Ábralo: «acta_final» y «constructor»'],
])('%s', (_, sentence, want) => expect(withLabels(sentence, es)).toBe(want));

test('a place is called as its field is', () => {
  expect(['body.validated_fields.cedula', 'body.extractors[1].weight', 'query.page', 'body', 'header.If-Match'].map((at) => placeName(at, en))).toEqual([
    'ID number',
    'Weight',
    'Page',
    undefined,
    undefined,
  ]);
});
