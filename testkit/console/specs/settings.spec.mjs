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
