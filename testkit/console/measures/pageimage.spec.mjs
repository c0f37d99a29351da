// How long somebody waits for the picture of the first page after opening a document
// from the inbox: the first time, when the server draws it, and once more.
import { test } from 'node:test';
import { api, as, close } from '../office.mjs';

test('the picture of the first page', async () => {
  const { data } = await api('GET', '/documents?per_page=100');
  const page = await as('ana', '/consola/bandeja?vista=todos');
  const opened = async ({ id }) => {
    const row = page.locator(`tr[data-row="${id}"]`);
    await row.focus();
    const begin = performance.now();
    await page.keyboard.press('Enter');
    await page.waitForFunction((of) => [...document.querySelectorAll('section img[alt^="Imagen"]')].some((i) => i.src.includes(of) && i.complete && i.naturalWidth > 0), id);
    const taken = performance.now() - begin;
    await page.goBack();
    await row.waitFor();
    return taken;
  };
  const figures = { 'the first time': [], 'once more': [] };
  for (const taken of Object.values(figures)) for (const d of data) taken.push(await opened(d));
  console.log('| opened | documents | median, ms | slowest, ms |\n|---|---|---|---|');
  for (const [name, taken] of Object.entries(figures)) {
    taken.sort((a, b) => a - b);
    console.log(`| ${name} | ${taken.length} | ${taken[taken.length >> 1].toFixed(0)} | ${taken.at(-1).toFixed(0)} |`);
  }
  await close(page);
});
