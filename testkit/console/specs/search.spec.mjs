import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accessible, api, as, close, hold, refusal, shot } from '../office.mjs';

test('documents are found as one types, what was found marked, and the address keeps it', async () => {
  const { total, documents } = (await api('GET', '/documents/search?q=derechos')).data;
  const page = await as('ana', '/consola/buscar');
  await page.getByLabel('Buscar en lo que dicen los documentos').pressSequentially('derechos', { delay: 30 });
  await page.getByRole('status').getByText(`${total} documento`).waitFor();
  assert.match(await page.locator('mark').first().textContent(), /derecho/i);
  await accessible(page);
  await shot(page, 'buscar');

  await page.getByLabel('Estado').selectOption('manual_entry');
  await page.getByText('Nada coincide').waitFor();
  await accessible(page);
  assert.deepEqual(Object.fromEntries(new URL(page.url()).searchParams), { q: 'derechos', estado: 'manual_entry' });
  await page.reload();
  await page.getByText('Nada coincide').waitFor();
  await page.getByRole('button', { name: 'Quitar filtros' }).click();
  await page.getByRole('status').getByText(`${total} documento`).waitFor();

  await page.getByRole('listitem').first().waitFor();
  await page.keyboard.press('Enter'); // Enter in the field goes to the results, j on
  await page.locator('[data-result]').first().focus();
  await page.keyboard.press('j');
  assert.equal(await page.evaluate(() => document.activeElement.closest('li') === document.querySelectorAll('[data-result]')[1]?.closest('li')), documents.length > 1);
  await close(page);
});

test('the answer to what was typed last is shown, in whichever order answers come', async () => {
  const late = hold(/search\?q=d(&|$)/);
  const page = await as('ana', '/consola/buscar', { routes: [late] });
  const field = page.getByLabel('Buscar en lo que dicen los documentos');
  await field.fill('d');
  await late.asked;
  const ended = new Promise((resolve) => ['requestfinished', 'requestfailed'].forEach((event) => page.on(event, (r) => late.url.test(r.url()) && resolve())));
  await field.fill('zzzzxx');
  await page.getByText('Nada coincide').waitFor();
  late.release();
  await ended; // the console may have given it up before
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  assert.ok(await page.getByText('Nada coincide').isVisible());
  await close(page);
});

test('a server that fails is told, with the button to try again', async () => {
  const refused = refusal('**/documents/search*', { title: 'Datos inválidos', status: 422, detail: 'La fecha inicial es posterior a la final; intercámbielas.', code: 'invalid_date_range' });
  const page = await as('ana', '/consola/buscar?desde=2026-02-01&hasta=2026-01-01', { routes: [refused] });
  await page.getByText('La fecha inicial es posterior a la final').first().waitFor();
  await accessible(page);
  refused.on = false;
  await page.getByRole('button', { name: 'Quitar filtros' }).click();
  await page.getByRole('listitem').first().waitFor();
  await close(page);
});
