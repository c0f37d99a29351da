import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accessible, api, as, close, logIn, office, open, shot } from '../office.mjs';

const users = async () => (await api('GET', '/users')).data;

test('an administrator adds somebody, who chooses a password and works', async () => {
  const page = await as('jefa', '/consola/usuarios');
  await page.getByRole('row', { name: /eva/ }).waitFor();
  await page.keyboard.press('a');
  const dialog = page.getByRole('dialog', { name: 'Agregar usuario' });
  await dialog.getByLabel('Usuario', { exact: false }).first().fill('luz');
  await dialog.getByLabel('Nombre').fill('Luz Prueba');
  await page.reload(); // what was typed stays
  await page.getByRole('row', { name: /eva/ }).waitFor();
  await page.keyboard.press('a');
  assert.equal(await dialog.getByLabel('Nombre').inputValue(), 'Luz Prueba');
  await dialog.getByRole('button', { name: 'Inventar una' }).click();
  const password = await dialog.getByLabel('Contraseña provisional').inputValue();
  await accessible(page);
  await dialog.getByRole('button', { name: 'Agregar usuario' }).click();
  await page.getByRole('row', { name: /luz/ }).waitFor();
  await accessible(page);
  await shot(page, 'usuarios');

  const hers = await open();
  await logIn(hers, { username: 'luz', password });
  await hers.getByRole('heading', { name: 'Elija su contraseña' }).waitFor();
  await hers.getByLabel('Contraseña actual').fill(password);
  await hers.getByLabel('Contraseña nueva', { exact: true }).fill('la que solo Luz sabe');
  await hers.getByLabel('Repita la contraseña nueva').fill('la que solo Luz sabe');
  await hers.keyboard.press('Enter');
  await hers.getByRole('heading', { name: 'Bandeja' }).waitFor();

  // Who does not administer has no such section.
  assert.equal(await hers.getByRole('link', { name: 'Usuarios' }).count(), 0);
  await hers.goto(`${office.intake}/consola/usuarios`);
  await hers.getByRole('alert').waitFor();
  await hers.goto(`${office.intake}/consola/bandeja`);
  await hers.getByRole('tab', { name: /Todos/ }).waitFor();

  // She is disabled while she works: her page finds out by itself, and the login lies over it.
  await page.getByRole('row', { name: /luz/ }).click();
  const change = page.getByRole('dialog', { name: /luz/ });
  await change.getByRole('button', { name: 'Desactivar' }).click();
  await page.getByRole('row', { name: /luz.*Desactivado/ }).waitFor();
  assert.equal((await users()).find((u) => u.username === 'luz').disabled, true);
  await hers.getByRole('dialog', { name: 'Ingrese de nuevo' }).waitFor();
  await close(hers);

  await change.getByRole('button', { name: 'Quitar usuario' }).click();
  await change.getByRole('button', { name: 'Quitar a luz' }).click();
  await page.getByRole('row', { name: /luz/ }).waitFor({ state: 'detached' });
  await close(page);
});

test('a name that is taken is said beside what was typed', async () => {
  const page = await as('jefa', '/consola/usuarios');
  await page.getByRole('row', { name: /eva/ }).waitFor();
  await page.keyboard.press('a');
  const dialog = page.getByRole('dialog', { name: 'Agregar usuario' });
  await dialog.getByRole('textbox', { name: 'Usuario' }).fill('eva');
  await dialog.getByRole('button', { name: 'Inventar una' }).click();
  await dialog.getByRole('button', { name: 'Agregar usuario' }).click();
  await dialog.getByRole('alert').waitFor();
  assert.equal(await dialog.getByRole('textbox', { name: 'Usuario' }).inputValue(), 'eva');
  await close(page);
});
