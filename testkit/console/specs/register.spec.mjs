import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accessible, api, as, close, hold, mail, shot } from '../office.mjs';

const register = { service: 'notify' };

test('a case, a subject and a notification are registered without a mouse, and the notification goes its way', async () => {
  const page = await as('ana', '/consola/', register);
  await page.getByRole('heading', { name: 'Notificaciones' }).waitFor();
  const keys = page.keyboard;

  await pressed(page, 'gj', page.getByRole('heading', { name: 'Juzgados' }));
  await keys.press('n');
  await page.getByRole('dialog').getByLabel('Nombre').fill('Juzgado 9 Civil Municipal de Cali');
  await keys.press('Enter');
  await page.getByRole('cell', { name: 'Juzgado 9 Civil Municipal de Cali' }).waitFor();
  await accessible(page);
  await shot(page, 'registro-juzgados');

  await pressed(page, 'gs', page.getByRole('heading', { name: 'Sujetos' }));
  await keys.press('n');
  await page.getByRole('dialog').getByLabel('Nombre').fill('Amparo Prueba Única');
  await page.getByRole('dialog').getByLabel('Correo').fill('amparo@ejemplo.co');
  await accessible(page);
  await keys.press('Enter');
  await page.getByRole('dialog', { name: 'Amparo Prueba Única' }).waitFor();
  await accessible(page);
  await page.getByRole('button', { name: 'Corregir' }).press('Enter');
  await page.getByRole('dialog').getByLabel('Teléfono').fill('3105550177');
  await accessible(page);
  await keys.press('Enter');
  await page.getByText(/Teléfono: — → 3105550177/).waitFor();
  await accessible(page);
  await shot(page, 'registro-sujeto');
  await keys.press('Escape');

  await pressed(page, 'gp', page.getByRole('heading', { name: 'Procesos' }));
  await keys.press('n');
  await page.getByRole('dialog').getByLabel('Radicado').fill('76001-40-03-009-2026-00777-00');
  await keys.press('Tab');
  await keys.type('Tutela por el derecho a la salud');
  await keys.press('Tab');
  await keys.type('9 Civil');
  await choose(page, 'Juzgado 9 Civil Municipal de Cali');
  await accessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Registrar', exact: true }).press('Enter');
  await page.getByRole('heading', { name: '76001-40-03-009-2026-00777-00' }).waitFor();

  await page.getByRole('button', { name: 'Corregir' }).press('Enter');
  await page.getByRole('dialog').getByLabel('Radicado').fill('76001-40-03-009-2026-00778-00');
  await accessible(page);
  await keys.press('Enter');
  await page.getByRole('heading', { name: '76001-40-03-009-2026-00778-00' }).waitFor();
  await page.getByText(/Radicado: 76001-40-03-009-2026-00777-00 → 76001-40-03-009-2026-00778-00/).waitFor();

  await keys.press('n');
  const dialog = page.getByRole('dialog', { name: 'Nueva notificación' });
  const subject = dialog.getByRole('combobox', { name: 'Sujeto' });
  await subject.and(page.locator(':focus')).waitFor(); // a dialog gives the focus in a timer of its own
  await subject.fill('amparo');
  await choose(page, /Amparo Prueba Única/);
  await accessible(page);
  await dialog.getByRole('button', { name: 'Registrar', exact: true }).press('Enter');

  const open = page.getByRole('dialog', { name: /^Notificación en/ });
  await open.getByText('Pendiente', { exact: true }).first().waitFor();
  await open.getByText(/Recibida: Primero hay que enviarla/).waitFor();
  await accessible(page);
  await shot(page, 'registro-notificacion');
  await open.getByLabel('Observación del cambio').fill('Salió a las tres');
  await open.getByRole('button', { name: 'Pasar a «Enviada»' }).press('Enter');
  await open.getByText('Pendiente → Enviada').waitFor();
  await open.getByText('Salió a las tres').waitFor();
  await open.getByText(/Cancelada: Lo que ya se envió no se puede cancelar/).waitFor();
  assert.equal(await open.getByRole('button', { name: /Pasar a/ }).count(), 2);
  await keys.press('Escape');
  await accessible(page);
  await shot(page, 'registro-proceso');
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Descargar en Excel' }).press('Enter')]);
  assert.match(download.suggestedFilename(), /\.xlsx$/);
  await close(page);
});

