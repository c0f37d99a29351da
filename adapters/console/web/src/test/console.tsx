import { cleanup, configure, render, waitFor } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { afterEach, expect, vi } from 'vitest';
import type { components } from '../api/intake';
import { LanguageProvider } from '../i18n/language';
import { KeyLayer } from '../keys/KeyLayer';
import { makeRouter } from '../router';
import { Themed } from '../ui/Themed';

// A loaded machine is slow: a test waits for an event, never for a time.
const patience = 60_000;
configure({ asyncUtilTimeout: patience });
vi.setConfig({ testTimeout: 2 * patience });

let isBusy = () => false;
// A page that loads after the end of its test would find no window.
afterEach(async () => {
  await waitFor(() => expect(isBusy()).toBe(false));
  cleanup();
});

type Schemas = components['schemas'];
export type Sent = { method: string; path: string; body: unknown; headers: Headers };
/** What the server answers, by method and path as "GET /api/v1/documents/a"; anything else is an empty list. */
export type Answers = Record<string, { data: unknown; headers?: Record<string, string> }>;

const session: Schemas['Session'] = {
  username: 'eva',
  name: 'Eva',
  email: '',
  role: 'user',
  csrf_token: 'token',
  must_change_password: false,
  expires_at: null,
  idle_minutes: 0,
};
const emptyList = { data: [], meta: { page: 1, per_page: 50, total: 0, total_pages: 1 } };

/** Opens the console at a path, on a server that gives these answers; returns the changes that the server received. */
export function openConsole(path: string, answers: Answers): Sent[] {
  localStorage.clear();
  history.replaceState(null, '', import.meta.env.BASE_URL.replace(/\/$/, '') + path);
  Object.assign(document, { fonts: new EventTarget() }); // happy-dom has none
  const received: Sent[] = [];
  const all: Answers = { 'GET /api/v1/auth/session': { data: session }, ...answers };
  vi.stubGlobal('fetch', async (target: Request | string, init?: RequestInit) => {
    const request = new Request(typeof target === 'string' ? new URL(target, location.origin) : target, init);
    const { pathname } = new URL(request.url);
    const answer = all[`${request.method} ${pathname}`];
    if (!['GET', 'HEAD'].includes(request.method)) {
      const text = await request.text();
      received.push({ method: request.method, path: pathname, body: text ? (JSON.parse(text) as unknown) : undefined, headers: request.headers });
    }
    return Response.json(answer ? { data: answer.data } : emptyList, { headers: answer?.headers });
  });
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      close() {}
    },
  );
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const router = makeRouter();
  isBusy = () => queries.isFetching() + queries.isMutating() > 0 || router.state.status === 'pending';
  render(
    <LanguageProvider>
      <Themed nonce="">
        <QueryClientProvider client={queries}>
          <KeyLayer>
            <RouterProvider router={router} />
          </KeyLayer>
        </QueryClientProvider>
      </Themed>
    </LanguageProvider>,
  );
  return received;
}

const identity = (verdict: Schemas['Identity']['verdict']): Schemas['Identity'] => ({ score: verdict === 'same' ? 1 : 0, verdict, evidence: [] });
export const details: Schemas['Details'] = {
  minhash_score: 1,
  tfidf_score: 1,
  entity_score: 1,
  ensemble_score: 1,
  adjustments: [],
  parties: identity('same'),
  facts: identity('same'),
  claims: identity('different'),
};

export const summary = (id: string, part: Partial<Schemas['Summary']> = {}): Schemas['Summary'] => ({
  id,
  file_name: `${id}.pdf`,
  document_type: 'tutela',
  status: 'processed',
  demandante: 'Ana Ruiz',
  demandado: 'EPS Sura',
  cedula: '20923212',
  radicado: '',
  created_at: '2024-03-12T20:00:00Z',
  arrived_at: '2024-03-12T20:00:00Z',
  needs_review: false,
  duplicate_state: 'none',
  assignee: '',
  etiquetas: [],
  vence: null,
  ...part,
});

export const detail = (id: string, part: Partial<Schemas['Detail']> = {}): Schemas['Detail'] => ({
  ...summary(id),
  juzgado: '',
  correo: '',
  numero_acta: '',
  representado: '',
  direccion_demandante: '',
  direccion_demandado: '',
  observaciones: '',
  ocr_confidence: null,
  warnings: [],
  is_manual_entry: false,
  original_available: false,
  processing_time_ms: 0,
  pages: 0,
  page_details: [],
  text: 'Acción de tutela',
  entities: [],
  alternatives: [],
  doubts: [],
  doubtful_fields: [],
  suggested_type: null,
  term: null,
  division: null,
  validated_at: null,
  validated_by: null,
  ...part,
});
