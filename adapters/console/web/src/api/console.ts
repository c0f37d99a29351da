/** What the server says of itself in /console.json. */
export type Console = {
  service: 'intake' | 'notify';
  version: string;
  /** Of the paths of the interface, as "/api/v1"; may be empty. */
  prefix: string;
  other_url?: string;
  /** Whether users may log in at an identity provider. */
  oidc?: boolean;
  /** The types that a document may have, those of the administrator last. */
  document_types?: string[];
  /** How many days a deleted document can be restored; none: not at all. */
  bin_days?: number;
};

let loaded: Console = { service: 'intake', version: '', prefix: '/api/v1' };

export async function loadConsole(): Promise<Console> {
  const response = await fetch('/console.json');
  if (!response.ok) throw new Error(`console.json: ${response.status}`);
  loaded = (await response.json()) as Console;
  return loaded;
}

export const theConsole = (): Console => loaded;

/** The address of the other service, where this program knows it. */
export function otherService(): string | undefined {
  const url = loaded.other_url;
  return url?.startsWith(':') ? `${location.protocol}//${location.hostname}${url}/` : url;
}