test('an e-mail is sent, and the notification says that it went out', async () => {
  const { items } = await api('GET', '/notificaciones?estado=PENDIENTE', undefined, 'notify');
  const subject = await api('POST', '/sujetos', { nombre: 'Luisa Prueba', correo: 'luisa@ejemplo.co', tipo: 'DEMANDADO' }, 'notify');
  const { id } = await api('POST', '/notificaciones', { id_proceso: items[0].id_proceso, id_sujeto: subject.id, canal: 'EMAIL' }, 'notify');
  const page = await as('ana', `/consola/notificaciones?notificacion=${id}`, register);
  const dialog = page.getByRole('dialog', { name: /^Notificación en/ });
  const preview = dialog.getByRole('group', { name: 'Así sale el correo' });
  await preview.getByText('Para: luisa@ejemplo.co').waitFor();
  await preview.getByText(/^Notificación judicial, radicado/).waitFor();
  const input = dialog.locator('input[type="file"]');
  await input.setInputFiles({ name: 'Auto que admite, Ñáñez.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\nauto') });
  const files = dialog.getByRole('list', { name: 'Adjuntos' });
  await files.getByRole('link', { name: 'Auto que admite, Ñáñez.pdf' }).waitFor();
  await preview.getByText(/^Auto que admite, Ñáñez\.pdf/).waitFor();
  await input.setInputFiles({ name: 'programa.pdf', mimeType: 'application/pdf', buffer: Buffer.from('MZ\0\0') });
  await dialog.getByText(/guárdelo como PDF/).waitFor();
  await input.setInputFiles({ name: 'Sobra.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\nsobra') });
  await preview.getByText(/^Sobra\.pdf/).waitFor();
  await accessible(page);
  await shot(page, 'registro-vista-previa');
  await files.getByRole('button', { name: 'Quitar Sobra.pdf' }).press('Enter');
  await files.getByText('¿Quitar este archivo? El correo sale sin él.').waitFor();
  await accessible(page);
  await files.getByRole('button', { name: 'Sí, quitarlo' }).press('Enter');
  await preview.getByText(/^Sobra\.pdf/).waitFor({ state: 'hidden' });
  const [saved] = await Promise.all([page.waitForEvent('download'), files.getByRole('link', { name: 'Auto que admite, Ñáñez.pdf' }).press('Enter')]);
  assert.equal(saved.suggestedFilename(), 'Auto que admite, Ñáñez.pdf');
  await dialog.getByRole('button', { name: 'Enviar por correo' }).press('Enter');
  await dialog.getByText('Correo a luisa@ejemplo.co: lo recibió el servidor de correo').waitFor();
  await dialog.getByText(/por el sistema$/).first().waitFor();
  await dialog.getByText('Enviada', { exact: true }).first().waitFor();
  await files.getByRole('link', { name: 'Auto que admite, Ñáñez.pdf' }).waitFor();
  assert.equal(await files.getByRole('button').count(), 0); // what went out stays
  const sent = await mail();
  assert.deepEqual(sent.map((m) => [m.To, m.Taken, m.Data.includes('Content-Disposition: attachment')]), [['luisa@ejemplo.co', true, true]]);
  await close(page);
});

