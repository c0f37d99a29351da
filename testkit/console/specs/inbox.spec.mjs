import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { accessible, api, as, close, files, office, open, shot } from '../office.mjs';

const total = async (query) => (await api('GET', `/documents?per_page=1&${query}`)).meta.total;

test('files dropped anywhere are read while one looks, and what failed says why', async () => {
  const page = await as('ana');
  await page.locator('tr[data-row]').first().waitFor();
  const before = await total('');
  const known = await files();
  const names = Object.keys(known);
  const good = names.filter((n) => n.includes('tutela')).slice(0, 3);
  const bad = names.find((n) => n.includes('danado'));
  await page.getByLabel('Agregar archivos').last().setInputFiles([...good, bad].map((n) => known[n]));
  const panel = page.getByRole('region', { name: 'Archivos enviados' });
  await panel.getByText('3 de 4 archivos leídos · 1 falló').waitFor();
  await panel.getByText(/dañado o incompleto/).waitFor();
  assert.equal(await total(''), before + 3);
  await accessible(page);
  await shot(page, 'bandeja');
  const again = page.waitForResponse((r) => r.url().endsWith('/retry'));
  await panel.getByRole('button', { name: /Reintentar/ }).click();
  assert.equal((await again).status(), 202);
  // It is as broken as before; what has ended is taken off the list.
  await page.waitForFunction(
    () => {
      [...document.querySelectorAll('button')].find((b) => b.textContent === 'Quitar los terminados')?.click();
      return !document.querySelector('section[aria-label="Archivos enviados"]');
    },
    undefined,
    { polling: 500 },
  );
  await close(page);
});

test('fifty files are read together', async () => {
  const page = await as('ana');
  await page.locator('tr[data-row]').first().waitFor();
  const before = await total('');
  const letters = Array.from({ length: 50 }, (_, i) => ({ name: `escrito ${i + 1}.pdf`, mimeType: 'application/pdf', buffer: letter(`Accion de tutela numero ${i + 1} contra la EPS`) }));
  await page.getByLabel('Agregar archivos').last().setInputFiles(letters);
  await page.getByRole('region', { name: 'Archivos enviados' }).getByText('50 de 50 archivos leídos').waitFor();
  assert.equal(await total(''), before + 50);
  await accessible(page);
  await close(page);
});

const message = async (name) => ({ name, mimeType: 'message/rfc822', buffer: await readFile(new URL(`../../mail/learn/${name}`, import.meta.url)) });

test('an e-mail brings its papers, and their review says who sent it and what must be opened', async () => {
  const page = await as('ana');
  await page.locator('tr[data-row]').first().waitFor();
  await page.getByLabel('Agregar archivos').last().setInputFiles([await message('a09.eml'), await message('a02.eml')]);
  const panel = page.getByRole('region', { name: 'Archivos enviados' });
  await panel.getByText('5 de 6 archivos leídos · 1 falló').waitFor();
  await panel.getByText(/Word 97-2003/).waitFor();
  await accessible(page);
  await shot(page, 'correo-bandeja');
  await page.getByLabel('Agregar archivos').last().setInputFiles(await message('a09.eml'));
  await panel.getByText('Ya había llegado: no se tomó otra vez').waitFor();
  const acta = panel.getByRole('listitem').filter({ hasText: 'ACTA DE REPARTO.pdf' });
  await acta.getByRole('link', { name: 'Revisar' }).press('Enter');
  const arrival = page.getByRole('group', { name: /Llegó por correo de .*repartopasto@/ });
  await arrival.getByText('RV: Generación de Tutela en línea No 2894107').waitFor();
  assert.match(await arrival.getByRole('link').getAttribute('href'), /^https:\/\/procesojudicial/);
  await accessible(page);
  await shot(page, 'correo-revisar');
  await arrival.getByRole('button', { name: 'Ver el correo' }).press('Enter');
  const mail = page.getByRole('dialog', { name: 'RV: Generación de Tutela en línea No 2894107' });
  await mail.getByText(/Se ha registrado la Tutela en Línea con número 2894107/).waitFor();
  await accessible(page);
  await shot(page, 'correo');
  await mail.getByRole('link', { name: 'Texto del correo' }).press('Enter');
  await mail.waitFor({ state: 'hidden' });
  await page.getByRole('heading', { name: 'Revisar RV_ Generación de Tutela en línea No 2894107.eml' }).waitFor();
  await close(page);
});

