import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accessible, api, approve, as, close, fullDisk, kill, office, shot, slow, start } from '../office.mjs';

const documents = async (query = 'status=processed') => (await api('GET', `/documents?per_page=100&${query}`)).data;
const detail = async (id) => (await api('GET', `/documents/${id}`)).data;
const named = async (part) => (await documents('')).find((d) => d.file_name.includes(part));
const heading = (page, name) => page.getByRole('heading', { name: new RegExp(`^Revisar .*${name}`) });
const field = (page, name) => page.getByLabel(name, { exact: true });

test('the page stands beside its fields, and a field shows its place', async (t) => {
  const page = await as('ana');
  const { file_name: name, demandante } = await named('copia');
  const row = page.locator('tr[data-row]').filter({ hasText: name });
  await row.waitFor();
  const opened = await page.evaluate(() => performance.now());
  await row.press('Enter');
  const shown = await page.waitForFunction(() => [...document.images].some((i) => i.alt.startsWith('Imagen') && i.complete && i.naturalWidth > 300) && performance.now());
  t.diagnostic(`page image visible after ${Math.round((await shown.jsonValue()) - opened)} ms`);
  assert.equal(await field(page, 'Accionante').inputValue(), demandante);
  const place = page.locator('rect[data-active]').first();
  await field(page, 'Cédula').focus();
  await place.waitFor();
  const cedula = await place.boundingBox();
  await field(page, 'Accionante').focus();
  await page.waitForFunction((before) => document.querySelector('rect[data-active]')?.getBoundingClientRect().y !== before.y, cedula);
  await page.keyboard.press('Alt+q');
  await page.getByText(/página \d/).first().waitFor();
  await page.getByText(/Posible duplicado \(\d+/).first().waitFor();
  await page.getByText('iguales').first().waitFor();
  await page.getByRole('group', { name: /^Posible duplicado/ }).first().getByText('igual', { exact: true }).waitFor(); // the claim
  await accessible(page);
  await shot(page, 'revisar');
  assert.equal(await page.getByRole('button', { name: 'Borrar el documento' }).count(), 0);
  await page.getByRole('link', { name: 'Escritos de esta persona' }).press('Enter');
  await page.waitForURL(/personas\/escritos\?cedula=/);
  await page.getByText(name).first().waitFor();
  await close(page);
});

test('a review says to whom the document is assigned, and assigns it', async () => {
  const [{ id }] = await documents('');
  await api('POST', '/documents/bulk', { action: 'assign', documents: [{ id }] });
  const page = await as('ana', `/consola/revisar/${id}`);
  const assign = async (from, to) => {
    await page.getByRole('button', { name: from }).press('Enter');
    await page.getByRole('menuitem', { name: to }).press('Enter');
  };
  await assign('Sin asignar', 'Ana Prueba');
  await page.getByRole('button', { name: 'Asignado a Ana Prueba' }).waitFor();
  assert.equal((await detail(id)).assignee, 'ana');
  await accessible(page);
  await shot(page, 'asignado');
  await assign('Asignado a Ana Prueba', 'Nadie');
  await page.getByRole('button', { name: 'Sin asignar' }).waitFor();
  assert.equal((await detail(id)).assignee, '');
  await close(page);
});

test('ten documents are corrected and approved without a mouse', async () => {
  const page = await as('ana', '/consola/bandeja');
  const before = await documents();
  assert.ok(before.length >= 10, `${before.length} documents to review`);
  await page.locator('tr[data-row]').first().waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  const corrected = [];
  for (let i = 0; i < 10; i++) {
    await heading(page, '').waitFor();
    const id = page.url().match(/revisar\/([0-9a-f-]+)/)[1];
    await page.locator(`[data-field="demandante"]`).waitFor();
    if (i === 0) {
      for (let tab = 0; tab < 20 && (await page.evaluate(() => document.activeElement?.dataset.field)) !== 'numero_acta'; tab++) await page.keyboard.press('Tab');
      await page.keyboard.type('2026-0417');
      corrected.push(id);
    }
    await approve(page);
    if (i < 9) await page.waitForURL((url) => !url.pathname.includes(id));
    else await page.getByText(/Aprobado: /).first().waitFor();
  }
  let left = await documents();
  for (let wait = 0; wait < 100 && left.length > before.length - 10; wait++) {
    await page.waitForTimeout(100); // the last approval is on its way
    left = await documents();
  }
  assert.equal(left.length, before.length - 10);
  assert.equal((await detail(corrected[0])).numero_acta, '2026-0417');
  await close(page);
});

test('an approval asks once about a possible duplicate that nobody has decided about', async () => {
  const listed = await documents('duplicates=open&status=processed');
  const { id } = listed[0];
  const page = await as('ana', `/consola/revisar/${id}?vista=duplicados`);
  await page.locator('[data-approve][aria-haspopup=dialog]').waitFor();
  await page.keyboard.press('Control+Enter');
  const question = page.getByRole('dialog', { name: 'Posible duplicado sin decidir' });
  const compare = question.getByRole('link', { name: 'Comparar' });
  await compare.waitFor();
  await accessible(page);
  await shot(page, 'revisar-pregunta');
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'hidden' });
  assert.equal((await detail(id)).status, 'processed');
  await page.keyboard.press('Control+Enter');
  await compare.press('Enter');
  await page.waitForURL((url) => url.pathname.includes('/comparar/') && url.pathname.endsWith(id));
  await page.getByText('Nadie ha decidido', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.locator('[data-approve][aria-haspopup=dialog]').waitFor();
  await approve(page);
  await page.getByText(/Aprobado: /).first().waitFor();
  assert.equal((await detail(id)).status, 'validated');
  await close(page);
});

