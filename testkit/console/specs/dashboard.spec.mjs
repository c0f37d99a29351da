import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { accessible, api, as, close, shot } from '../office.mjs';

test('each figure is a chart, a table, a CSV and a PNG, and leads to its documents', async () => {
  const { data } = await api('GET', '/stats/activity');
  const total = data.days.reduce((n, d) => n + d.documents, 0);
  const page = await as('ana', '/consola/tablero');
  await page.getByRole('link', { name: `${total} Documentos que llegaron` }).waitFor();
  await page.locator('canvas').nth(4).waitFor();
  await accessible(page);
  await shot(page, 'tablero');
  const arrivals = page.getByRole('figure', { name: 'Documentos por día' });
  const save = async (name) => {
    const [download] = await Promise.all([page.waitForEvent('download'), arrivals.getByRole('button', { name }).press('Enter')]);
    return readFile(await download.path());
  };
  assert.equal((await save(/PNG/)).subarray(1, 4).toString(), 'PNG');
  const lines = (await save(/CSV/)).toString().trim().split('\r\n');
  assert.equal(lines.length, 31, 'a line of heads and one for each day');
  assert.equal(lines.slice(1).reduce((n, line) => n + Number(line.split(',').pop()), 0), total);
  await arrivals.getByRole('button', { name: /tabla/ }).press('Enter');
  await accessible(page);
  const last = data.days.at(-1).date;
  await arrivals.getByRole('table').getByRole('link').last().click();
  await page.waitForURL(`**/consola/bandeja?*desde=${last}*`);
  await page.getByRole('heading', { name: 'Bandeja' }).waitFor();
  await close(page);
});

test('a period that ends before it begins is told', async () => {
  const page = await as('ana', '/consola/tablero?desde=2026-02-02&hasta=2026-01-01');
  await page.getByRole('alert').getByText(/fecha inicial es posterior/).waitFor();
  await accessible(page);
  await page.getByRole('button', { name: '30 días' }).click();
  await page.getByRole('figure', { name: 'Documentos por tipo' }).waitFor();
  await close(page);
});
