import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFile } from 'node:fs/promises';
import { accessible, api, as, close, files, fullDisk, office, shot, upload } from '../office.mjs';

const open = async () => (await api('GET', '/duplicates?state=open&relation=duplicate')).data;
const decisionOf = async (pair) => (await api('GET', `/documents/${pair.earlier.id}/compare/${pair.document.id}`)).data.decision;
const until = async (what, holds) => {
  for (let i = 0; i < 100; i++) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.fail(what);
};
const addressOf = (pair) => `/consola/comparar/${pair.earlier.id}/${pair.document.id}`;

test('the pairs are decided without a mouse: walked, noted, taken back', async () => {
  const [first] = await open();
  const page = await as('ana', '/consola/duplicados');
  await page.getByRole('row').nth(1).waitFor();
  await accessible(page);
  await shot(page, 'duplicados');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Comparar' }).waitFor();
  await page.getByText('Nadie ha decidido', { exact: true }).waitFor();

  await page.keyboard.press('m');
  await page.keyboard.type('igual hasta la firma; dn'); // d and n are text here
  await page.keyboard.press('Escape');
  assert.equal(await decisionOf(first), null);
  await page.keyboard.press('d');
  await until('the decision is stored', async () => (await decisionOf(first))?.decision === 'duplicate');
  assert.deepEqual([(await decisionOf(first)).note, (await decisionOf(first)).decided_by], ['igual hasta la firma; dn', 'ana']);
  await page.waitForURL((url) => !url.pathname.endsWith(first.document.id)); // the next pair, or the list

  await page.keyboard.press('z');
  await until('the decision is taken back', async () => (await decisionOf(first)) === null);
  await close(page);
});

test('the pairs to decide are possible duplicates, until others are asked for', async () => {
  const count = async (query) => (await api('GET', `/duplicates?per_page=1&${query}`)).meta.total;
  const page = await as('ana', '/consola/duplicados');
  const relation = page.getByLabel('Relación', { exact: true });
  const shows = (n) => page.getByRole('status').getByText(n === 1 ? '1 pareja' : `${n} parejas`, { exact: true }).waitFor();
  assert.equal(await relation.inputValue(), 'duplicate');
  await shows(await count('state=open&relation=duplicate'));
  await relation.selectOption('all');
  await page.waitForURL(/relacion=all/);
  await shows(await count('state=open'));
  await page.getByText('Todas', { exact: true }).click();
  await page.waitForURL(/estado=all/);
  await shows(await count(''));
  await close(page);
});

test('two documents stand side by side: their pages marked and together, and numbers that add up', async () => {
  const [pair] = await open();
  const page = await as('ana', addressOf(pair));
  await page.getByRole('img', { name: new RegExp(`^Página 1 de \\d+ de ${pair.document.file_name}`) }).waitFor();
  await page.locator('figure svg rect').first().waitFor();
  for (const name of ['Partes', 'Hechos', 'Pretensión']) await page.getByText(name, { exact: true }).first().waitFor();
  await accessible(page);
  await shot(page, 'comparar');

  const number = (text) => Number(text.replace(',', '.').replace('−', '-').replace('+', ''));
  const rows = await page.locator('section[aria-labelledby=sum] tbody tr').evaluateAll((all) => all.map((tr) => ({ partial: tr.cells.length > 3, value: tr.cells[tr.cells.length - 1].textContent })));
  const total = number(await page.locator('section[aria-labelledby=sum] tfoot td').last().textContent());
  const changes = rows.filter((r) => !r.partial).slice(1); // behind the sum of the three, where there are any
  const sum = rows.filter((r) => r.partial).concat(changes).reduce((at, r) => at + number(r.value), 0);
  assert.ok(Math.abs(sum - total) <= 0.01 * rows.length, `${JSON.stringify(rows)} lead to ${total}`);

  const [left, right] = [page.getByRole('region', { name: /^Documento/ }).nth(0), page.getByRole('region', { name: /^Documento/ }).nth(1)];
  await left.hover();
  await page.mouse.wheel(0, 400);
  await until('the other document follows', () => right.evaluate((pane) => pane.scrollTop > 20));

  await page.keyboard.press('v');
  await page.locator('[role=region] span[data-start]').first().waitFor();
  await accessible(page);
  await close(page);
});

