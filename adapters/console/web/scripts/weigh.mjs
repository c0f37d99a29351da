// Weighs what a browser loads before the console shows its first page: what
// index.html names, and what those files import. The build fails above the limit.
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';

const dist = new URL('../dist/', import.meta.url).pathname;
const limit = 300_000; // bytes, compressed

const seen = new Map();
function weigh(name) {
  if (seen.has(name)) return;
  const text = readFileSync(join(dist, name), 'utf8');
  seen.set(name, gzipSync(text, { level: 9 }).length);
  const imported = name.endsWith('.js') ? text.matchAll(/(?:\bfrom|^import|;import)\s*["'](\.{1,2}\/[^"']+)["']/g) : [];
  for (const [, path] of imported) weigh(normalize(join(dirname(name), path)));
}

const index = readFileSync(join(dist, 'index.html'), 'utf8');
for (const [, path] of index.matchAll(/(?:src|href)="\/consola\/([^"]+\.(?:js|css))"/g)) weigh(path);

const total = [...seen.values()].reduce((sum, size) => sum + size, 0);
console.log(`first load: ${(total / 1000).toFixed(0)} kB of at most ${limit / 1000} kB compressed, ${seen.size} files`);
if (seen.size === 0 || total > limit) {
  for (const [name, size] of seen) console.error(`${size}\t${name}`);
  process.exit(1);
}