test('an approval is undone at once, or later on the document', async () => {
  const { id, file_name: name } = await named('copia');
  const page = await as('ana', `/consola/revisar/${id}`);
  await field(page, 'Observaciones').fill('con anexos');
  await approve(page);
  const said = page.getByRole('alert').filter({ hasText: `Aprobado: ${name}` });
  await said.getByRole('button', { name: 'Deshacer' }).waitFor();
  await accessible(page);
  await shot(page, 'revisar-aprobado');
  await said.getByRole('button', { name: 'Deshacer' }).press('Enter');
  await page.getByText('Aprobación deshecha: el documento está otra vez por revisar.').waitFor();
  await page.waitForURL((url) => url.pathname.endsWith(id));
  await page.locator('[data-approve]').waitFor();
  assert.equal((await detail(id)).status, 'processed');
  assert.equal(await field(page, 'Observaciones').inputValue(), 'con anexos');
  await approve(page);
  await page.getByText(/Aprobado: /).first().waitFor();
  await page.goBack();
  await page.getByText(/^Aprobado por /).waitFor();
  await accessible(page);
  await shot(page, 'revisar-aprobado-antes');
  await page.getByRole('button', { name: 'Deshacer la aprobación' }).press('Enter');
  await page.getByText(/^Aprobado por /).waitFor({ state: 'hidden' });
  const reopened = await detail(id);
  assert.deepEqual([reopened.status, reopened.validated_at, reopened.observaciones], ['processed', null, 'con anexos']);
  await close(page);
});

test('two people on one document: the second sees what the first stored, and loses nothing', async () => {
  const { id } = await named('otra-redaccion');
  const where = `/consola/revisar/${id}`;
  const [ana, jefa] = [await as('ana', where), await as('jefa', where)];
  await field(jefa, 'Cédula').fill('111111');
  await field(jefa, 'Observaciones').fill('lo que escribió la jefa');
  await field(ana, 'Cédula').fill('222222');
  await approve(ana);
  await ana.getByText(/Aprobado: /).first().waitFor();
  await jefa.getByText('Otra persona guardó: 222222').waitFor();
  await jefa.keyboard.press('Control+Enter'); // leads to the conflict instead
  assert.equal(await jefa.evaluate(() => document.activeElement.dataset.field), 'cedula');
  assert.equal((await detail(id)).cedula, '222222');
  await accessible(jefa);
  await shot(jefa, 'revisar-conflicto');
  await jefa.getByRole('button', { name: 'Usar ese' }).click();
  assert.equal(await field(jefa, 'Observaciones').inputValue(), 'lo que escribió la jefa');
  await approve(jefa);
  await jefa.getByText(/Aprobado: /).first().waitFor();
  const stored = await detail(id);
  assert.deepEqual([stored.cedula, stored.observaciones], ['222222', 'lo que escribió la jefa']);
  await close(ana);
  await close(jefa);
});

