// What comes back for e-mails: shown with its notification, or assigned by a person.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { accessible, api, as, close, fullDisk, hold, mail, receive, shot } from '../office.mjs';

const notify = (method, where, body) => api(method, where, body, 'notify');
const register = { service: 'notify' };
const waiting = '**/recibos?efecto=SIN_ASOCIAR*';

/** E-mails a notification to a new subject; the notification, and the Message-ID of its e-mail. */
const emailed = async (name, address) => {
  const { items } = await notify('GET', '/procesos');
  const subject = await notify('POST', '/sujetos', { nombre: name, correo: address, tipo: 'DEMANDADO' });
  const { id } = await notify('POST', '/notificaciones', { id_proceso: items[0].id, id_sujeto: subject.id, canal: 'EMAIL' });
  await notify('POST', `/notificaciones/${id}/enviar`);
  for (let tries = 0; ; tries++) {
    const n = await notify('GET', `/notificaciones/${id}`);
    if (n.estado === 'ENVIADA') break;
    assert.ok(tries < 300 && n.estado !== 'FALLIDA', `the e-mail was not sent: ${JSON.stringify(n)}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const { Data } = (await mail()).findLast((m) => m.To === address);
  return { id, messageID: /^Message-ID: (.*)$/m.exec(Data)[1] };
};

/** A message that reports the failure of an e-mail. */
const bounce = (messageID, to, subject = 'Undelivered Mail Returned to Sender') => [
  'From: MAILER-DAEMON@correo.ejemplo.co',
  `Subject: ${subject}`,
  'Content-Type: multipart/report; report-type=delivery-status; boundary=k',
  '',
  '--k',
  'Content-Type: message/delivery-status',
  '',
  'Reporting-MTA: dns; correo.ejemplo.co',
  '',
  `Final-Recipient: rfc822; ${to}`,
  'Action: failed',
  'Status: 5.1.1',
  'Diagnostic-Code: smtp; 550 5.1.1 The email account that you tried to reach does not exist',
  '',
  '--k',
  'Content-Type: text/rfc822-headers',
  '',
  `Message-ID: ${messageID}`,
  '',
  '--k--',
  '',
];

const answered = (messageID, from, subject, text) => [`From: ${from}`, `Subject: ${subject}`, `In-Reply-To: ${messageID}`, 'Content-Type: text/plain; charset=utf-8', '', text, ''];

const notified = (page) => page.getByRole('dialog', { name: /^Notificación en/ });

test('a page without receipts says what comes here, and that no mailbox is connected', async () => {
  const list = hold(waiting);
  const page = await as('ana', '/consola/notificaciones', { ...register, routes: [list] });
  await page.getByRole('navigation').getByRole('link', { name: 'Recibos' }).press('Enter');
  await page.getByRole('heading', { name: 'Recibos por asignar' }).waitFor();
  await page.locator('table[aria-busy=true]').waitFor();
  await accessible(page);
  list.release();
  await page.getByText('No hay recibos por asignar').waitFor();
  await page.getByText('Ningún buzón de respuestas está conectado', { exact: false }).waitFor();
  await accessible(page);
  await close(page);
});

test('a notification shows what came back for its e-mail, and from when it counts', async () => {
  const { id, messageID } = await emailed('Marta Devuelta Prueba', 'marta@ejemplo.co');
  await receive(...bounce(messageID, 'marta@ejemplo.co'));
  const page = await as('ana', `/consola/notificaciones?notificacion=${id}`, register);
  const dialog = notified(page);
  await dialog.getByText('Fallida', { exact: true }).first().waitFor();
  await dialog.getByRole('heading', { name: 'Recibos del correo' }).waitFor();
  await dialog.getByText('No se entregó', { exact: true }).waitFor();
  await dialog.getByText('Cambió el estado').waitFor();
  await dialog.getByText(/The email account that you tried to reach does not exist/).waitFor();
  await accessible(page);
  const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('link', { name: /^Descargar el mensaje/ }).press('Enter')]);
  assert.equal(await readFile(await download.path(), 'utf8'), bounce(messageID, 'marta@ejemplo.co').join('\r\n'));

  const acknowledged = await emailed('Pedro Acusa Prueba', 'pedro@ejemplo.co');
  await page.goto(page.url().replace(id, acknowledged.id));
  await dialog.getByText('Todavía no consta que llegó').waitFor();
  await dialog.getByText('Ninguno todavía.').waitFor();
  await accessible(page);
  await receive(...answered(acknowledged.messageID, 'Pedro Acusa <pedro@ejemplo.co>', 'RE: Notificación judicial', 'Acuso recibo. Gracias.'));
  await page.reload();
  const { se_entiende_realizada: deemed } = await notify('GET', `/notificaciones/${acknowledged.id}`);
  await dialog.getByText(`Se entiende realizada el ${Number(deemed.fecha.slice(8))} `, { exact: false }).waitFor();
  await dialog.getByText(/Ley 2213 de 2022, art\. 8/).waitFor();
  assert.equal(await dialog.getByText(/\b\d{4}-\d\d-\d\d\b/).count(), 0, 'a date is written as the service writes it');
  await dialog.getByText('Acuse de recibo', { exact: true }).waitFor();
  await accessible(page);
  await shot(page, 'registro-realizada');
  await close(page);
});

test('a receipt that waits is assigned to a notification by keyboard, and another one is dismissed', async () => {
  const { id, messageID } = await emailed('Lucía Otra Prueba', 'lucia@ejemplo.co');
  await receive(...answered(messageID, 'Abogada de Lucía <abogada@ejemplo.co>', 'RE: Notificación judicial', 'Acuso recibo en nombre de mi poderdante.'));
  await receive(...bounce('<nadie@ejemplo.co>', 'lucia@ejemplo.co', '<script>alert(1)</script> Delivery Status Notification (Failure) with a subject that is much longer than what a table has room for'));
  const page = await as('ana', '/consola/recibos', register);
  await page.getByRole('tab', { name: /Por asignar\s*2/ }).waitFor();
  await page.getByRole('cell', { name: /nombra a otro destinatario/ }).waitFor();
  await page.getByRole('cell', { name: /No responde a ningún correo/ }).waitFor();
  await accessible(page);
  await shot(page, 'registro-recibos');

  await page.getByRole('row', { name: /abogada@ejemplo\.co/ }).press('Enter');
  const open = page.getByRole('dialog', { name: 'RE: Notificación judicial' });
  await open.getByText('abogada@ejemplo.co', { exact: true }).first().waitFor();
  await open.getByRole('radio').first().waitFor();
  assert.equal(await open.getByRole('button', { name: 'Asignar' }).isDisabled(), true);
  await open.getByRole('combobox', { name: 'Sujeto' }).fill('Lucía');
  await page.getByRole('option', { name: /Lucía Otra Prueba/ }).click();
  const choice = open.getByRole('radio', { name: /Lucía Otra Prueba/ });
  await choice.press('Space');
  await accessible(page);
  await shot(page, 'registro-recibo');
  await open.getByRole('button', { name: 'Asignar' }).press('Enter');
  await page.getByText('Recibo asignado a la notificación a Lucía Otra Prueba').waitFor();
  await open.getByText('El estado no cambió.', { exact: false }).waitFor();
  await open.getByText('ana@juzgado.gov.co').waitFor();
  await accessible(page);
  await open.getByRole('link', { name: 'Abrir la notificación' }).press('Enter');
  await notified(page).getByText('Acuse de recibo', { exact: true }).waitFor();
  await notified(page).getByText('Enviada', { exact: true }).first().waitFor();
  const { recibos } = await notify('GET', `/notificaciones/${id}`);
  assert.deepEqual(recibos.map((r) => [r.tipo, r.efecto, r.resuelto_por]), [['ACUSE', 'CONSTANCIA', 'ana@juzgado.gov.co']]);

  await page.goBack();
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: /Por asignar\s*1/ }).waitFor();
  await page.getByRole('row', { name: /MAILER-DAEMON/ }).press('Enter');
  const forged = page.getByRole('dialog', { name: /^Delivery/ });
  await forged.getByRole('radio', { name: /Lucía Otra Prueba/ }).waitFor();
  await forged.locator('input[value*="lucia@ejemplo.co"]').waitFor(); // of whom it names
  const dismiss = forged.getByRole('button', { name: 'Descartar', exact: true });
  await dismiss.click({ clickCount: 2 });
  await forged.getByText('¿Descartar este recibo?').waitFor(); // and nothing is dismissed yet
  await forged.getByRole('button', { name: 'No, dejarlo' }).press('Enter');
  await dismiss.press('Enter');
  await forged.getByRole('button', { name: 'Sí, descartarlo' }).press('Enter');
  await page.getByText('Recibo descartado').waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('No hay recibos por asignar').waitFor();
  await page.getByRole('tab', { name: 'Descartados' }).click();
  await page.getByRole('cell', { name: /MAILER-DAEMON/ }).waitFor();
  await page.getByRole('tab', { name: 'Todos' }).click();
  await page.getByRole('cell', { name: 'No cambió el estado' }).waitFor();
  await accessible(page);
  await close(page);
});

test('what somebody else decided meanwhile is told, and failures can be tried again', async () => {
  await receive(...bounce('<otro@ejemplo.co>', 'sujeto1@ejemplo.co'));
  const list = fullDisk(waiting);
  const health = {
    url: '**/health',
    on: true,
    answer: (route) => route.fulfill({ json: { status: 'degraded', version: 'x', components: [{ name: 'mailbox', status: 'error', detail: 'El servidor no acepta la contraseña. Leído por última vez: 2026-03-04 15:04.' }] } }),
  };
  const page = await as('ana', '/consola/recibos', { ...register, routes: [list, health] });
  await page.getByRole('alert').getByText('El disco está lleno.').waitFor();
  await page.getByText('Un buzón de respuestas no se puede leer').waitFor();
  await page.getByText(/Leído por última vez: 4 mar 2026, 3:04/).waitFor();
  await accessible(page);
  list.on = false;
  await page.getByRole('button', { name: 'Reintentar' }).click();
  await page.getByRole('row', { name: /Undelivered/ }).press('Enter');
  const open = page.getByRole('dialog', { name: /^Undelivered/ });
  await open.getByRole('radio').first().press('Space');
  await notify('PATCH', `/recibos/${new URL(page.url()).searchParams.get('recibo')}`, { id_notificacion: null });
  await open.getByRole('button', { name: 'Asignar' }).press('Enter');
  await open.getByRole('alert').getByText('Este recibo ya no está por asignar.').waitFor();
  await open.getByText('Una persona lo descartó.').waitFor();
  await open.getByText('jefa@juzgado.gov.co').waitFor();
  assert.equal(await open.getByRole('button', { name: 'Asignar' }).count(), 0);
  await accessible(page);
  await close(page);
});