// A PDF with one line of text.
function letter(line) {
  const text = `BT /F 12 Tf 72 700 Td (${line}) Tj ET`;
  const objects = ['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[3 0 R]/Count 1>>', '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>', `<</Length ${text.length}>>\nstream\n${text}\nendstream`, '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'];
  return Buffer.from(`%PDF-1.4\n${objects.map((o, i) => `${i + 1} 0 obj\n${o}\nendobj\n`).join('')}trailer<</Root 1 0 R>>\n%%EOF`);
}

test('chosen documents are downloaded as the electronic file of a case', async () => {
  const page = await as('ana', '/consola/bandeja?vista=todos');
  const boxes = page.getByRole('row').getByRole('checkbox');
  await boxes.nth(1).press('Space');
  await boxes.nth(2).press('Space');
  await page.getByRole('button', { name: 'Columnas' }).press('Enter');
  await page.getByRole('menuitemcheckbox', { name: 'Archivo', checked: true }).press('Enter');
  await page.getByRole('columnheader', { name: 'Archivo' }).waitFor({ state: 'detached' });
  await accessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Expediente' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Primera instancia' }).waitFor();
  await accessible(page);
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'Primera instancia' }).press('Enter')]);
  assert.match(download.suggestedFilename(), /\.zip$/);
  const content = await readFile(await download.path(), 'latin1');
  assert.ok(content.startsWith('PK') && /ndice/.test(content), 'a ZIP archive with its index');
  await close(page);
});

test('failed submissions are tried again together, without those that lack a password', async () => {
  const task = (task_id, error_code) => ({ task_id, error_code, file_name: `${task_id}.pdf`, document_type: 'tutela', created_at: '2026-03-12T20:04:00Z', status: 'failed', error: 'No se pudo leer', stage: 'failed', progress: 0, pages_done: 0, pages_total: 0, result: null });
  const failed = [task('uno', 'internal'), task('dos', 'pdf_encrypted'), task('tres', 'timeout')];
  const retried = [];
  const list = { url: /\/api\/v1\/tasks\?.*status=failed/, on: true, answer: (route) => route.fulfill({ json: { data: failed, meta: { page: 1, per_page: 50, total: failed.length, total_pages: 1 } } }) };
  const retry = {
    url: '**/api/v1/tasks/*/retry',
    on: true,
    answer: (route) => {
      retried.push(route.request().url().split('/').at(-2));
      return route.fulfill({ status: 202, json: { data: {} } });
    },
  };
  const page = await as('ana', '/consola/bandeja?vista=fallidos', { routes: [list, retry] });
  await page.getByRole('row', { name: /uno\.pdf/ }).waitFor();
  await accessible(page);
  await shot(page, 'fallidos');
  await page.getByRole('button', { name: 'Reintentar todos' }).press('Enter');
  await page.getByText('2 envíos esperan de nuevo su turno.').waitFor();
  assert.deepEqual(retried.sort(), ['tres', 'uno']);
  await close(page);
});

test('the documents of a page are chosen together', async () => {
  const page = await as('ana', '/consola/bandeja?vista=todos');
  const rows = page.locator('tr[data-row]');
  await rows.first().waitFor();
  const n = await rows.count();
  const all = page.getByRole('checkbox', { name: 'Elegir todos los de esta página' });
  await rows.first().getByRole('checkbox').check();
  assert.equal(await all.evaluate((box) => box.indeterminate), true);
  await all.press('Space');
  assert.equal(await rows.locator('input:checked').count(), n);
  await page.getByRole('button', { name: n === 1 ? 'Quitar el elegido' : `Quitar los ${n} elegidos` }).waitFor();
  await accessible(page);
  await shot(page, 'bandeja-elegir');
  await all.press('Space');
  assert.equal(await rows.locator('input:checked').count(), 0);
  await close(page);
});

