import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accessible, as, close, fresh, logIn, office, open, shot, withProvider } from '../office.mjs';

test('the printed password is replaced before anything else', async () => {
  const { url, password } = await fresh();
  const page = await open(`${url}/consola/`);
  await accessible(page);
  await shot(page, 'ingreso');
  await logIn(page, { username: 'admin', password });
  await page.getByRole('heading', { name: 'Elija su contraseña' }).waitFor();
  await accessible(page);
  await page.getByLabel('Contraseña actual').fill(password);
  await page.getByLabel('Contraseña nueva', { exact: true }).fill('una clave propia');
  await page.getByLabel('Repita la contraseña nueva').fill('una clave propia');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Bandeja' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Bandeja' }).waitFor();
  await close(page);
});

test('a wrong password is told, and what was typed as name stays', async () => {
  const page = await open();
  await page.getByLabel('Usuario').fill('ana');
  await page.getByLabel(/^Contraseña/).fill('otra');
  await page.keyboard.press('Enter');
  await page.getByText(/contraseña no son correctos/).waitFor();
  assert.equal(await page.getByLabel('Usuario').inputValue(), 'ana');
  await accessible(page);
  await logIn(page, office.users.ana);
  await page.getByRole('heading', { name: 'Bandeja' }).waitFor();
  await close(page);
});

test('the cookie is out of reach of scripts, and the session ends with logging out', async () => {
  const page = await as('eva');
  assert.equal(await page.evaluate(() => document.cookie), '');
  const [cookie] = await page.context().cookies();
  assert.deepEqual([cookie.name, cookie.httpOnly, cookie.sameSite], ['cotejo_session', true, 'Strict']);
  const answer = await page.evaluate(async () => (await fetch('/api/v1/auth/session', { method: 'DELETE' })).status);
  assert.equal(answer, 403, 'a request without the CSRF token is refused');
  await page.getByRole('button', { name: /Eva/ }).click();
  await page.getByRole('menuitemradio', { name: 'Español', checked: true }).waitFor();
  await accessible(page);
  await page.getByRole('menuitem', { name: /Salir|Cerrar sesión/ }).click();
  await page.getByLabel('Usuario').waitFor();
  await close(page);
});

test('people of the entity log in with their account there', async () => {
  const { url, provider } = await withProvider();
  const page = await open(`${url}/consola/`, { known: [provider] });
  const button = page.getByRole('link', { name: 'Ingresar con la cuenta de la entidad' });
  await button.waitFor();
  await accessible(page);
  await shot(page, 'ingreso-entidad');
  await button.press('Enter');
  await page.locator('input[name=username]').fill('test-user2');
  await page.locator('input[name=password]').fill('verysecure');
  await page.keyboard.press('Enter');
  await page.waitForURL((at) => at.href.startsWith(`${url}/consola/`));
  await page.getByRole('heading', { name: 'Bandeja' }).waitFor();
  await page.getByRole('button', { name: /Test User2|test-user2/i }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Bandeja' }).waitFor();
  await close(page);
});