test('a comparison leads back to where it was opened from, the earlier paper on the left', async () => {
  const [pair] = await open();
  const page = await as('ana', `/consola/comparar/${pair.document.id}/${pair.earlier.id}`); // the wrong way round
  await page.waitForURL((url) => url.pathname === addressOf(pair));
  await page.getByRole('article', { name: /^Anterior: / }).first().waitFor();

  await page.goto(new URL(`/consola/revisar/${pair.document.id}?vista=duplicados`, page.url()).href);
  await page.locator('[data-compare]').press('Enter');
  await page.waitForURL((url) => url.pathname.endsWith(pair.document.id) && url.pathname.includes('/comparar/'));
  await page.getByRole('article').nth(1).getByRole('link', { name: pair.document.file_name }).press('Enter');
  await page.waitForURL((url) => url.pathname.endsWith(`/revisar/${pair.document.id}`) && url.search === '?vista=duplicados');
  await page.locator('[data-compare]').press('Enter');
  await page.getByText('Nadie ha decidido', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.waitForURL((url) => url.pathname.endsWith(`/revisar/${pair.document.id}`) && url.search === '?vista=duplicados');
  await page.getByRole('link', { name: 'Volver a la bandeja' }).press('Enter');
  await page.waitForURL(/bandeja\?vista=duplicados/);

  await page.goto(new URL('/consola/duplicados?orden=date', page.url()).href);
  await page.locator('tr[data-row]').first().press('Enter');
  await page.getByRole('article').nth(1).getByRole('link').first().press('Enter');
  await page.locator('[data-compare]').press('Enter');
  await page.getByText('Nadie ha decidido', { exact: true }).waitFor();
  const [left, right] = new URL(page.url()).pathname.split('/').slice(-2);
  await page.keyboard.press('n'); // not on to other pairs of the list
  await page.waitForURL(/revisar/);
  await until('the decision is stored', async () => (await decisionOf({ earlier: { id: left }, document: { id: right } }))?.decision === 'not_duplicate');
  await api('DELETE', `/documents/${right}/duplicates/${left}/decision`);
  await page.getByRole('link', { name: 'Volver', exact: true }).press('Enter');
  await page.getByRole('link', { name: 'Volver a la lista' }).press('Enter');
  await page.waitForURL(/duplicados\?orden=date$/);
  await close(page);
});

test('what one decides the other sees, without loading the page anew', async () => {
  const [pair] = await open();
  const [ana, eva] = [await as('ana', addressOf(pair)), await as('eva', addressOf(pair))];
  await eva.getByText('Nadie ha decidido', { exact: true }).waitFor();
  await ana.getByText('Nadie ha decidido', { exact: true }).waitFor();
  await ana.getByRole('button', { name: /Otra pretensión/ }).click();
  await eva.getByText(/^Otra pretensión · ana/).waitFor();
  await api('DELETE', `/documents/${pair.document.id}/duplicates/${pair.earlier.id}/decision`);
  await close(ana);
  await close(eva);
});

test('a decision that the server refuses is not shown as made', async () => {
  const [pair] = await open();
  const page = await as('ana', addressOf(pair), { routes: [fullDisk('**/decision')] });
  await page.getByText('Nadie ha decidido', { exact: true }).waitFor();
  await page.keyboard.press('n');
  await page.getByText('El disco está lleno.').waitFor();
  await page.goto(new URL(addressOf(pair), page.url()).href);
  await page.getByText('Nadie ha decidido', { exact: true }).waitFor();
  await close(page);
});

test('documents that do not exist are told', async () => {
  const gone = '0198c1f0-7a52-7c1e-9d3b-2f6f0d1c8a11';
  const page = await as('ana', `/consola/comparar/${gone}/${gone}`);
  await page.getByRole('alert').waitFor();
  await accessible(page);
  await close(page);
});

test('a comparison prints the data of both documents and their pages that are most alike, and nothing of the screen', async () => {
  const [pair] = await open();
  const page = await as('ana', addressOf(pair));
  const printed = page.locator('section[aria-hidden=true] figure');
  await printed.first().waitFor({ state: 'attached' });
  await page.evaluate(() => {
    window.print = () => (window.printed = [...document.querySelectorAll('section[aria-hidden=true] figure img')].map((image) => image.naturalWidth));
  });
  await page.keyboard.press('i');
  const widths = await (await page.waitForFunction(() => window.printed)).jsonValue();
  assert.ok([2, 4].includes(widths.length) && widths.every((w) => w > 0), `pages when it prints: ${widths}`);
  await printed.last().locator('svg rect').first().waitFor({ state: 'attached' });
  await page.emulateMedia({ media: 'print' });
  assert.ok((await printed.evaluateAll((all) => all.every((f) => f.getBoundingClientRect().height > 100))));
  const paper = await page.pdf({ format: 'Letter', ...(office.shots && { path: `${office.shots}/comparar-impreso.pdf` }) });
  assert.match(paper.toString('latin1'), /\/Subtype\s*\/Image/);
  await page.getByText('Comparación de dos escritos').waitFor();
  for (const id of [pair.document.id, pair.earlier.id]) assert.ok(await page.getByRole('cell', { name: id, includeHidden: true }).isVisible());
  assert.equal(await page.getByRole('button', { name: /Es duplicado/ }).isVisible(), false);
  await close(page);
});

test('a letter of several people is one group, on one screen', async () => {
  const [letter] = (await api('GET', '/form-letters')).data;
  const page = await as('ana', '/consola/duplicados/formatos');
  await page.getByRole('row').nth(1).waitFor();
  await accessible(page);
  await shot(page, 'formatos');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.getByText(`Formato usado por ${letter.people} personas en ${letter.documents} escritos`).waitFor();
  assert.equal(await page.locator('tr[data-row]').count(), letter.documents);
  await page.locator('figure img').first().waitFor();
  const { places, members } = (await api('GET', `/form-letters/${letter.id}/differences`)).data;
  const own = places.findIndex((p) => p.subject === 'fecha' || p.subject === 'otro');
  for (const m of members) if (m.words[own]) await page.locator(`tr[data-row="${m.id}"]`).getByText(m.words[own], { exact: true }).first().waitFor();
  await page.getByRole('status').getByText(/^Es la misma carta\. Cambian: .*Accionante · Cédula/).waitFor();
  await accessible(page);
  await shot(page, 'formato');
  await close(page);
});

test('a letter of different people is decided at once, and taken back', async () => {
  const [{ id }] = (await api('GET', '/form-letters')).data;
  const { sample, members } = (await api('GET', `/form-letters/${id}`)).data;
  const others = members.filter((m) => m.id !== sample.id);
  const decided = () => Promise.all(others.map((m) => decisionOf({ earlier: sample, document: m })));
  const refused = fullDisk(`**/documents/${others[0].id}/duplicates/${sample.id}/decision`);
  const page = await as('ana', `/consola/duplicados/formatos/${id}`, { routes: [refused] });
  await page.locator('tr[data-row]').first().waitFor();

  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'Misma plantilla, personas distintas' });
  await dialog.getByLabel('Nota').fill('Formato de la personería');
  await accessible(page);
  await shot(page, 'formato-decidir');
  await dialog.getByRole('button', { name: `Decidir ${others.length} parejas` }).press('Enter');
  await dialog.getByText('1 pareja no se pudo decidir').waitFor();
  await dialog.getByText('El disco está lleno.').waitFor();
  await dialog.getByRole('list', { name: 'Parejas que faltan' }).getByText(others[0].demandante).waitFor();
  await accessible(page);
  assert.equal((await decided()).filter((d) => d === null).length, 1);

  refused.on = false;
  await dialog.getByRole('button', { name: 'Reintentar' }).press('Enter');
  await dialog.getByText(`${others.length} parejas quedaron decididas.`).waitFor();
  for (const d of await decided()) assert.deepEqual([d.decision, d.note, d.decided_by], ['not_duplicate', 'Formato de la personería', 'ana']);
  await dialog.getByRole('button', { name: 'Deshacer' }).press('Enter');
  await dialog.getByText(`${others.length} parejas están de nuevo por decidir.`).waitFor();
  assert.deepEqual(await decided(), others.map(() => null));
  await close(page);
});