test('what was typed survives a reload and a killed server', async () => {
  const { id } = await named('escaneo-malo');
  const page = await as('ana', `/consola/revisar/${id}`);
  await field(page, 'Juzgado').fill('Juzgado de prueba');
  await kill();
  await approve(page);
  await page.getByText('El servidor no responde').first().waitFor();
  assert.equal(await field(page, 'Juzgado').inputValue(), 'Juzgado de prueba');
  await start();
  await page.reload();
  await page.getByText(/Sigue donde iba/).waitFor();
  assert.equal(await field(page, 'Juzgado').inputValue(), 'Juzgado de prueba');
  await approve(page);
  await page.getByText(/Aprobado: /).first().waitFor();
  assert.equal((await detail(id)).juzgado, 'Juzgado de prueba');
  await page.goto(`${office.intake}/consola/revisar/${id}`);
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Descargar el archivo original' }).press('Enter')]);
  assert.match(download.suggestedFilename(), /\.pdf$/);
  await page.getByRole('button', { name: 'Historial del documento' }).press('Enter');
  await page.getByRole('dialog').getByRole('cell', { name: 'Juzgado de prueba', exact: true }).waitFor();
  await accessible(page);
  await shot(page, 'revisar-historial');
  await close(page);
});

test('on a slow network the fields do not wait for the image, and nothing moves when it comes', async () => {
  const { id } = await named('formato');
  const page = await as('ana', '/consola/bandeja');
  await page.getByRole('tab', { name: /Todos/ }).waitFor();
  await slow(page);
  await page.goto(`${office.intake}/consola/revisar/${id}`);
  await field(page, 'Accionante').waitFor();
  const at = await field(page, 'Accionante').boundingBox();
  await page.waitForFunction(() => document.querySelector('img[alt^="Imagen"]')?.complete);
  assert.deepEqual(await field(page, 'Accionante').boundingBox(), at);
  await close(page);
});

test('a document that does not exist is said so', async () => {
  const page = await as('ana', '/consola/revisar/00000000-0000-7000-8000-000000000000');
  await page.getByRole('alert').waitFor();
  await page.getByRole('button', { name: 'Reintentar' }).waitFor();
  await accessible(page);
  await close(page);
});

test('administrators delete a document, after a question that names it', async () => {
  const { document_id: id } = (await api('POST', '/documents/manual', { numero_acta: '2026-0555', demandante: 'Rosa Mora', demandado: 'Nueva EPS S.A.' })).data;
  const refused = fullDisk(`**/documents/${id}`, 'DELETE');
  const page = await as('jefa', `/consola/revisar/${id}`, { routes: [refused] });
  await page.getByRole('button', { name: 'Borrar el documento' }).press('Enter');
  const question = page.getByRole('dialog', { name: 'Borrar el documento' });
  await question.getByText('Acta 2026-0555').waitFor();
  await question.getByText(/restaurar durante 30 días; .*queda el registro de quién cambió qué/).waitFor();
  await accessible(page);
  await shot(page, 'borrar');
  await page.keyboard.press('Enter'); // the focus is on the way back
  await question.waitFor({ state: 'hidden' });
  assert.equal((await detail(id)).numero_acta, '2026-0555');

  await page.getByRole('button', { name: 'Borrar el documento' }).press('Enter');
  const confirm = question.getByRole('button', { name: 'Borrar', exact: true });
  await confirm.press('Enter');
  await question.getByText('El disco está lleno.').waitFor();
  refused.on = false;
  await confirm.press('Enter');
  await page.waitForURL(/bandeja/);
  await page.getByText('Borrado: Acta 2026-0555').waitFor();
  await assert.rejects(detail(id), /404/);
  await page.goBack();
  await page.getByRole('button', { name: 'Reintentar' }).waitFor();
  assert.equal(await field(page, 'Accionante').count(), 0);
  await close(page);
});

