import { describe, expect, test } from 'vitest';
import { toCSV } from './csv';

describe('toCSV', () => {
  const body = (rows: (string | number)[][]) => toCSV(rows).slice(1);
  test('quotes what separates cells', () => expect(body([['a,b', 'say "x"', 'two\nlines']])).toBe('"a,b","say ""x""","two\nlines"\r\n'));
  test('keeps numbers, negative ones as well', () => expect(body([[1.5, -2]])).toBe('1.5,-2\r\n'));
  test('has no text begin a formula', () => expect(body([['=1+1', '@x', '-a']])).toBe("'=1+1,'@x,'-a\r\n"));
});
