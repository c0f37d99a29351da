// How much longer than its request a list takes: from the click on «Siguiente» until
// the next page of the list is painted. With -database, on the documents of that file.
import { test } from 'node:test';
import { as, close } from '../office.mjs';

const lists = [
  { name: 'inbox, all', address: 'bandeja?vista=todos', request: /\/documents\?/ },
  { name: 'inbox, to review', address: 'bandeja?vista=revisar', request: /\/documents\?/ },
  { name: 'duplicates', address: 'duplicados', request: /\/duplicates\?/ },
  { name: 'form letters', address: 'duplicados/formatos', request: /\/form-letters\?/ },
  { name: 'search', address: 'buscar?q=derecho', request: /\/documents\/search\?/ },
];

/** Goes to the next page of a list inside the browser; milliseconds of its request and until it is painted. */
const turn = (page, { request }) =>
  page.evaluate(async (pattern) => {
    const pages = () => [...document.querySelectorAll('p')].map((p) => p.textContent.match(/^Página ([\d.]+) de/)?.[1]).find(Boolean);
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const before = pages();
    performance.clearResourceTimings();
    const begin = performance.now();
    [...document.querySelectorAll('button')].find((b) => b.textContent === 'Siguiente').click();
    while (!pages() || pages() === before) await frame();
    await frame(); // what the frame before has drawn is painted
    const shown = performance.now() - begin;
    const asked = performance.getEntriesByType('resource').filter((r) => new RegExp(pattern).test(r.name));
    return { shown, request: Math.max(...asked.map((r) => r.duration)) };
  }, request.source);

test('the pages of each list', async () => {
  console.log('| list | pages | request, median ms | painted, median ms | difference, slowest ms |\n|---|---|---|---|---|');
  for (const list of lists) {
    const page = await as('ana', `/consola/${list.address}`);
    const turns = [];
    const next = page.getByRole('button', { name: 'Siguiente' });
    await Promise.race([next.waitFor(), page.waitForTimeout(5_000)]);
    while (turns.length < 20 && (await next.count()) && (await next.isEnabled())) turns.push(await turn(page, list));
    const median = (of) => turns.map(of).sort((a, b) => a - b)[turns.length >> 1]?.toFixed(0) ?? '';
    const slowest = turns.length ? Math.max(...turns.map((t) => t.shown - t.request)).toFixed(0) : '';
    console.log(`| ${list.name} | ${turns.length} | ${median((t) => t.request)} | ${median((t) => t.shown)} | ${slowest} |`);
    await close(page);
  }
});
