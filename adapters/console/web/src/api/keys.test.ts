/// <reference types="vite/client" />
import { expect, test } from 'vitest';

const files = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.ts', '!./keys.ts'], { query: '?raw', import: 'default', eager: true });
const found = (pattern: RegExp) => Object.entries(files).flatMap(([name, text]) => [...text.matchAll(pattern)].map((m) => ({ name, key: m[1] })));

test('a key is of one query, so that what is kept under it has one shape', () => {
  const uses = found(/queryOptions\(\{\s*queryKey: (?:[^,]*\? )?(keys\.\w+)/g);
  expect(uses.length).toBeGreaterThan(30);
  const twice = uses.filter(({ key }, i) => uses.findIndex((u) => u.key === key) !== i);
  expect(twice).toEqual([]);
});
