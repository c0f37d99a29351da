/// <reference types="vite/client" />
import { expect, test } from 'vitest';

const files = import.meta.glob<string>(['../**/*.tsx'], { query: '?raw', import: 'default', eager: true });

test('links and navigations are checked against the routes: no cast, no link made elsewhere', () => {
  const unchecked = /component=\{Link\}|\bto(?:[:=]| =).* as (?:never|object|any)\b/;
  const found = Object.entries(files).flatMap(([name, text]) =>
    text
      .split('\n')
      .filter((line) => unchecked.test(line))
      .map((line) => `${name}: ${line.trim()}`),
  );
  expect(Object.keys(files).length).toBeGreaterThan(50);
  expect(found).toEqual([]);
});