test('chosen documents are tagged, typed and approved together, and those that stay say why', async () => {
  const enter = async (acta, more) => (await api('POST', '/documents/manual', { numero_acta: acta, demandante: `Lote ${acta}`, demandado: 'EPS de varios', ...more })).data.document_id;
  const facts = { demandante: 'Lote Repetido Ruiz', cedula: '52418903', observaciones: 'El 3 de febrero de 2026 el médico tratante ordenó una resonancia magnética de columna lumbar, y la entidad accionada no la ha programado pese a tres solicitudes verbales y una escrita. El dolor le impide trabajar como costurera, único sustento de su hogar.' };
  const ids = { first: await enter('V-1', { demandante: 'Lote Primero Paz' }), second: await enter('V-2', { demandante: 'Lote Segundo Gil' }), origin: await enter('V-3', facts), copy: await enter('V-4', facts) };
  const stored = async (id) => (await api('GET', `/documents/${id}`)).data;
  assert.equal((await stored(ids.copy)).duplicate_state, 'open');
  const page = await as('ana', '/consola/bandeja?vista=todos&q=lote');
  const rows = page.locator('tr[data-row]');
  await page.waitForFunction(() => document.querySelectorAll('tr[data-row]').length === 4);
  await page.getByRole('checkbox', { name: 'Elegir todos los de esta página' }).press('Space');
  const bar = page.getByRole('group', { name: 'Con los documentos elegidos' });
  await bar.getByText('4 elegidos', { exact: true }).waitFor();
  await accessible(page);
  await shot(page, 'bandeja-varios');

  await page.keyboard.press('a');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const tagging = page.getByRole('dialog', { name: 'Etiqueta de 4 documentos' });
  await tagging.getByLabel('Etiqueta').fill('salud');
  await accessible(page);
  await shot(page, 'varios-etiqueta');
  await page.keyboard.press('Enter');
  await page.getByText('4 documentos con la etiqueta nueva.').waitFor();
  await tagging.waitFor({ state: 'hidden' });
  assert.deepEqual((await stored(ids.origin)).etiquetas, ['salud']);
  await rows.filter({ hasText: 'Lote Primero' }).getByText('Etiquetas: salud').waitFor();

  await rows.filter({ hasText: 'Lote Primero' }).getByRole('checkbox').check();
  await bar.getByRole('button', { name: 'Tipo' }).press('Enter');
  const typing = page.getByRole('dialog', { name: 'Cambiar el tipo de 1 documento' });
  await typing.getByLabel('Tipo de escrito').selectOption('derecho_peticion');
  await typing.getByRole('button', { name: 'Cambiar' }).press('Enter');
  await page.getByText('1 documento con el tipo nuevo.').waitFor();
  await rows.filter({ hasText: 'Lote Primero' }).getByText('Derecho de petición').waitFor();
  assert.equal((await stored(ids.first)).status, 'manual_entry');

  await rows.filter({ hasText: 'Lote Segundo' }).getByRole('checkbox').check();
  await bar.getByRole('button', { name: 'Asignar' }).press('Enter');
  const assigning = page.getByRole('dialog', { name: 'Asignar 1 documento' });
  await assigning.getByLabel('A quién').locator('option', { hasText: 'Ana Prueba' }).waitFor({ state: 'attached' });
  assert.equal(await assigning.getByLabel('A quién').inputValue(), 'ana');
  await accessible(page);
  await shot(page, 'varios-asignar');
  await assigning.getByRole('button', { name: 'Asignar' }).press('Enter');
  await page.getByText('1 documento asignado.').waitFor();
  await rows.filter({ hasText: 'Lote Segundo' }).getByText('Ana Prueba').waitFor();
  await page.getByLabel('Míos').check();
  await page.waitForFunction(() => document.querySelectorAll('tr[data-row]').length === 1);
  assert.match(page.url(), /asignados=mios/);
  await page.reload();
  await rows.filter({ hasText: 'Lote Segundo' }).waitFor();
  assert.equal(await rows.count(), 1);
  await accessible(page);
  await shot(page, 'bandeja-mios');
  await page.getByLabel('Míos').uncheck();
  await page.waitForFunction(() => document.querySelectorAll('tr[data-row]').length === 4);

  await page.getByRole('checkbox', { name: 'Elegir todos los de esta página' }).press('Space');
  await bar.getByRole('button', { name: 'Aprobar' }).press('Enter');
  const approving = page.getByRole('dialog', { name: 'Aprobar 4 documentos' });
  await approving.getByText(/La aprobación se puede deshacer/).waitFor();
  await accessible(page);
  await shot(page, 'varios-aprobar');
  await approving.getByRole('button', { name: 'Aprobar' }).press('Enter');
  await approving.getByText('3 documentos aprobados.').waitFor();
  await approving.getByText('1 documento quedó sin aprobar. Sigue elegido.').waitFor();
  await approving.getByText('Puede repetir otro escrito y nadie lo ha decidido: compárelos.').waitFor();
  await accessible(page);
  await shot(page, 'varios-sin-aprobar');
  await approving.getByRole('button', { name: 'Listo' }).press('Enter');
  await bar.getByText('1 elegido', { exact: true }).waitFor();
  const states = () => Promise.all(Object.values(ids).map(async (id) => (await stored(id)).status));
  assert.deepEqual(await states(), ['validated', 'validated', 'validated', 'manual_entry']);

  await page.getByRole('button', { name: 'Deshacer' }).press('Enter');
  await page.getByText('Aprobación deshecha: 3 documentos están otra vez por revisar.').waitFor();
  assert.deepEqual(await states(), ['manual_entry', 'manual_entry', 'manual_entry', 'manual_entry']);
  await close(page);
});

