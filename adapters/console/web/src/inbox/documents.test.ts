import { expect, test } from 'vitest';
import { documents } from './documents';

const grouped = (...names: string[]) => documents(names.map((name) => ({ name }))).map((files) => files.map((f) => f.name));

test('images together are one document, in the order of their names; others are one each', () => {
  expect(grouped('IMG 10.jpg', 'b.pdf', 'IMG 9.JPEG', 'a.pdf', 'fax.tif', 'x.png')).toEqual([
    ['b.pdf'],
    ['a.pdf'],
    ['fax.tif', 'IMG 9.JPEG', 'IMG 10.jpg', 'x.png'],
  ]);
  expect(grouped('a.pdf', 'nota.docx')).toEqual([['a.pdf'], ['nota.docx']]);
  expect(grouped()).toEqual([]);
});
