import { beforeAll, expect, test, vi } from 'vitest';

// The client is made when it is loaded: for a page.
vi.stubGlobal('location', { origin: 'http://localhost' });
vi.mock('./console', () => ({ theConsole: () => ({ prefix: '/api/v1' }) }));

let client: typeof import('./client');
beforeAll(async () => {
  client = await import('./client');
});

const stale = () => new Response(JSON.stringify({ code: 'csrf' }), { status: 403, headers: { 'Content-Type': 'application/problem+json' } });

/** A server that takes one token; the tokens that came. */
function server(taken: string): (string | null)[] {
  const came: (string | null)[] = [];
  vi.stubGlobal('fetch', (request: Request) => {
    const token = request.headers.get('X-CSRF-Token');
    came.push(token);
    return Promise.resolve(token === taken ? new Response('{"data":{}}', { headers: { 'Content-Type': 'application/json' } }) : stale());
  });
  return came;
}

const change = () => client.intake.POST('/api/v1/auth/refresh' as never, {} as never) as Promise<{ response: Response }>;

test('requests with the token of an earlier session are sent again with that of the new one, loaded once', async () => {
  const came = server('new');
  client.setCSRF('old');
  const renew = vi.fn(async () => {
    await Promise.resolve();
    client.setCSRF('new');
    return true;
  });
  client.whenTokenIsStale(renew);
  const answers = await Promise.all([change(), change()]);
  expect(answers.map((a) => a.response.status)).toEqual([200, 200]);
  expect([came.filter((t) => t === 'old').length, came.filter((t) => t === 'new').length, renew.mock.calls.length]).toEqual([2, 2, 1]);
});

test('a request is sent once more at most', async () => {
  const came = server('another');
  client.setCSRF('old');
  client.whenTokenIsStale(() => Promise.resolve(true));
  expect((await change()).response.status).toBe(403);
  expect(came.length).toBe(2);
});

test('nothing is sent again once another user has logged in', async () => {
  const came = server('new');
  client.setCSRF('old');
  client.whenTokenIsStale(() => {
    client.setCSRF('new');
    return Promise.resolve(false);
  });
  expect((await change()).response.status).toBe(403);
  expect(came).toEqual(['old']);
});