test('a PDF with a password is read when somebody enters it', async () => {
  const page = await as('ana', '/consola/bandeja?vista=fallidos');
  await page.getByLabel('Agregar archivos').last().setInputFiles((await files())['protegido.pdf']);
  const panel = page.getByRole('region', { name: 'Archivos enviados' });
  const failed = page.getByRole('row', { name: /protegido\.pdf/ });
  const dialog = page.getByRole('dialog', { name: 'protegido.pdf' });
  const enter = async (place, password) => {
    await place.getByRole('button', { name: 'Escribir contraseña: protegido.pdf' }).press('Enter');
    await dialog.locator('input:focus').fill(password);
    const retried = page.waitForResponse((r) => r.url().endsWith('/retry'));
    await page.keyboard.press('Enter');
    assert.equal((await retried).status(), 202);
    await dialog.waitFor({ state: 'hidden' });
  };
  await panel.getByText(/protegido con contraseña/).waitFor();
  await failed.getByText(/protegido con contraseña/).waitFor();
  await failed.getByRole('button').press('Enter');
  await dialog.waitFor();
  await accessible(page);
  await shot(page, 'contrasena-pdf');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await enter(failed, 'otra clave');
  await panel.getByText(/La contraseña no abre el archivo/).waitFor();
  await failed.getByText(/La contraseña no abre el archivo/).waitFor();
  await failed.getByRole('button').press('Enter');
  assert.equal(await dialog.getByLabel('Contraseña del PDF').inputValue(), '');
  await page.keyboard.press('Escape');
  await enter(panel, 'clave del pdf');
  await panel.getByRole('link', { name: 'Revisar' }).waitFor();
  assert.doesNotMatch(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])), /otra clave|clave del pdf/);
  await close(page);
});

test('images that are dropped together become one document', async () => {
  const page = await as('ana');
  await page.locator('tr[data-row]').first().waitFor();
  const before = await total('');
  const sheets = [];
  for (const n of [1, 2, 10]) sheets.push([`hoja ${n}.png`, await photograph(`Hoja ${n}`)]);
  const dropped = await page.evaluateHandle((files) => {
    const transfer = new DataTransfer();
    for (const [name, content] of files) transfer.items.add(new File([Uint8Array.from(atob(content), (c) => c.charCodeAt(0))], name));
    return transfer;
  }, sheets.reverse());
  await page.dispatchEvent('body', 'dragover', { dataTransfer: dropped });
  await page.getByText(/Suelte los archivos para leerlos/).waitFor();
  await page.dispatchEvent('body', 'drop', { dataTransfer: dropped });
  const panel = page.getByRole('region', { name: 'Archivos enviados' });
  await panel.getByText('hoja 1.png y 2 más (3 imágenes, un documento)').waitFor();
  await panel.getByText('1 de 1 archivo leído').waitFor();
  assert.equal(await total(''), before + 1);
  const [newest] = (await api('GET', '/documents?per_page=1')).data;
  const { data } = await api('GET', `/documents/${newest.id}`);
  assert.equal(data.pages, 3);
  const places = ['Hoja 1\\b', 'Hoja 2', 'Hoja 10'].map((sheet) => data.text.search(new RegExp(sheet)));
  assert.deepEqual(places, places.toSorted((a, b) => a - b), data.text);
  assert.ok(places[0] >= 0, data.text);
  await close(page);
});

