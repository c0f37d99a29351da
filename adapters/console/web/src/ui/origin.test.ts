import { expect, test } from 'vitest';
import { readOrigin, reviewSearchAt, targetOf } from './origin';

test.each([
  ['a page', '/personas/caso?documento=1', '/personas/caso?documento=1'],
  ['another host', '//example.com/', undefined],
  ['another host by a backslash', '/\\example.com', undefined],
  ['a script', 'javascript:alert(1)', undefined],
  ['a number', 7, undefined],
  ['longer than a request line', `/${'a'.repeat(2000)}`, undefined],
])('origin: %s', (_, value, want) => expect(readOrigin(value)).toBe(want));

test('the search of an origin is read as the router reads it', () => {
  expect(targetOf('/personas/escritos?cedula=%2252418903%22&nombre=Ana%20Mora')).toEqual({
    to: '/personas/escritos',
    search: { cedula: '52418903', nombre: 'Ana Mora' },
  });
  expect(targetOf('/duplicados')).toEqual({ to: '/duplicados', search: {} });
});

test.each([
  ['from a review, keeps its list', '/comparar/a/b?de=%2Frevisar%2Fb%3Fvista%3Dduplicados%26pagina%3D2', { vista: 'duplicados', pagina: 2 }],
  ['from the list of pairs, leads back', '/comparar/a/b?orden=date', { de: '/comparar/a/b?orden=date' }],
  ['from a person, leads back', '/comparar/a/b?de=%2Fpersonas%2Fescritos', { de: '/comparar/a/b?de=%2Fpersonas%2Fescritos' }],
])('a review opened from a comparison %s', (_, here, want) => expect(reviewSearchAt(here)).toEqual(want));
