// Whatever people and files write into the service, no page runs it, no policy has
// to refuse it, and what is stored is shown as it is stored.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { api, as, close, files, office, upload } from '../office.mjs';
import { payloads } from '../payloads.mjs';

const fields = ['demandante', 'demandado', 'juzgado', 'radicado', 'numero_acta', 'direccion_demandante', 'direccion_demandado', 'observaciones'];

/** Marks the pages that have run an attack. */
const armed = async (page) => {
  await page.context().exposeBinding('cotejoHit', () => page.faults.push('an attack has run'));
  return page;
};

/** Registers documents whose fields are attacks, eight a document; what is refused is left out. */
const plant = async () => {
  const planted = [];
  for (let at = 0; at < payloads.length; at += fields.length) {
    const body = { doc_type: 'tutela', ...Object.fromEntries(fields.map((name, i) => [name, `x${payloads[(at + i) % payloads.length]}`])) };
    const answer = await fetch(`${office.intake}/api/v1/documents/manual`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${office.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    assert.ok([201, 422].includes(answer.status), `${answer.status} ${JSON.stringify(body)}`);
    if (answer.status === 201) planted.push((await answer.json()).data.document_id);
  }
  return planted;
};

/** Touches what is on the page: what runs only when it is pointed at or focused. */
const touch = (page) =>
  page.evaluate(() => {
    for (const element of document.querySelectorAll('main *')) {
      for (const kind of ['mouseover', 'pointerenter', 'focus', 'toggle', 'animationstart']) element.dispatchEvent(new Event(kind, { bubbles: true }));
    }
  });

/** The forms in which a text may be shown: white space counts once. */
const plain = (text) => text.replace(/\s+/g, ' ').trim();

test('attacks that are stored run on no page and are shown as they are stored', async () => {
  const planted = await plant();
  assert.ok(planted.length > payloads.length / fields.length / 2, `${planted.length} documents were registered`);
  const [pdf] = Object.values(await files());
  const content = await readFile(pdf);
  for (const name of payloads.slice(0, office.slow ? 200 : 5)) {
    await upload(`${name.replaceAll('/', '_').slice(0, 100)}.pdf`, content);
  }
  const page = await armed(await as('jefa', '/consola/bandeja?vista=todos'));
  const pages = Math.ceil((planted.length + 20) / 50);
  for (let n = 1; n <= pages; n++) {
    await page.goto(`${office.intake}/consola/bandeja?vista=todos&pagina=${n}`);
    const { data } = await api('GET', `/documents?per_page=50&page=${n}`);
    await page.locator(`tr[data-row="${data[0].id}"]`).waitFor();
    const shown = plain(await page.getByRole('table').textContent());
    for (const d of data) {
      for (const value of [d.demandante, d.demandado, d.file_name]) assert.ok(shown.includes(plain(value)), `${JSON.stringify(value)} is not shown as it is`);
    }
    await touch(page);
  }
  const reviewed = office.slow ? planted : planted.filter((_, i) => i % 40 === 0);
  for (const id of reviewed) {
    await page.goto(`${office.intake}/consola/revisar/${id}`);
    await page.getByRole('textbox', { name: 'Accionante', exact: true }).waitFor();
    const { data } = await api('GET', `/documents/${id}`);
    for (const name of fields) {
      assert.equal(await page.locator(`[data-field="${name}"]`).inputValue(), data[name] ?? '', name);
    }
    await touch(page);
  }
  await close(page);
});

test('attacks in addresses and in what people type run nowhere', async () => {
  const page = await armed(await as('jefa', '/consola/bandeja'));
  for (const attack of payloads.filter((_, i) => i % (office.slow ? 1 : 300) === 0)) {
    for (const where of ['/consola/bandeja?vista=todos&q=', '/consola/revisar/', '/consola/']) {
      await page.goto(`${office.intake}${where}${encodeURIComponent(attack)}`);
      await page.waitForFunction(() => document.body.innerText.trim() !== '').catch(() => assert.fail(`nothing is shown at ${page.url()}`));
    }
  }
  await close(page);
});