test('a filing that was typed in shows what else the person filed, with date and kind', async () => {
  const type = async (numero_acta, doc_type) => (await api('POST', '/documents/manual', { numero_acta, demandante: 'Rosa Helena Mora Díaz', cedula: '30555111', demandado: 'Nueva EPS S.A.', doc_type })).data.document_id;
  const [earlier, , later] = [await type('2026-0601', 'tutela'), await type('2026-0600', 'demanda'), await type('2026-0602', 'derecho_peticion')];
  const page = await as('ana', `/consola/revisar/${later}`);
  const others = page.getByRole('group', { name: 'Otros escritos de esta persona' });
  await others.getByText(/^\d+ \w+ \d{4} · Demanda/).waitFor(); // the newest
  await others.getByRole('button', { name: 'Ver los 2' }).press('Enter');
  await others.getByText(/^\d+ \w+ \d{4} · Tutela/).waitFor();
  await accessible(page);
  await shot(page, 'revisar-otros-escritos');
  await others.getByRole('link', { name: 'Comparar con Acta 2026-0601' }).press('Enter');
  await page.waitForURL((url) => url.pathname.endsWith(`/comparar/${earlier}/${later}`));
  await page.getByText('Nadie ha decidido', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await others.getByRole('button', { name: 'Ver los 2' }).press('Enter');
  await others.getByRole('link', { name: 'Acta 2026-0601', exact: true }).press('Enter');
  await heading(page, 'Acta 2026-0601').waitFor();
  await close(page);
});

test('what was read besides the fields is shown: telephones, agents, further numbers', async () => {
  const names = { telefono: 'Teléfono', agente: 'Agente oficioso o representante', apoderado: 'Apoderado', representado: 'Representado', nit: 'NIT' };
  for (const { id } of await documents('')) {
    const entity = (await detail(id)).entities.find((e) => e.field in names);
    if (!entity) continue;
    const page = await as('ana', `/consola/revisar/${id}`);
    const read = page.getByRole('group', { name: `${names[entity.field]}: ${entity.value}`, exact: true });
    await read.getByText(entity.value, { exact: true }).waitFor();
    await read.scrollIntoViewIfNeeded();
    await accessible(page);
    await shot(page, 'revisar-tambien-se-leyo');
    await close(page);
    return;
  }
  assert.fail('no document has such a value');
});

test('dragging over words fills the field that has the focus', async () => {
  const { id } = await named('tutela');
  const page = await as('ana', `/consola/revisar/${id}`);
  const { words } = (await api('GET', `/documents/${id}/pages/1/words`)).data;
  const at = words.findIndex((w, i) => i > 0 && words[i + 2] && Math.abs(words[i + 2].box.y0 - w.box.y0) < 1 && words[i + 2].box.x0 > w.box.x0);
  await field(page, 'Observaciones').focus();
  const middle = async (n) => {
    const box = await page.locator('svg[viewBox] rect:not([rx])').nth(n).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  await page.locator('svg[viewBox] rect:not([rx])').nth(at).scrollIntoViewIfNeeded();
  await page.mouse.move(...(await middle(at)));
  await page.mouse.down();
  await page.mouse.move(...(await middle(at + 2)), { steps: 4 });
  await page.mouse.up();
  assert.equal(await field(page, 'Observaciones').inputValue(), words.slice(at, at + 3).map((w) => w.text).join(' '));
  await close(page);
});

// Last: the session of ana is over.
test('a session that ends while somebody types costs no word: after the login over the page, it is sent', async () => {
  const [{ id }] = await documents();
  const ends = {
    url: `**/documents/${id}/validate`,
    on: true,
    answer: async (route) => {
      ends.on = false;
      await api('DELETE', '/auth/sessions?username=ana');
      await route.fallback();
    },
  }; // as the approval is sent: before it, the page might find out by itself
  const page = await as('ana', `/consola/revisar/${id}`, { routes: [ends] });
  await field(page, 'Juzgado').fill('Juzgado de la espera');
  await approve(page);
  const again = page.getByRole('dialog', { name: 'Ingrese de nuevo' });
  await again.getByText('Lo que escribió sigue aquí').waitFor();
  await accessible(page);
  await shot(page, 'ingreso-de-nuevo');
  await again.getByLabel(/^Contraseña/).fill(office.users.ana.password);
  await page.keyboard.press('Enter');
  await page.getByText(/Aprobado: /).first().waitFor();
  assert.equal((await detail(id)).juzgado, 'Juzgado de la espera');
  await close(page);
});
