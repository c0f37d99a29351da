import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { accessible, api, as, close, files, shot, upload } from '../office.mjs';

const name = 'varios-escritos.pdf';
const sent = async () => (await upload(name, await readFile((await files())[name]))).result.id;
const listed = async () => (await api('GET', '/documents?per_page=100')).data.filter((d) => d.file_name.startsWith('varios-escritos'));
/** Waits until the server lists so many documents of the file. */
const lists = async (n) => {
  for (let tries = 0; tries < 300; tries++) {
    const found = await listed();
    if (found.length === n) return found;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  assert.fail(`not ${n} documents: ${JSON.stringify((await listed()).map((d) => d.file_name))}`);
};
const heading = (page, title) => page.getByRole('heading', { name: `Revisar ${title}`, exact: true });

test('a file of several filings is divided, and joined from one of them', async () => {
  const id = await sent();
  const page = await as('ana', `/consola/revisar/${id}`);
  const filings = page.getByRole('group', { name: 'Este archivo parece tener 3 escritos' });
  await filings.getByRole('button', { name: /^Página/ }).nth(1).press('Enter');
  const { page_details: pages } = (await api('GET', `/documents/${id}`)).data;
  const begins = pages.filter((p) => p.begins).map((p) => p.number);
  await page.getByText(`Página ${begins[0]} de ${pages.length}`).first().waitFor();
  await shot(page, 'varios-escritos');

  await filings.getByRole('button', { name: 'Dividir en escritos' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Dividir en escritos' });
  const where = dialog.getByLabel(/^Páginas en que comienzan/);
  assert.equal(await where.inputValue(), begins.join(', '));
  await where.fill('1');
  await dialog.getByText(`Escriba páginas entre 2 y ${pages.length}, separadas por comas.`).waitFor();
  assert.ok(await dialog.getByRole('button', { name: 'Dividir en escritos' }).isDisabled());
  await where.fill(begins.join(' '));
  assert.equal(await dialog.getByRole('listitem').count(), 3);
  await accessible(page, '[role=dialog]');
  await shot(page, 'dividir');
  await where.press('Enter');
  await page.getByText('Dividido en 3 escritos. Están en la bandeja en unos segundos.').waitFor();
  await page.waitForURL(/bandeja/);
  const parts = await lists(3);
  assert.ok(parts.every((p) => p.id !== id));
  const second = parts.find((p) => p.file_name === 'varios-escritos (2 de 3).pdf');
  await page.locator(`tr[data-row="${second.id}"]`).press('Enter');
  const part = page.getByRole('group', { name: `Escrito 2 de 3 de ${name}` });
  await part.getByRole('link', { name: 'Escrito 1' }).press('Enter');
  await heading(page, 'varios-escritos (1 de 3).pdf').waitFor();
  await page.goBack();
  await heading(page, second.file_name).waitFor();
  await page.waitForFunction(() => [...document.images].some((i) => i.alt.startsWith('Imagen') && i.complete && i.naturalWidth > 300));
  await accessible(page);
  await shot(page, 'escrito-de-varios');

  await part.getByRole('button', { name: 'Deshacer la división' }).press('Enter');
  const question = page.getByRole('dialog', { name: 'Deshacer la división' });
  await accessible(page, '[role=dialog]');
  await question.getByRole('button', { name: 'Deshacer la división' }).press('Enter');
  await heading(page, name).waitFor();
  await filings.waitFor();
  assert.deepEqual((await lists(1)).map((d) => d.id), [id]);
  await page.getByRole('alert').filter({ hasText: 'Dividido en 3 escritos' }).waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Historial del documento' }).press('Enter');
  await page.getByRole('dialog').getByText('Dividido en escritos').first().waitFor();
  await page.keyboard.press('Escape');

  // At once taken back, before the filings are looked at.
  await page.getByRole('button', { name: 'Dividir en escritos' }).first().press('Enter');
  await dialog.getByRole('button', { name: 'Dividir en escritos' }).press('Enter');
  await page.waitForURL(/bandeja/);
  await page.getByRole('alert').filter({ hasText: 'Dividido en 3 escritos' }).getByRole('button', { name: 'Deshacer' }).press('Enter');
  await page.waitForURL(new RegExp(`revisar/${id}`));
  await heading(page, name).waitFor();
  assert.deepEqual((await lists(1)).map((d) => d.id), [id]);
  await close(page);
});

test('a divided file is kept in the bin', async () => {
  const [{ id }] = await listed();
  await api('POST', `/documents/${id}/split`, {});
  await lists(3);
  const page = await as('jefa', '/consola/bandeja?vista=papelera');
  const row = page.locator(`tr[data-row="${id}"]`);
  await row.getByText('Se conserva: dividido en escritos').waitFor();
  await row.getByRole('button', { name: `Restaurar ${name}` }).press('Enter');
  await page.getByText(`Restaurado: ${name}`).waitFor();
  assert.deepEqual((await lists(1)).map((d) => d.id), [id]);
  await close(page);
});
