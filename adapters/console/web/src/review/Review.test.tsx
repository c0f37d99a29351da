// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { detail, details, openConsole } from '../test/console';

const etag = '"7"';
const doubtful = detail('b', {
  demandado: 'EPS Sora',
  doubtful_fields: ['demandado'],
  doubts: [{ field: 'demandado', confidence: 0.62, reason: 'unclear', explanation: '' }],
  entities: [{ field: 'demandado', value: 'EPS Sora', raw: 'EPS Sora', confidence: 0.62, doubtful: true, page: 0, start: 0, end: 0, boxes: [], sources: [] }],
});

const open = (document = doubtful, candidates: object[] = []) =>
  openConsole('/revisar/b', {
    'GET /api/v1/documents/b': { data: document, headers: { ETag: etag } },
    'POST /api/v1/documents/b/duplicates': { data: { candidates, new_claims: [], same_case: [], mass: [], dismissed: [], total: candidates.length } },
    'PUT /api/v1/documents/b/validate': { data: { ...document, status: 'validated' }, headers: { ETag: '"8"' } },
    'GET /api/v1/deliveries': { data: [] },
  });
const field = (name: string) => screen.findByRole('textbox', { name });
const approve = async () => fireEvent.click(await screen.findByRole('button', { name: /^Aprobar/ }));
const approvals = (sent: ReturnType<typeof open>) =>
  sent.filter((s) => s.method === 'PUT').map(({ path, body, headers }) => ({ path, body, version: headers.get('If-Match') }));

test('a doubtful field is marked, and has the focus when the document opens', async () => {
  open();
  const input = await field('Accionado');
  expect(input.closest('[data-state]')?.getAttribute('data-state')).toBe('doubtful');
  expect(screen.getByRole('textbox', { name: 'Accionante' }).closest('[data-state]')?.getAttribute('data-state')).toBe('typed');
  expect(document.activeElement).toBe(input);
});

test('approving sends the corrections alone, for the version that was shown', async () => {
  const sent = open();
  fireEvent.change(await field('Accionado'), { target: { value: 'EPS Sura' } });
  await approve();
  await waitFor(() =>
    expect(approvals(sent)).toEqual([{ path: '/api/v1/documents/b/validate', body: { validated_fields: { demandado: 'EPS Sura' } }, version: etag }]),
  );
});

test('a correction that is taken back is not sent', async () => {
  const sent = open();
  const input = await field('Accionado');
  fireEvent.change(input, { target: { value: 'EPS Sura' } });
  fireEvent.keyDown(input, { key: 'Escape' });
  await approve();
  await waitFor(() => expect(approvals(sent).map((a) => a.body)).toEqual([{ validated_fields: {} }]));
});

test('approving asks once about a duplicate that nobody decided', async () => {
  const candidate = { document_id: 'a', file_name: 'a.pdf', similarity: 0.94, details, reasons: [], decision: null };
  const sent = open({ ...doubtful, duplicate_state: 'open' }, [candidate]);
  await field('Accionado');
  await approve();
  const question = await screen.findByRole('dialog', { name: 'Posible duplicado sin decidir' });
  expect(approvals(sent)).toEqual([]);
  const compare = await within(question).findByRole('link', { name: 'Comparar' });
  expect(compare.getAttribute('href')).toContain('/comparar/a/b');
  fireEvent.click(within(question).getByRole('button', { name: 'Aprobar de todos modos' }));
  await waitFor(() => expect(approvals(sent).length).toBe(1));
});
