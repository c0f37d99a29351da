// What the specs share: a browser, pages of people who have logged in, and what
// must hold of every page: nothing is refused by the policy, no script fails, axe
// finds nothing.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach } from 'node:test';
import { chromium } from 'playwright-core';

/** The services of this spec; see describe in console_test.go. */
export const office = JSON.parse(process.env.COTEJO_OFFICE ?? '{}');
if (!office.intake) throw new Error('run the specs by make browser');

const axe = readFileSync(new URL('node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

let browser;
const launched = async () => (browser ??= await chromium.launch({ executablePath: office.chromium, args: ['--headless=new', '--no-sandbox'] }));
after(async () => {
  await browser?.close();
});

/** The paths of the PDFs that the service has read, by name: for uploads. */
export const files = async () => {
  const names = (await readdir(office.files)).sort();
  return Object.fromEntries(names.map((name) => [name, path.join(office.files, name)]));
};

const standard = { width: 1366, height: 768 };

/** How long a page may take to show what a spec waits for, in milliseconds, on a machine however loaded. */
const patience = 180_000;

const opened = new Set();

/**
 * A page of a browser of its own. Whatever the policy refuses and whatever script
 * fails is kept in page.faults, which close demands to be empty.
 */
export const open = async (url = `${office.intake}/consola/`, { viewport = standard, theme = 'light', language = 'es-CO', state, known = [], routes = [] } = {}) => {
  const context = await (await launched()).newContext({ viewport, colorScheme: theme, reducedMotion: 'reduce', locale: language, timezoneId: 'America/Bogota', storageState: state });
  context.setDefaultTimeout(patience);
  for (const r of routes) await context.route(r.url, (route) => (r.on && (!r.method || route.request().method() === r.method) ? r.answer(route) : route.fallback()));
  const page = await context.newPage();
  page.faults = [];
  opened.add(page);
  recordRequests(page);
  await context.exposeBinding('cotejoFault', (_, fault) => page.faults.push(fault));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (e) => window.cotejoFault(`refused by the policy: ${e.violatedDirective} ${e.blockedURI} ${e.sourceFile}`));
  });
  page.on('pageerror', (error) => page.faults.push(`script failed: ${error.stack ?? error}`));
  page.on('dialog', (dialog) => {
    page.faults.push(`a dialog opened: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const host = new URL(request.url()).host;
    if (/^https?:/.test(request.url()) && ![office.intake, office.notify, url, ...known].some((k) => new URL(k).host === host)) page.faults.push(`a request leaves the machine: ${request.url()}`);
  });
  await page.goto(url);
  return page;
};

/**
 * What a page gets in place of the server's answers, for the routes of open and as: they are set before the page opens,
 * since one that is set later does not always catch the next request. Where on is false, the server answers.
 */
export const refusal = (url, problem, method) => ({
  url,
  method,
  on: true,
  answer: (route) => route.fulfill({ status: problem.status, contentType: 'application/problem+json', body: JSON.stringify(problem) }),
});
export const fullDisk = (url, method) => refusal(url, { title: 'No disponible', status: 503, detail: 'El disco está lleno.', code: 'disk_full' }, method);
export const unreachable = (url) => ({ url, on: true, answer: (route) => route.abort() });
/** Keeps requests back until release is called; asked is fulfilled by the first of them. */
export const hold = (url) => {
  let [release, noteAsked] = [];
  const released = new Promise((resolve) => (release = resolve));
  const asked = new Promise((resolve) => (noteAsked = resolve));
  const answer = async (route) => {
    noteAsked();
    await released;
    await route.continue().catch(() => {}); // nobody waits for it any more
  };
  return { url, on: true, answer, asked, release };
};

const recordRequests = (page) => {
  const began = Date.now();
  page.requests = [];
  const record = (what) => page.requests.push(`${((Date.now() - began) / 1000).toFixed(1)} s ${what}`);
  page.on('response', (r) => record(`${r.status()} ${r.request().method()} ${r.url()}`));
  page.on('requestfailed', (r) => record(`${r.failure()?.errorText} ${r.method()} ${r.url()}`));
};

// A page that a test did not close is one on which it failed: what a person would look at first.
afterEach(async () => {
  for (const page of opened) {
    opened.delete(page);
    const picture = path.join(office.shots || (await mkdtemp(path.join(tmpdir(), 'cotejo-console-'))), 'failed.png');
    const text = await page.locator('body').innerText({ timeout: 5000 }).catch((error) => `no text: ${error.message}`);
    await page.screenshot({ path: picture, timeout: 20_000 }).catch(() => {});
    console.log(`left at ${page.url()}, picture in ${picture}\nfaults: ${JSON.stringify(page.faults)}\nrequests:\n  ${page.requests.slice(-40).join('\n  ')}\ntext:\n${text.slice(0, 4000)}`);
    await page.context().close();
  }
});

/** Ends a page; nothing may have been refused or have failed on it. */
export const close = async (page) => {
  opened.delete(page);
  const { faults } = page;
  await page.context().close();
  assert.deepEqual(faults, []);
};

const states = {};

/**
 * A page of somebody who has logged in (jefa, who administers; ana; eva) at a
 * path of the console. People log in once a spec: logins are limited.
 */
export const as = async (name, where = '/consola/', options = {}) => {
  const { service = 'intake' } = options;
  const key = `${service} ${name}`;
  if (!states[key]) {
    const page = await open(`${office[service]}/consola/`, options);
    await logIn(page, (service === 'notify' ? office.notifiers : office.users)[name]);
    states[key] = await page.context().storageState();
    if (where === '/consola/') return page;
    await page.goto(office[service] + where);
    return page;
  }
  return open(office[service] + where, { ...options, state: states[key] });
};

/** Fills in the login and waits until it is gone. */
export const logIn = async (page, { username, password }) => {
  await page.getByLabel(/^(Usuario|Correo)/).fill(username);
  await page.getByLabel(/^Contraseña/).fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^(Entrar|Ingresar)/ }).waitFor({ state: 'detached' });
};

/** Asks the interface as an administrator, beside the browser. */
export const api = async (method, where, body, service = 'intake') => {
  const url = service === 'notify' ? office.notify + where : `${office.intake}/api/v1${where}`;
  const form = body instanceof FormData;
  const answer = await fetch(url, {
    method,
    headers: { Authorization: `Bearer ${service === 'notify' ? office.notifyToken : office.token}`, ...(body && !form && { 'Content-Type': 'application/json' }) },
    body: form || !body ? body : JSON.stringify(body),
  });
  const text = await answer.text();
  assert.ok(answer.ok, `${method} ${where}: ${answer.status} ${text}`);
  return text ? JSON.parse(text) : undefined;
};

/** Sends a file to be read and waits for its end; the task. */
export const upload = async (name, content, type = 'tutela') => {
  const form = new FormData();
  form.set('doc_type', type);
  form.set('file', new Blob([content]), name);
  const { task_id: id } = await api('POST', '/documents/process', form);
  for (;;) {
    const task = await api('GET', `/tasks/${id}`);
    if (task.status === 'completed' || task.status === 'failed') return task;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
};

const control = async (what, service, body) => {
  const answer = await fetch(`${office.control}/${what}/${service}`, { method: 'POST', body });
  const text = await answer.text();
  assert.ok(answer.ok, `${what} ${service}: ${text}`);
  return JSON.parse(text);
};

/** Stops a service in order, kills it, or starts it again at the same address. */
export const stop = (service = 'intake') => control('stop', service);
export const kill = (service = 'intake') => control('kill', service);
export const start = (service = 'intake') => control('start', service);

/** A service whose users log in at an identity provider: both addresses. */
export const withProvider = (service = 'intake') => control('oidc', service);

/** The e-mails that were sent. */
export const mail = async () => (await control('mail', 'notify')).messages;

/** Has the register take in a message that came back for an e-mail, given by its lines. */
export const receive = (...lines) => control('receive', 'notify', lines.join('\r\n'));

/** A service that nobody has opened yet: its address, and the password that it printed. */
export const fresh = (service = 'intake') => control('fresh', service);

/** Has the network of a page be slow: kilobits a second, milliseconds of delay. */
export const slow = async (page, { kbps = 400, delay = 400 } = {}) => {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', { offline: false, latency: delay, downloadThroughput: (kbps * 1024) / 8, uploadThroughput: (kbps * 1024) / 8 });
  return cdp;
};

/** Approves the document of a review by keyboard, also one that may repeat another, which is asked about. */
export const approve = async (page) => {
  const asks = await page.locator('[data-approve][aria-haspopup=dialog]').count();
  await page.keyboard.press('Control+Enter');
  if (asks) await page.getByRole('dialog').getByRole('button', { name: 'Aprobar de todos modos' }).press('Enter');
};

/** Demands that axe finds nothing wrong on the page as it is, in both themes. */
export const accessible = async (page, context = 'document') => {
  await page.locator('h1').first().waitFor({ state: 'attached' }); // every page has one once it is drawn
  await page.evaluate(axe);
  for (const theme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme: theme });
    await page.locator(`html[data-mantine-color-scheme=${theme}]`).waitFor({ state: 'attached' });
    await settled(page);
    const { violations } = await page.evaluate(async (of) => {
      const found = await window.axe.run(of === 'document' ? document : of, { resultTypes: ['violations'] });
      return { violations: found.violations.map(({ id, help, nodes }) => ({ id, help, nodes: nodes.slice(0, 5).map((n) => `${n.target.join(' ')}: ${n.failureSummary}`) })) };
    }, context);
    assert.deepEqual(violations, [], `axe, ${theme}, at ${page.url()}`);
  }
  await page.emulateMedia({ colorScheme: 'light' });
};

/** Waits until nothing moves any more: fonts are there, transitions over, nothing asked for. */
export const settled = async (page) => {
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.allSettled(document.getAnimations().filter((a) => a.effect?.getComputedTiming().iterations !== Infinity).map((a) => a.finished));
  });
};

/** Takes the screenshots of a page, when they are wanted: light and dark, with -widths at three widths. */
export const shot = async (page, name) => {
  if (!office.shots) return;
  const before = page.viewportSize();
  const sizes = office.widths ? [standard, { width: 1024, height: 768 }, { width: 1920, height: 1080 }] : [standard];
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const theme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme: theme });
      await settled(page);
      const parts = [name, size === standard ? '' : size.width, theme === 'dark' ? 'dark' : ''].filter(Boolean);
      await page.screenshot({ path: path.join(office.shots, `${parts.join('-')}.png`), animations: 'disabled' });
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(before);
};
