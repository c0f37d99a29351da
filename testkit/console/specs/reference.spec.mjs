import { test } from 'node:test';
import { close, office, open, shot } from '../office.mjs';

test('the reference of each service shows its operations', async () => {
  for (const [url, operation] of [[office.intake, 'Ingresar con usuario y contraseña'], [office.notify, 'Ingresar con correo y contraseña']]) {
    const page = await open(`${url}/redoc`);
    await page.getByRole('heading', { name: operation }).first().waitFor();
    await shot(page, 'referencia');
    await close(page);
  }
});