// A sheet of paper with a heading, as a PNG in base64.
async function photograph(heading) {
  const page = await open('about:blank', { viewport: { width: 850, height: 1100 } });
  await page.setContent(`<body style="font: 28px serif; padding: 60px"><h1>${heading}</h1><p>Señor juez: presento acción de tutela contra la Nueva EPS por la demora en la entrega de mis medicamentos.</p>`);
  const image = await page.screenshot();
  await page.context().close();
  return image.toString('base64');
}

test('what somebody else sends appears by itself', async () => {
  const page = await as('eva');
  const tab = page.getByRole('tab', { name: /Por revisar/ });
  const count = async () => Number((await tab.innerText()).match(/\d+/)?.[0] ?? 0);
  await page.waitForFunction(() => /\d/.test(document.querySelector('[role=tab]')?.textContent ?? ''));
  const before = await count();
  await api('POST', '/documents/process', await form('llega-sola.pdf'));
  await page.getByText('llega-sola.pdf').waitFor();
  await page.waitForFunction((n) => Number(document.querySelector('[role=tab]').textContent.match(/\d+/)?.[0]) === n, before + 1);
  await close(page);
});

async function form(name) {
  const known = await files();
  const body = new FormData();
  body.set('doc_type', 'tutela');
  body.set('file', new Blob([await readFile(Object.values(known)[0])]), name);
  return body;
}

test('views and filters live in the address', async () => {
  const page = await as('ana', '/consola/bandeja?vista=duplicados');
  await page.locator('tr[data-row]').first().waitFor();
  assert.equal(await page.locator('tr[data-row]').count(), await total('duplicates=open'));
  await page.getByRole('tab', { name: /Todos/ }).click();
  await page.getByLabel('Filtrar por palabras').fill('formato-que-nadie-escribió');
  await page.getByText('Ningún documento cumple los filtros').waitFor();
  assert.match(page.url(), /vista=todos.*q=formato/);
  await page.reload();
  await page.getByText('Ningún documento cumple los filtros').waitFor();
  await page.getByRole('button', { name: 'Quitar filtros' }).click();
  await page.locator('tr[data-row]').first().waitFor();
  await page.getByRole('tab', { name: /Fallidos/ }).click();
  await page.getByText(/dañado o incompleto/).first().waitFor();
  await accessible(page);
  await page.getByRole('tab', { name: /Mis envíos/ }).click();
  await page.getByRole('table').or(page.getByText('Todavía no ha enviado archivos')).first().waitFor();
  await close(page);
});

test('filters are saved under a name, for oneself or for all, and lead back to their list', async () => {
  const page = await as('ana', '/consola/bandeja?vista=todos&tipo=tutela&q=salud');
  const saved = page.getByRole('dialog', { name: /^Vistas guardadas/ });
  const save = async (name, button, toAll) => {
    await page.getByRole('button', { name: 'Guardar esta vista…' }).click();
    const form = page.getByRole('dialog', { name: 'Guardar esta vista…' });
    await form.getByLabel('Nombre').fill(name);
    await form.getByLabel('La ven todos').setChecked(toAll);
    if (toAll) await accessible(page);
    await form.getByRole('button', { name: button }).click();
    await page.getByText(`Vista guardada: ${name}.`).first().waitFor();
    await form.waitFor({ state: 'detached' });
  };
  await page.getByRole('button', { name: 'Vistas guardadas' }).click();
  await saved.getByText('Todavía no hay vistas guardadas').waitFor();
  await save('Salud', 'Guardar', true);
  await page.getByRole('button', { name: 'Quitar filtros' }).click();
  await page.getByRole('tab', { name: /Lectura dudosa/ }).click();
  await page.getByRole('button', { name: 'Vistas guardadas' }).click();
  await save('Por leer con cuidado y con más palabras que las que caben', 'Guardar', false);

  await page.getByRole('button', { name: /^Vistas guardadas: Por leer/ }).click();
  await accessible(page);
  await shot(page, 'vistas-guardadas');
  await saved.getByRole('link', { name: 'Salud' }).click();
  await page.waitForURL(/vista=todos.*tipo=tutela.*q=salud|q=salud.*tipo=tutela/);
  await page.getByRole('button', { name: 'Vistas guardadas: Salud' }).waitFor();
  assert.equal(await page.getByLabel('Filtrar por palabras').inputValue(), 'salud');
  await page.goBack();
  await page.getByRole('tab', { name: /Lectura dudosa/, selected: true }).waitFor();
  await close(page);

  // Another clerk sees what is shared, and does not delete it.
  const other = await as('eva');
  await other.getByRole('button', { name: 'Vistas guardadas' }).click();
  const seen = other.getByRole('dialog', { name: 'Vistas guardadas' });
  await seen.getByRole('link', { name: 'Salud' }).waitFor();
  assert.equal(await seen.getByRole('link').count(), 1);
  assert.equal(await seen.getByRole('button', { name: /Borrar/ }).count(), 0);
  await close(other);

  // Under the same name it is replaced, for its owner alone again; it is deleted where it is listed.
  const again = await as('ana', '/consola/bandeja?vista=todos&q=salud');
  await again.getByRole('button', { name: 'Vistas guardadas' }).click();
  await again.getByRole('button', { name: 'Guardar esta vista…' }).click();
  await again.getByLabel('Nombre').fill('Salud');
  await again.getByRole('button', { name: 'Reemplazar' }).click();
  await again.getByRole('button', { name: 'Vistas guardadas: Salud' }).click();
  const mine = again.getByRole('dialog', { name: /^Vistas guardadas/ });
  assert.equal(await mine.getByText('De todos').count(), 0);
  for (const name of [/Salud/, /Por leer/]) {
    await mine.getByRole('button', { name: new RegExp(`Borrar la vista .*${name.source}`) }).click();
    await mine.getByRole('link', { name }).waitFor({ state: 'detached' });
  }
  await mine.getByText('Todavía no hay vistas guardadas').waitFor();
  await close(again);
});

