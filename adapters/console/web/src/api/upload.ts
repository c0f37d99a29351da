import { address, isStaleToken, renewToken, sessionHeaders, signedOut } from './client';
import { Problem } from './problem';

type Options = {
  /** Names the request, so that it may be repeated without doing anything twice. */
  key: string;
  onProgress?: (sent: number) => void;
  signal?: AbortSignal;
};

/** Sends a form with a file and tells how many bytes of it are on their way, which fetch does not. */
export async function upload<T>(path: string, form: FormData, options: Options): Promise<T> {
  const first = await attempt<T>(path, form, options);
  const again = first.status === 401 ? await signedOut() : isStaleToken(first.status, first.body) && (await renewToken());
  return taken(again ? await attempt<T>(path, form, options) : first);
}

type Answer<T> = { status: number; body: T | undefined };

function taken<T>({ status, body }: Answer<T>): T {
  if (status < 200 || status > 299) throw new Problem(status, body as object);
  return body as T;
}

function attempt<T>(path: string, form: FormData, { key, onProgress, signal }: Options): Promise<Answer<T>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', address(path));
    request.responseType = 'json';
    for (const [name, value] of Object.entries({ ...sessionHeaders(), 'Idempotency-Key': key })) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', (e) => onProgress?.(e.loaded));
    request.addEventListener('load', () => resolve({ status: request.status, body: (request.response ?? undefined) as T | undefined }));
    request.addEventListener('error', () => reject(new TypeError('network')));
    request.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
    signal?.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}