test('an administrator writes the e-mails of a court in its own words, and they go so', async () => {
  const name = 'Juzgado 4 Promiscuo de la Plantilla';
  const court = await api('POST', '/juzgados', { nombre: name }, 'notify');
  const proceso = await api('POST', '/procesos', { radicado: '2026-00404', descripcion: 'Auto que inadmite', juzgado_id: court.id }, 'notify');
  const subject = await api('POST', '/sujetos', { nombre: 'Íngrid Muñoz', correo: 'ingrid@ejemplo.co' }, 'notify');
  const { id } = await api('POST', '/notificaciones', { id_proceso: proceso.id, id_sujeto: subject.id, canal: 'EMAIL' }, 'notify');

  const page = await as('jefa', '/consola/juzgados', register);
  await page.getByRole('row', { name: new RegExp(name) }).getByRole('button', { name: 'Plantilla del correo' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: `Plantilla del correo: ${name}` });
  const example = dialog.getByRole('group', { name: 'Así saldría un correo de ejemplo' });
  await example.getByText('Notificación judicial, radicado 11001-31-03-001-2026-00123-00').waitFor();
  await dialog.getByText(/usa la plantilla predeterminada/).waitFor();
  await accessible(page);

  await dialog.getByLabel('Asunto').fill(': aviso');
  await dialog.getByLabel('Asunto').press('Home');
  await dialog.getByRole('button', { name: '{contenido}' }).and(page.locator(':disabled')).waitFor(); // a subject has one line
  await dialog.getByRole('button', { name: '{juzgado}' }).press('Enter');
  assert.equal(await dialog.getByLabel('Asunto').inputValue(), '{juzgado}: aviso');
  await dialog.getByLabel('Texto').fill('Apreciada {nombre}: {contenido}');
  await dialog.getByText(/^No hay un campo {nombre}; puede usar {juzgado}, {radicado}/).waitFor();
  await example.getByText('Corrija lo señalado para ver cómo queda.').waitFor();
  await accessible(page);
  await shot(page, 'registro-plantilla-error');
  await dialog.getByLabel('Texto').fill('Apreciado sujeto:\n\n\n\nAtentamente,\n');
  await dialog.getByText(/^Debe tener {contenido}/).waitFor();
  await dialog.getByLabel('Texto').evaluate((text) => text.setSelectionRange(19, 19));
  await dialog.getByRole('button', { name: '{contenido}' }).click();
  await dialog.getByLabel('Texto').press('Control+End');
  await dialog.getByRole('button', { name: '{firma}' }).click();
  assert.equal(await dialog.getByLabel('Texto').inputValue(), 'Apreciado sujeto:\n\n{contenido}\n\nAtentamente,\n{firma}');
  await dialog.getByLabel('Firma').fill('Íñigo Peña\nSecretario');
  await example.getByText('Juzgado 4 Promiscuo de la Plantilla: aviso').waitFor();
  await example.getByText(/Transportes Ñandú S\.A\.S\.[^]*Íñigo Peña\s+Secretario/).waitFor();
  await accessible(page);
  await shot(page, 'registro-plantilla');
  await dialog.getByRole('button', { name: 'Guardar la plantilla' }).press('Enter');
  await dialog.waitFor({ state: 'hidden' });

  const clerk = await as('ana', `/consola/notificaciones?notificacion=${id}`, register);
  const preview = clerk.getByRole('group', { name: 'Así sale el correo' });
  await preview.getByText(`${name}: aviso`).waitFor();
  await preview.getByText(/Apreciado sujeto:\s+Auto que inadmite\s+Atentamente,\s+Íñigo Peña\s+Secretario/).waitFor();
  await shot(clerk, 'registro-plantilla-vista-previa');
  await clerk.goto(`${new URL(clerk.url()).origin}/consola/juzgados?abierto=${court.id}`);
  await clerk.getByText('Solo quien administra puede cambiarla.').waitFor();
  assert.equal(await clerk.getByRole('button', { name: 'Guardar la plantilla' }).count(), 0);
  await accessible(clerk);
  await close(clerk);

  await page.getByRole('row', { name: new RegExp(name) }).press('Enter');
  await dialog.getByText(/Texto del correo .* por jefa@juzgado.gov.co/).click();
  await dialog.getByText(/Se le notifica en el proceso con radicado {radicado}/).waitFor(); // what it said before
  await accessible(page);
  await shot(page, 'registro-plantilla-historial');
  await dialog.getByRole('button', { name: 'Volver a la predeterminada' }).press('Enter');
  await dialog.getByRole('button', { name: 'Sí, quitarla' }).press('Enter');
  await dialog.getByText(/usa la plantilla predeterminada/).waitFor();
  assert.equal(await dialog.getByLabel('Asunto').inputValue(), 'Notificación judicial, radicado {radicado}');
  await accessible(page);
  await close(page);
});