test('the keys of the page are a key away', async () => {
  const page = await as('ana');
  await page.locator('tr[data-row]').first().waitFor();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Teclas' });
  await help.getByText('Agregar archivos').waitFor();
  await help.getByText('Ir a Bandeja').waitFor();
  await accessible(page);
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'hidden' });
  await page.keyboard.press('/');
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), 'Filtrar por palabras');
  await close(page);
});

test('a document without a file is registered without a mouse, and what is odd in it is said', async () => {
  const page = await as('ana');
  await page.locator('tr[data-row]').first().waitFor();
  const before = await total('');
  await page.keyboard.press('m');
  const form = page.getByRole('dialog', { name: 'Registrar sin archivo' });
  const acta = form.getByLabel(/^Número de acta/);
  await acta.fill('  ');
  await form.getByLabel(/^Accionante/).fill('Rosa “Chava” Mora');
  await form.getByLabel(/^Accionado/).fill('Nueva EPS S.A.');
  await form.getByLabel(/^Correo/).fill('rosa@');
  await page.keyboard.press('Enter');
  await form.getByRole('alert').getByText('Número de acta: Debe ser un texto no vacío.', { exact: true }).waitFor();
  assert.doesNotMatch(await form.getByRole('alert').textContent(), /numero_acta/);
  assert.equal(await acta.getAttribute('aria-invalid'), 'true');
  assert.equal(await form.locator('[aria-invalid=true]').count(), 1);
  await accessible(page);
  await shot(page, 'registrar-sin-archivo');
  await page.reload(); // what was typed is still there
  await page.getByRole('button', { name: 'Registrar sin archivo' }).press('Enter');
  await acta.fill('2026-0418');
  const sent = page.waitForRequest((r) => r.url().endsWith('/documents/manual'));
  await page.keyboard.press('Enter');
  assert.match((await sent).headers()['idempotency-key'], /^[0-9a-f-]{36}$/);
  await page.getByRole('heading', { name: 'Revisar Acta 2026-0418' }).waitFor();
  await page.getByText(/^Registrado: acta 2026-0418\. «rosa@» no es un correo/).waitFor();
  await page.getByRole('region', { name: 'Datos del documento' }).getByText(/^«rosa@» no es un correo/).waitFor();
  assert.equal(await page.getByLabel('Accionante', { exact: true }).inputValue(), 'Rosa “Chava” Mora');
  assert.equal(await total(''), before + 1);
  assert.equal(await page.evaluate(() => Object.keys(localStorage).some((key) => key.endsWith(':manual'))), false);
  await close(page);
});

