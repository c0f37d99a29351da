// One walk across areas, as a clerk moves: each page is reached from the one before, left by Back and found again by
// Forward. What one area keeps of a document must serve the others.
import { test } from 'node:test';
import { api, as, close } from '../office.mjs';

test('inbox, review, comparison, person and case are walked there and back', async () => {
  const { data: listed } = await api('GET', '/documents?duplicates=open&per_page=100');
  const { id } = listed.find((d) => d.cedula && d.demandante);
  await api('PUT', `/documents/${id}/validate`, { validated_fields: { radicado: '68001400300420260012300' } });

  const page = await as('ana', '/consola/bandeja?vista=duplicados');
  const visible = (selector) => page.locator(`${selector}:visible`).first();
  const row = page.locator(`tr[data-row="${id}"]`);
  // How a page is reached, where it is, and what of its data is shown.
  const walk = [
    { at: /bandeja/, shows: row },
    { at: /revisar/, go: () => row.press('Enter'), shows: page.getByRole('textbox', { name: 'Accionante', exact: true }) },
    { at: /comparar/, go: () => page.locator('[data-compare]').press('Enter'), shows: page.locator('article figure img').first() },
    { at: /personas\/escritos/, go: () => visible('article a[href*="/personas/escritos"]').press('Enter'), shows: visible('a[href*="/personas/caso"]') },
    { at: /personas\/caso/, go: () => visible(`a[href*="/personas/caso"]`).press('Enter'), shows: visible(`a[href*="/revisar/${id}"]`) },
  ];
  const arrived = async ({ at, shows }) => {
    await page.waitForURL(at);
    await shows.waitFor();
  };
  await arrived(walk[0]);
  for (const [i, here] of walk.entries()) {
    if (i === 0) continue;
    await here.go();
    await arrived(here);
    await page.goBack();
    await arrived(walk[i - 1]);
    await page.goForward();
    await arrived(here);
  }
  // "Volver" leads where a review was opened from.
  await visible(`a[href*="/revisar/${id}"]`).press('Enter');
  await arrived(walk[1]);
  await page.getByRole('link', { name: 'Volver', exact: true }).press('Enter');
  await arrived(walk.at(-1));
  await page.goBack();
  await arrived(walk[1]);
  await page.goBack();
  await arrived(walk.at(-1));
  for (const here of walk.slice(0, -1).reverse()) {
    await page.goBack();
    await arrived(here);
  }
  await close(page);
});