test('an e-mail that waits in the queue is stopped, and its notification is pending again', async () => {
  const { items } = await api('GET', '/notificaciones?estado=PENDIENTE', undefined, 'notify');
  const subject = await api('POST', '/sujetos', { nombre: 'Lleno Prueba', correo: 'lleno@ejemplo.co', tipo: 'DEMANDADO' }, 'notify');
  const { id } = await api('POST', '/notificaciones', { id_proceso: items[0].id_proceso, id_sujeto: subject.id, canal: 'EMAIL' }, 'notify');
  const page = await as('ana', `/consola/notificaciones?notificacion=${id}`, register);
  const dialog = page.getByRole('dialog', { name: /^Notificación en/ });
  await dialog.getByRole('button', { name: 'Enviar por correo' }).press('Enter');
  await dialog.getByText(/El buzón está lleno/).waitFor(); // put off, and queued again
  await dialog.getByRole('button', { name: 'Detener' }).press('Enter');
  await shot(page, 'registro-detener');
  await dialog.getByRole('button', { name: 'Sí, detenerlo' }).press('Enter');
  await dialog.getByText('Correo a lleno@ejemplo.co: detenido antes de salir').waitFor();
  await dialog.getByText('Pendiente', { exact: true }).first().waitFor();
  await dialog.getByText('Se detuvo el envío a lleno@ejemplo.co').waitFor();
  assert.deepEqual(
    (await mail()).filter((m) => m.To === 'lleno@ejemplo.co'),
    [],
  );
  await close(page);
});

test('a move that somebody else made impossible is told, and the note stays', async () => {
  const page = await as('ana', '/consola/notificaciones?vista=tabla&estado=PENDIENTE', register);
  await page.locator('tr[data-row]').first().press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Notificación en/ });
  await dialog.getByLabel('Observación del cambio').fill('Se llamó dos veces');
  const id = new URL(page.url()).searchParams.get('notificacion');
  await api('PATCH', `/notificaciones/${id}/estado`, { nuevo_estado: 'CANCELADA' }, 'notify');
  await dialog.getByRole('button', { name: 'Pasar a «Fallida»' }).click();
  await dialog.getByRole('alert').getByText(/definitivo/).waitFor();
  assert.equal(await dialog.getByLabel('Observación del cambio').inputValue(), 'Se llamó dos veces');
  await close(page);
});

/** Presses the keys of a chord until they lead to what is expected: a chord ends when the second key comes late, as on a busy machine. */
const pressed = async (page, chord, expected) => {
  for (let tries = 0; tries < 100 && !(await expected.isVisible()); tries++) {
    for (const key of chord) await page.keyboard.press(key);
    await expected.waitFor({ timeout: 5000 }).catch(() => {});
  }
  await expected.waitFor();
};

test('a list that has not come yet does not say that nothing matches', async () => {
  const courts = hold('**/juzgados');
  const page = await as('ana', '/consola/', { ...register, routes: [courts] });
  await page.getByRole('heading', { name: 'Notificaciones' }).waitFor();
  await pressed(page, 'gp', page.getByRole('heading', { name: 'Procesos' }));
  await page.keyboard.press('n');
  await page.getByRole('combobox', { name: 'Juzgado' }).press('ArrowDown');
  await page.getByText('Buscando…').waitFor();
  await accessible(page);
  courts.release();
  await page.getByRole('option').first().waitFor();
  await accessible(page);
  await close(page);
});

/** Chooses the one option of an open list by the keyboard: each key waits for what the one before it did. */
const choose = async (page, name) => {
  const option = page.getByRole('option', { name });
  await option.waitFor();
  await page.evaluate(() => new Promise((done) => setTimeout(done))); // a list that opens forgets what was selected, in a timer of its own
  await page.keyboard.press('ArrowDown');
  await option.and(page.locator('[data-combobox-selected]')).waitFor();
  await page.keyboard.press('Enter');
  await option.waitFor({ state: 'hidden' });
};

