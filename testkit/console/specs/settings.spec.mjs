import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accessible, api, as, close, shot } from '../office.mjs';

test('an administrator sees what new thresholds would change before they are saved, and goes back', async () => {
  const { data: before } = await api('GET', '/config/dedup');
  const page = await as('jefa', '/consola/ajustes');
  await page.getByText('Rigen los ajustes con que viene el programa.').waitFor();
  await accessible(page);
  const threshold = page.getByRole('slider', { name: 'Tutelas' });
  await threshold.focus();
  await page.keyboard.press('End');
  await page.getByRole('slider', { name: 'El mismo texto' }).focus();
  for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowRight');
  const effect = page.getByRole('region', { name: 'Efecto en las parejas por decidir' });
  await effect.getByText(/pareja por decidir|parejas por decidir, las/).waitFor();
  const sliders = async (name) => Number(await page.getByRole('slider', { name }).getAttribute('aria-valuenow'));
  const wanted = { minhash_weight: await sliders('El mismo texto'), tfidf_weight: await sliders(/poco comunes/), entity_weight: await sliders(/números y fechas/), tutela_threshold: 1 };
  assert.ok(Math.abs(wanted.minhash_weight + wanted.tfidf_weight + wanted.entity_weight - 1) < 1e-9);
  const { data: preview } = await api('POST', '/config/dedup/preview', wanted);
  assert.ok(preview.stop_total > 0, 'the filings have pairs that are not the same to the letter');
  await effect.getByText(preview.stop_total === 1 ? '1 pareja dejaría de ser duplicado' : `${preview.stop_total} parejas dejarían de ser duplicados`).waitFor();
  await effect.getByRole('link', { name: 'Comparar' }).first().waitFor();
  await accessible(page);
  await shot(page, 'ajustes');
  assert.deepEqual((await api('GET', '/config/dedup')).data, before, 'nothing is saved yet');

  await page.reload();
  await effect.getByText(/dejar[ií]an? de ser/).waitFor();
  await page.getByRole('button', { name: 'Guardar' }).press('Enter');
  await page.getByText(/por jefa, a mano/).waitFor();
  assert.equal((await api('GET', '/config/dedup')).data.tutela_threshold, 1);
  await page.getByRole('button', { name: 'Volver a los ajustes anteriores' }).press('Enter');
  await page.getByText(/vuelta atrás/).waitFor();
  assert.deepEqual((await api('GET', '/config/dedup')).data, before);
  await close(page);
});

test('at least one way of finding values stays in use', async () => {
  const page = await as('jefa', '/consola/ajustes?parte=extraccion');
  await page.getByRole('switch').first().waitFor();
  await accessible(page);
  await shot(page, 'ajustes-extraccion');
  for (const used of await page.getByRole('switch').all()) await used.press('Space');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('alert').getByText(/Al menos un extractor/).waitFor();
  await page.getByRole('button', { name: 'Descartar los cambios' }).click();
  assert.ok(await page.getByRole('switch').first().isChecked());
  await close(page);
});

test('a clerk has no settings', async () => {
  const page = await as('ana');
  await page.getByRole('heading', { name: 'Bandeja' }).waitFor();
  assert.equal(await page.getByRole('link', { name: 'Ajustes' }).count(), 0);
  await close(page);
});

const message = { sender: 'boletin@ejemplo.org', sender_name: 'Boletín Jurídico', recipients: 'reparto@ejemplo.org', subject: 'Boletín de noviembre', sent_at: '2026-11-02T14:00:00Z', received_at: '2026-11-02T14:01:00Z' };
const answers = (url, data, method) => ({ url, method, on: true, answer: (route) => route.fulfill({ json: data }) });

