import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accessible, api, as, close, shot } from '../office.mjs';

test('a person is found as one types, and all filings stand on a line of time', async () => {
  const [pair] = (await api('GET', '/duplicates?state=open')).data;
  const { cedula, demandante } = pair.document;
  const filed = (await api('GET', `/people/filings?cedula=${encodeURIComponent(cedula)}`)).data;
  const page = await as('ana', '/consola/personas');
  await page.getByLabel('Nombre o cédula').waitFor();
  await accessible(page);
  await page.getByLabel('Nombre o cédula').fill(cedula.slice(0, 6));
  const row = page.locator('tr[data-row]').filter({ hasText: demandante.split(';')[0] });
  await row.waitFor();
  await accessible(page);
  await shot(page, 'personas');
  await page.keyboard.press('Enter'); // to the first of them
  await page.keyboard.press('Enter');
  await page.getByText(pair.document.file_name).first().waitFor();
  await page.getByRole('link', { name: pair.earlier.file_name, exact: true }).first().waitFor();
  assert.equal(await page.locator('.mantine-Timeline-item').count(), filed.filings.length);
  await accessible(page);
  await shot(page, 'persona');
  await close(page);
});

test('a radicado of 23 digits opens its case', async () => {
  const radicado = '76001400301220260012300';
  await api('POST', '/documents/manual', { numero_acta: 'A-77', demandante: 'Ana López', demandado: 'Sanitas', radicado });
  await api('POST', '/documents/manual', { numero_acta: 'A-78', demandante: 'Eva Ruiz', demandado: 'Sanitas', radicado: '76001-40-03-012-2026-00123-00' });
  const page = await as('ana', '/consola/personas');
  await page.getByLabel('Nombre o cédula').fill('76001-40-03-012-2026-00123-00');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Caso 76001 40 03 012 2026 00123 00' }).waitFor();
  for (const who of ['Ana López', 'Eva Ruiz']) await page.getByText(`Accionante: ${who}`).waitFor();
  await accessible(page);
  await shot(page, 'caso');
  await close(page);
});

test('somebody who filed nothing is told as such', async () => {
  const page = await as('ana', '/consola/personas?q=zutanejo');
  await page.getByText('Nadie con ese nombre o esa cédula ha presentado un escrito').waitFor();
  await page.goto(new URL('/consola/personas/escritos?cedula=99', page.url()).href);
  await page.getByRole('alert').getByText('Nadie con esa cédula o ese nombre ha presentado un escrito.').waitFor();
  await accessible(page);
  await close(page);
});