test('the inbox says until when a term runs, the review why, and the dashboard what is due', async () => {
  const { document_id: id } = (await api('POST', '/documents/manual', { numero_acta: 'T-2591', demandante: 'Rosa Términos Díaz', demandado: 'EPS', doc_type: 'tutela' })).data;
  const { data: made } = await api('GET', `/documents/${id}`);
  assert.equal(made.days_left, 10);
  const page = await as('ana', '/consola/bandeja?vista=todos&vence=todos&q=rosa%20terminos');
  const row = page.locator('tr[data-row]', { hasText: 'Rosa Términos' });
  await row.getByText('faltan 10 días hábiles').waitFor({ timeout: 30_000 });
  await accessible(page);
  await shot(page, 'terminos');
  await row.click();
  await page.getByText(/Fallo: 10 días hábiles desde el .* · Decreto 2591 de 1991, art\. 29/).waitFor();
  await page.getByLabel('Vence').fill('2026-01-15');
  await page.getByRole('button', { name: /Aprobar/ }).first().click();
  await page.waitForFunction(async (where) => (await (await fetch(where)).json()).data.vence === '2026-01-15', `/api/v1/documents/${id}`, { polling: 500 });
  await page.goto(page.url().replace(/\/consola\/.*/, '/consola/tablero'));
  await page.getByRole('link', { name: /Vencidos, ahora/ }).click();
  await row.getByText(/vencido hace/).waitFor({ timeout: 30_000 });
  await close(page);
});

test('a tab goes on after another has begun a new session', async () => {
  const page = await as('ana', '/consola/bandeja');
  await page.getByRole('button', { name: 'Registrar sin archivo' }).press('Enter');
  const form = page.getByRole('dialog', { name: 'Registrar sin archivo' });
  await form.getByLabel(/^Número de acta/).fill('2026-0733');
  await form.getByLabel(/^Accionante/).fill('Rosa Mora');
  await form.getByLabel(/^Accionado/).fill('Nueva EPS S.A.');
  const other = await page.context().newPage();
  await other.goto(`${office.intake}/consola/bandeja`);
  await other.getByRole('heading', { name: 'Bandeja' }).waitFor();
  const begun = await other.evaluate(async (login) => (await fetch('/api/v1/auth/session', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(login) })).status, office.users.ana);
  assert.equal(begun, 200);
  await form.getByLabel(/^Número de acta/).press('Enter');
  await page.getByRole('heading', { name: 'Revisar Acta 2026-0733' }).waitFor();
  await other.close();
  await close(page);
});

test('a deleted document waits in the bin, from which administrators restore it or remove it for good', async () => {
  const { document_id: id } = (await api('POST', '/documents/manual', { numero_acta: '2026-0777', demandante: 'Rosa Helena Mora', demandado: 'Nueva EPS S.A.' })).data;
  await api('DELETE', `/documents/${id}`);
  const clerk = await as('ana');
  await clerk.getByRole('tab', { name: 'Todos' }).waitFor();
  assert.equal(await clerk.getByRole('tab', { name: 'Papelera' }).count(), 0);
  await close(clerk);

  const page = await as('jefa', '/consola/bandeja');
  await page.getByRole('tab', { name: 'Papelera' }).click();
  const row = page.locator('tr[data-row]').filter({ hasText: 'Acta 2026-0777' });
  await row.getByText('Rosa Helena Mora').waitFor();
  await accessible(page);
  await shot(page, 'papelera');
  await row.getByRole('button', { name: 'Restaurar Acta 2026-0777' }).press('Enter');
  await page.getByText('Restaurado: Acta 2026-0777').waitFor();
  await page.getByText('La papelera está vacía').waitFor();
  await page.getByRole('tab', { name: 'Todos' }).click();
  await row.waitFor();

  await api('DELETE', `/documents/${id}`);
  await page.getByRole('tab', { name: 'Papelera' }).click();
  await row.getByRole('button', { name: 'Eliminar definitivamente Acta 2026-0777' }).press('Enter');
  const question = page.getByRole('dialog', { name: 'Eliminar definitivamente' });
  await question.getByText(/no se puede deshacer/).waitFor();
  await accessible(page);
  await shot(page, 'papelera-eliminar');
  await question.getByRole('button', { name: 'Eliminar definitivamente' }).press('Enter');
  await page.getByText('Eliminado: Acta 2026-0777').waitFor();
  await page.getByText('La papelera está vacía').waitFor();
  await assert.rejects(api('POST', `/documents/${id}/restore`), /404/);
  await close(page);
});