test('a pasted text is checked against the documents, and what cannot be checked is said', async () => {
  const [{ earlier }] = await open();
  const { text } = (await api('GET', `/documents/${earlier.id}`)).data;
  const before = (await api('GET', '/documents?per_page=1')).meta.total;
  const page = await as('ana', '/consola/duplicados');
  await page.getByRole('tab', { name: 'Comprobar un texto' }).press('Enter');
  const pasted = page.getByLabel(/^Texto del escrito/);
  const check = page.getByRole('button', { name: 'Comprobar', exact: true });
  const refused = page.getByRole('alert');

  await pasted.fill('  ');
  await check.press('Enter');
  await refused.waitFor();
  assert.equal(await pasted.getAttribute('aria-invalid'), 'true');
  await accessible(page);
  await pasted.fill('x'.repeat(1_000_001));
  await refused.waitFor({ state: 'detached' }); // it was of another text
  await check.press('Enter');
  await refused.getByText('El texto supera 1.000.000 de caracteres').waitFor();

  await pasted.fill(text);
  await page.reload();
  assert.equal(await pasted.inputValue(), text);
  await check.press('Enter');
  await page.getByText(/documentos? se parecen? a este texto/).waitFor();
  const found = page.getByRole('row').filter({ hasText: 'Posible duplicado', has: page.getByRole('link', { name: earlier.file_name, exact: true }) });
  await found.getByText(/^\d+(,\d+)?\s?%$/).waitFor();
  const reasons = page.getByRole('button', { name: `Razones de ${earlier.file_name}`, exact: true });
  if ((await reasons.getAttribute('aria-expanded')) === 'false') await reasons.press('Enter');
  for (const identity of ['Partes', 'Hechos', 'Pretensión']) await page.getByRole('region', { name: 'Las tres identidades' }).getByText(identity, { exact: true }).first().waitFor();
  await accessible(page);
  await shot(page, 'comprobar');
  assert.equal((await api('GET', '/documents?per_page=1')).meta.total, before);
  await found.getByRole('link').press('Enter');
  await page.getByRole('heading', { name: `Revisar ${earlier.file_name}` }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Vaciar' }).press('Enter');
  assert.equal(await pasted.inputValue(), '');
  await close(page);
});

test('ten pairs of one group are decided without a mouse', async () => {
  const content = await readFile((await files())['01-tutela.pdf']);
  for (let n = 0; (await open()).length < 10; n++) await upload(`otra-copia-${n}.pdf`, content);
  const page = await as('eva', '/consola/duplicados');
  await page.getByRole('row').nth(10).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  const question = page.getByText('Nadie ha decidido', { exact: true });
  const decided = page.getByText(/^(Es duplicado|No lo es) · /);
  await question.waitFor();
  for (let n = 0; ; n++) {
    const [left] = await open();
    if (!left) break;
    const where = new URL(page.url()).pathname;
    if (where.endsWith('/duplicados')) { // the list had no more when it was left, or did not know of this
      await page.goto(new URL(addressOf(left), page.url()).href);
      continue;
    }
    await question.or(decided).first().waitFor(); // by the decision on another pair of its group
    if (await question.isVisible()) await page.keyboard.press(n % 2 ? 'n' : 'd');
    else await page.keyboard.press((await page.getByRole('button', { name: 'Pareja siguiente' }).isEnabled()) ? 'j' : 'Escape');
    await page.waitForURL((url) => url.pathname !== where);
  }
  assert.deepEqual(await open(), []);
  await close(page);
});