test('an administrator adds a rule of the mailbox, tries it and saves it; others read it', async () => {
  const tried = { ...message, delivery_id: '1', attachments: ['a.pdf', 'b.pdf'], state: 'taken', outcome: 'ignore', rules: ['Boletines'], decided_by: 'Boletines', reason: 'No es un escrito.', type: '', tags: [] };
  const kept = { ...tried, delivery_id: '2', subject: 'Tutela', outcome: 'take', rules: ['Salud'], decided_by: '', reason: '', type: 'tutela', tags: ['salud'] };
  const ignored = { ...message, id: '3', state: 'ignored', ignored_by: 'Boletines', ignored_reason: 'No es un escrito.' };
  const take = { ...answers('**/deliveries/3/take', { data: ignored }), asked: 0 };
  const list = { ...answers('**/deliveries?*state=ignored*'), answer: (route) => route.fulfill({ json: { data: take.asked ? [] : [ignored], meta: { total: take.asked ? 0 : 1 } } }) };
  const routes = [
    answers('**/config/mail-rules/preview', { data: { ignored: 1, matched: 2, messages: [tried, kept] } }),
    { ...take, answer: (route) => (take.asked++, route.fulfill({ status: 202, json: { data: ignored } })) },
    list,
  ];
  const page = await as('jefa', '/consola/ajustes?parte=buzon', { routes });
  await page.getByText('No hay reglas: todos los correos se reciben').waitFor();
  await accessible(page);

  const add = async (name) => {
    await page.getByRole('button', { name: 'Agregar regla' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Agregar regla' });
    await dialog.getByLabel(/^Nombre( \*)?$/).fill(name);
    await dialog.getByRole('button', { name: 'Aceptar' }).press('Enter');
    await dialog.getByText('Una regla necesita al menos una condición.').waitFor();
    await dialog.locator('input:focus[aria-invalid=true]').waitFor();
    for (const text of ['boletín', 'circular']) {
      await dialog.getByLabel('Asunto').fill(text);
      await page.keyboard.press('Enter');
    }
    await dialog.getByLabel('Motivo').fill('No es un escrito.');
    await accessible(page);
    await shot(page, 'ajustes-regla');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
  };
  await add('Boletines');
  await add('boletines');
  const rules = page.getByRole('region', { name: 'Reglas del buzón' });
  await page.getByRole('button', { name: 'Guardar' }).press('Enter');
  await rules.getByRole('listitem').nth(1).getByText('Nombre: Otra regla tiene ese nombre.').waitFor();
  await accessible(page);
  await rules.getByRole('button', { name: 'Subir la regla «boletines»', exact: true }).press('Enter');
  await page.getByText('La regla «boletines» es ahora la 1 de 2').waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), 'Bajar la regla «boletines»', 'the keyboard stays with the rule');
  await rules.getByRole('button', { name: 'Quitar la regla «boletines»', exact: true }).press('Enter');

  await page.getByRole('button', { name: 'Probar con los últimos 50 correos' }).press('Enter');
  await page.getByText('Se probaron 2 correos: se ignoraría 1; cambiaría 1.').waitFor();
  await page.getByRole('row', { name: /Boletín de noviembre/ }).getByText('Hoy está recibido').waitFor();
  await accessible(page);
  await shot(page, 'ajustes-buzon');
  await page.getByRole('button', { name: 'Guardar' }).press('Enter');
  await page.getByText(/por jefa, a mano/).waitFor();
  await page.reload();
  await rules.getByText('Si el asunto contiene «boletín» o «circular», se ignora: No es un escrito.').waitFor();
  assert.deepEqual((await api('GET', '/config/mail-rules')).data.rules.map((r) => [r.name, r.subject, r.action]), [['Boletines', ['boletín', 'circular'], 'ignore']]);
  await page.getByRole('button', { name: 'Recibir «Boletín de noviembre»' }).press('Enter');
  await page.getByText(/Ninguna regla ha ignorado/).waitFor();

  const { rules: saved } = (await api('GET', '/config/mail-rules')).data;
  await rules.getByRole('switch', { name: 'Usar la regla «Boletines»' }).press('Space');
  await api('PUT', '/config/mail-rules', { rules: [...saved, { name: 'Salud', subject: ['salud'], action: 'tag', tag: 'salud' }] });
  await page.getByRole('button', { name: 'Guardar' }).press('Enter');
  await page.getByRole('alert').getByText(/Otra persona cambió las reglas/).waitFor();
  await page.getByRole('button', { name: 'Descartar los cambios' }).press('Enter');
  await rules.getByText('Si el asunto contiene «salud», sus documentos llevan la etiqueta «salud»').waitFor();
  await page.getByRole('button', { name: 'Volver a los ajustes anteriores' }).press('Enter');
  await page.getByText(/vuelta atrás/).waitFor();
  assert.deepEqual((await api('GET', '/config/mail-rules')).data.rules, saved);
  await close(page);

  const reader = await as('ana', '/consola/ajustes?parte=buzon');
  assert.equal(await reader.getByRole('radio').count(), 0, 'a clerk sees no other settings');
  await reader.getByText('Si el asunto contiene «boletín» o «circular», se ignora: No es un escrito.').waitFor();
  await reader.getByText(/Solo un administrador puede cambiarlas/).waitFor();
  assert.ok(await reader.getByRole('switch', { name: 'Usar la regla «Boletines»' }).isDisabled());
  for (const name of [/Agregar regla/, /Guardar/, /Editar/, /Quitar/, /Probar/, /Volver/]) assert.equal(await reader.getByRole('button', { name }).count(), 0);
  await accessible(reader);
  await close(reader);
});
