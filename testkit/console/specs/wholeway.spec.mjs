// What a clerk goes through on a day, across areas: ten documents without a mouse,
// two people on one document, a server that goes away, a slow network.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api, approve, as, close, slow, start, stop, unreachable } from '../office.mjs';

const heading = (page) => page.getByRole('heading', { level: 1 });
const field = (page, label) => page.getByRole('textbox', { name: label, exact: true });
const processed = async () => (await api('GET', '/documents?status=processed&per_page=100')).data;

/** Opens the review of a document as somebody and waits for its fields. */
const review = async (name, id, options) => {
  const page = await as(name, `/consola/revisar/${id}`, options);
  await field(page, 'Accionante').waitFor();
  return page;
};

test('ten documents are reviewed without a mouse', async () => {
  const page = await as('ana', '/consola/bandeja');
  await page.locator('tr[data-row]').first().waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await field(page, 'Accionante').waitFor();
  const seen = [];
  for (let n = 0; n < 10; n++) {
    const title = await heading(page).textContent();
    seen.push(title);
    const doubts = page.getByRole('status').filter({ hasText: /dudoso/ });
    for (let left = 20; left > 0 && !/^Sin/.test(await doubts.first().textContent()); left--) {
      const before = await doubts.first().textContent();
      await page.keyboard.press('Alt+ArrowDown');
      await page.keyboard.press('Enter');
      await page.waitForFunction((text) => ![...document.querySelectorAll('[role=status]')].some((e) => e.textContent === text), before);
    }
    assert.match(await doubts.first().textContent(), /^Sin/);
    await approve(page);
    await page.waitForFunction((was) => document.querySelector('h1')?.textContent !== was, title);
    await field(page, 'Accionante').waitFor();
  }
  assert.equal(new Set(seen).size, 10, `documents seen: ${seen}`);
  const approved = (await api('GET', '/documents?status=validated&per_page=100')).data;
  assert.equal(approved.length, 10);
  for (const { id } of approved) assert.equal((await api('GET', `/documents/${id}`)).data.validated_by, 'ana');
  await close(page);
});

test('where no events come through, the second of two people still sees what the first has stored, and loses nothing', async () => {
  const [{ id }] = await processed();
  const [ana, eva] = [await review('ana', id), await review('eva', id, { routes: [unreachable('**/api/v1/events')] })];
  await field(eva, 'Juzgado').fill('Juzgado que escribe Eva');
  await field(ana, 'Juzgado').fill('Juzgado que escribe Ana');
  await approve(ana);
  await ana.waitForURL((url) => !url.pathname.endsWith(id));
  await eva.getByText('Otra persona guardó: Juzgado que escribe Ana').waitFor(); // without loading the page anew
  assert.equal(await field(eva, 'Juzgado').inputValue(), 'Juzgado que escribe Eva');
  await eva.getByRole('button', { name: 'Dejar el mío' }).press('Enter');
  await approve(eva);
  await eva.waitForURL((url) => !url.pathname.endsWith(id));
  const { data } = await api('GET', `/documents/${id}`);
  assert.deepEqual([data.juzgado, data.validated_by], ['Juzgado que escribe Eva', 'eva']);
  const history = (await api('GET', `/documents/${id}/history?per_page=100`)).data.filter((c) => c.field === 'juzgado');
  assert.deepEqual(history.map((c) => c.to), ['Juzgado que escribe Eva', 'Juzgado que escribe Ana']);
  await close(ana);
  await close(eva);
});

test('a server that is started again in the middle costs no typed word and no new login', async () => {
  const [{ id }] = await processed();
  const page = await review('ana', id);
  await field(page, 'Juzgado').fill('Juzgado escrito antes');
  await stop();
  await approve(page);
  await page.getByRole('alert').filter({ hasText: 'No se pudo aprobar' }).waitFor();
  assert.equal(await field(page, 'Juzgado').inputValue(), 'Juzgado escrito antes');
  await start();
  await page.reload();
  await field(page, 'Juzgado').waitFor();
  assert.equal(await field(page, 'Juzgado').inputValue(), 'Juzgado escrito antes', 'what was typed survives loading the page anew');
  await approve(page);
  await page.waitForURL((url) => !url.pathname.endsWith(id));
  assert.equal((await api('GET', `/documents/${id}`)).data.juzgado, 'Juzgado escrito antes');
  await close(page);
});

test('on a slow network the fields are there before the picture, and nothing jumps', async () => {
  const [{ id }] = await processed();
  const page = await as('ana', '/consola/bandeja');
  await page.getByRole('row').nth(1).waitFor();
  await page.context().addInitScript(() => {
    window.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await slow(page);
  await page.goto(new URL(`/consola/revisar/${id}`, page.url()).href, { waitUntil: 'commit' });
  await field(page, 'Accionante').waitFor();
  await page.waitForFunction(() => [...document.images].some((i) => i.complete && i.naturalWidth > 300));
  assert.ok((await page.evaluate(() => window.shifted)) < 0.1, `layout shifted by ${await page.evaluate(() => window.shifted)}`);
  await close(page);
});
