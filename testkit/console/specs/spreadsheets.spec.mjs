import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accessible, api, as, close, shot } from '../office.mjs';
import { workbook } from '../workbook.mjs';

const sheet = (rows) => ({ name: 'reparto.xlsx', mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', buffer: workbook(rows) });
const total = async () => (await api('GET', '/documents?per_page=1')).meta.total;
const meaning = (page, column) => page.getByRole('combobox', { name: new RegExp(`^Columna ${column}[,:]`) });

test('columns with unknown headers are assigned, errors are told row by row, and nothing is stored before it is wanted', async () => {
  const before = await total();
  const page = await as('ana', '/consola/excel');
  await page.getByRole('heading', { name: 'Excel' }).waitFor();
  await accessible(page);
  await shot(page, 'excel');
  await page.locator('input[type=file]').setInputFiles(
    sheet([
      ['Reparto de marzo'],
      ['No.', 'Quién pide', 'Contra quién', 'Correo', 'Color'],
      ['A-1', 'Rosa Prueba', 'EPS Ejemplo', 'rosa@ejemplo.co', 'azul'],
      ['A-2', 'Luis Prueba', 'EPS Ejemplo', 'no es un correo', ''],
      ['A-3', '', 'EPS Ejemplo', '', ''],
      ['A-4', 'Inés Prueba', 'Alcaldía Ejemplo', '', ''],
    ]),
  );
  await page.getByRole('alert').getByText(/falta/).waitFor();
  await page.getByRole('button', { name: /^Importar|^Nada/ }).waitFor({ state: 'detached' }); // nothing can be imported yet
  await accessible(page);
  await meaning(page, 'A').selectOption('Número de acta');
  await meaning(page, 'B').selectOption('Demandante');
  await meaning(page, 'C').selectOption('Demandado');
  await page.getByRole('region', { name: 'Qué pasará' }).waitFor();
  await page.getByRole('cell', { name: 'Falta este dato.' }).waitFor();
  const wrong = page.getByRole('table', { name: 'Errores por fila' }).getByRole('row').nth(1).getByRole('cell');
  assert.deepEqual((await wrong.allTextContents()).slice(0, 3), ['Reparto', '5', 'Quién pide']);
  await accessible(page);
  await shot(page, 'excel-revision');
  assert.equal(await total(), before, 'a dry run stores nothing');
  const wanted = await page.getByRole('button', { name: /^Importar \d+ filas/ }).textContent();
  await page.getByRole('button', { name: /^Importar \d+ filas/ }).press('Enter');
  await page.getByRole('status').getByText(/Importación terminada/).waitFor();
  await accessible(page);
  await shot(page, 'excel-hecho');
  assert.equal(await total(), before + Number(wanted.match(/\d+/)[0]));
  await close(page);
});

test('a file that is no workbook is told', async () => {
  const page = await as('ana', '/consola/excel');
  await page.locator('input[type=file]').setInputFiles({ name: 'carta.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') });
  await page.getByRole('alert').getByText(/no es un libro de Excel/).waitFor();
  await page.locator('input[type=file]').setInputFiles({ name: 'roto.xlsx', mimeType: 'application/zip', buffer: Buffer.from('PK\x03\x04 roto') });
  await page.getByRole('alert').getByText(/está dañado/).waitFor();
  await close(page);
});

test('an export has the chosen documents, and the address keeps the choice', async () => {
  const page = await as('ana', '/consola/excel?seccion=exportar');
  await page.getByRole('combobox', { name: 'Tipo', exact: true }).selectOption('Tutela');
  const { meta } = await api('GET', '/documents?document_type=tutela&per_page=1');
  const link = page.getByRole('link', { name: new RegExp(`Descargar ${meta.total} documentos`) });
  await link.waitFor();
  await page.reload();
  await link.waitFor();
  await accessible(page);
  await shot(page, 'excel-exportar');
  const [download] = await Promise.all([page.waitForEvent('download'), link.press('Enter')]);
  assert.equal(download.suggestedFilename(), 'indice_documentos.xlsx');
  const until = page.getByLabel('Hasta', { exact: true });
  await until.fill('1/1/2020');
  await page.getByText('Ningún documento cumple esos filtros').waitFor();
  await until.press('Tab');
  assert.equal(await until.inputValue(), '1 ene 2020');
  await until.fill('31/2/2020');
  await until.press('Tab');
  await page.getByText('Escriba el día así: 26/11/2026').waitFor();
  await accessible(page);
  await close(page);
});
