import createClient from 'openapi-fetch';
import { theConsole } from './console';
import type { paths as IntakePaths } from './intake';
import type { paths as NotifyPaths } from './notify';
import { Problem } from './problem';

let csrf = '';
let onSignedOut: (() => Promise<void>) | undefined;
let onStaleToken: (() => Promise<boolean>) | undefined;
let renewal: Promise<boolean> | undefined;

/** Keeps the token that requests which change something carry. */
export const setCSRF = (token: string) => void (csrf = token);
/** Names what asks to log in again when a request finds that the session has ended; then the request is sent again. */
export const whenSignedOut = (call: typeof onSignedOut) => void (onSignedOut = call);

/** Names what loads the session anew when its token has changed; it reports whether the user is still the same. */
export const whenTokenIsStale = (call: typeof onStaleToken) => void (onStaleToken = call);

/** Loads the session anew, for all requests that wait for it; false where they may not be sent again. */
export const renewToken = (): Promise<boolean> => (renewal ??= (onStaleToken?.() ?? Promise.resolve(false)).finally(() => (renewal = undefined)));

/** Reports whether a request was refused because its token is that of an earlier session: another tab has logged in since. */
export const isStaleToken = (status: number, body: unknown): boolean =>
  status === 403 && typeof body === 'object' && body !== null && 'code' in body && body.code === 'csrf';

/** Waits until somebody has logged in again; false where nobody can be asked to. */
export async function signedOut(): Promise<boolean> {
  await onSignedOut?.();
  return onSignedOut !== undefined;
}

/** Marks a request that does not keep an idle session alive. */
export const background = { 'X-Background': '1' };

/** The published paths begin so; a server may have another prefix. */
const published = '/api/v1';

/** The address of a path of the interface, as "/api/v1/documents", on this server. */
export const address = (path: string): string => (path.startsWith(published) ? theConsole().prefix + path.slice(published.length) : path);

/** The headers that a request needs beside its own. */
export const sessionHeaders = (): Record<string, string> => (csrf ? { 'X-CSRF-Token': csrf } : {});

async function send(request: Request): Promise<Response> {
  const again = request.clone();
  const response = await sendOnce(request);
  return (await mayRepeat(response)) ? sendOnce(again) : response;
}

async function mayRepeat(response: Response): Promise<boolean> {
  if (response.status === 401) return signedOut();
  if (response.status !== 403) return false;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  return isStaleToken(response.status, body) && renewToken();
}

async function sendOnce(request: Request): Promise<Response> {
  const url = new URL(request.url);
  const path = address(url.pathname);
  const reads = ['GET', 'HEAD'].includes(request.method);
  if (!reads) request.headers.set('X-CSRF-Token', csrf);
  // Lists load by themselves when something changes: useKeepAlive tells the server when somebody works.
  else for (const [name, value] of Object.entries(background)) request.headers.set(name, value);
  if (path === url.pathname) return fetch(request);
  return fetch(path + url.search, { method: request.method, headers: request.headers, body: reads ? undefined : await request.blob(), signal: request.signal });
}

const options = { baseUrl: location.origin, fetch: send };

/** The intake service. */
export const intake = createClient<IntakePaths>(options);
/** The register of notifications. */
export const notify = createClient<NotifyPaths>(options);

/**
 * Returns the data of an answer, or throws a Problem.
 *
 *     const page = await answer(intake.GET('/api/v1/documents', { params: { query } }));
 */
export async function answer<T>(call: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
  const { data, error, response } = await call;
  if (!response.ok) throw new Problem(response.status, typeof error === 'object' && error !== null ? error : undefined);
  return data as T;
}