test('the board, the table and the calendar agree', async () => {
  const page = await as('ana', '/consola/notificaciones', register);
  const pending = page.getByRole('region', { name: 'Pendiente', exact: true });
  await pending.getByRole('button').first().waitFor();
  await accessible(page);
  await shot(page, 'registro-tablero');
  const first = pending.getByRole('button').first();
  await first.focus();
  await page.keyboard.press('ArrowDown');
  assert.equal(await first.evaluate((e) => e === document.activeElement), false);

  // A card is dropped where it may go, and only there.
  const card = pending.getByRole('button', { name: /Sujeto 3 de Prueba/ });
  const dialog = page.getByRole('dialog', { name: /^Notificación en/ });
  await card.dragTo(page.getByRole('region', { name: 'Recibida', exact: true }));
  assert.equal(await dialog.count(), 0);
  await card.dragTo(page.getByRole('region', { name: 'Enviada', exact: true }));
  await dialog.getByRole('button', { name: 'Pasar a «Enviada»' }).press('Enter');
  await dialog.getByText('Pendiente → Enviada').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('region', { name: 'Enviada', exact: true }).getByRole('button', { name: /Sujeto 3 de Prueba/ }).waitFor();

  const { total } = await api('GET', '/notificaciones?abiertas=true', undefined, 'notify');
  await pressed(page, 'vt', page.locator('tr[data-row]').nth(total - 1));
  assert.equal(await page.locator('tr[data-row]').count(), total);
  await accessible(page);
  await shot(page, 'registro-tabla');
  await pressed(page, 'vc', page.getByRole('table', { name: /^Calendario de/ }));
  await page.getByText('Sábado', { exact: true }).first().waitFor();
  await accessible(page);
  await shot(page, 'registro-calendario');
  await close(page);
});

test('an administrator adds a user, who is shut out again', async () => {
  const page = await as('jefa', '/consola/usuarios', register);
  await page.getByRole('heading', { name: 'Usuarios' }).waitFor();
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'Agregar usuario' });
  await dialog.getByLabel('Correo').fill('luz@juzgado.gov.co');
  await dialog.getByLabel('Nombre').fill('Luz Prueba');
  await dialog.getByRole('textbox', { name: /Contraseña/ }).fill('corta');
  await dialog.getByRole('button', { name: 'Agregar usuario' }).click();
  await dialog.getByRole('alert').getByText(/^Contraseña: /).waitFor();
  await accessible(page);
  await dialog.getByRole('textbox', { name: /Contraseña/ }).fill('una clave bien larga');
  await dialog.getByRole('button', { name: 'Agregar usuario' }).click();
  await page.getByRole('cell', { name: 'luz@juzgado.gov.co' }).click();
  const user = page.getByRole('dialog', { name: 'Luz Prueba' });
  await user.getByText(/^Creado/).waitFor();
  await accessible(page);
  await shot(page, 'registro-usuario');
  await user.getByRole('button', { name: 'Desactivar' }).click();
  await user.getByRole('button', { name: 'Desactivar a luz@juzgado.gov.co' }).click();
  await user.getByText(/^Desactivado,/).waitFor();
  await close(page);
});

test('an empty register says what to add first', async () => {
  const none = (path) => ({ url: (url) => url.pathname === path, on: true, answer: (route) => route.fulfill({ json: { items: [], total: 0, page: 1, page_size: 1 } }) });
  const subjects = none('/sujetos');
  const page = await as('ana', '/consola/notificaciones', { ...register, routes: [none('/notificaciones'), subjects] });
  const steps = page.getByRole('list', { name: 'El registro está vacío' });
  await steps.getByRole('link', { name: 'El juzgado' }).waitFor();
  await steps.getByRole('img', { name: 'Ya está' }).first().waitFor();
  await steps.getByText('La notificación, del proceso al sujeto').waitFor();
  await accessible(page);
  await shot(page, 'registro-vacio');
  await page.keyboard.press('v');
  await page.keyboard.press('t');
  await page.waitForURL(/vista=tabla/);
  await steps.getByRole('link', { name: 'El sujeto a quien se notifica' }).press('Enter');
  await page.getByRole('heading', { name: 'Sujetos' }).waitFor();
  subjects.on = false;
  await page.reload();
  await page.locator('tr[data-row]').first().waitFor();
  await page.goBack();
  await steps.getByRole('button', { name: 'Nueva notificación' }).press('Enter');
  await page.getByRole('dialog', { name: 'Nueva notificación' }).waitFor();
  await close(page);
});
