// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Comparison, Decision } from './pairs';
import { detail, details, openConsole, summary } from '../test/console';

const comparison = (left: string, right: string, decision: Decision | null = null): Comparison => ({
  left: summary(left),
  right: summary(right),
  later_id: 'late',
  relation: 'duplicate',
  similarity: 0.94,
  threshold: 0.8,
  details,
  reasons: [],
  weights: { entity: 0.4, minhash: 0.3, tfidf: 0.3 },
  decision,
  shared_words: 0.9,
  aligned: false,
  passages: [],
});
const stored: Decision = { decision: 'duplicate', note: 'igual', decided_by: 'eva', decided_at: '2024-03-12T20:00:00Z' };
const decisionPath = '/api/v1/documents/late/duplicates/early/decision';

const open = (path: string, decision: Decision | null = null) =>
  openConsole(path, {
    'GET /api/v1/documents/early/compare/late': { data: comparison('early', 'late', decision) },
    'GET /api/v1/documents/late/compare/early': { data: comparison('late', 'early', decision) },
    'GET /api/v1/documents/early': { data: detail('early') },
    'GET /api/v1/documents/late': { data: detail('late') },
    [`PUT ${decisionPath}`]: { data: { decision: stored } },
    [`DELETE ${decisionPath}`]: { data: { decision: null } },
  });
const bar = () => screen.findByRole('group', { name: 'Decidir' });
const enabled = async (name: RegExp) => {
  const button = within(await bar()).getByRole<HTMLButtonElement>('button', { name });
  await waitFor(() => expect(button.disabled).toBe(false));
  return button;
};
const changes = (sent: ReturnType<typeof open>) => sent.filter((s) => s.path.endsWith('/decision')).map(({ method, path, body }) => ({ method, path, body }));

test('the earlier document is the left one, whatever the address says', async () => {
  open('/comparar/late/early');
  await waitFor(() =>
    expect(screen.getAllByRole('article').map((a) => a.getAttribute('aria-label'))).toEqual(['Anterior: early.pdf', 'Llegó después: late.pdf']),
  );
  expect(location.pathname).toMatch(/\/comparar\/early\/late$/);
});

test.each([
  [/Es duplicado/, 'duplicate'],
  [/No lo es/, 'not_duplicate'],
  [/Otra pretensión/, 'new_claim'],
])('the button %s stores its decision about the later document, with the note', async (name, decision) => {
  const sent = open('/comparar/early/late');
  const button = await enabled(name);
  fireEvent.change(within(await bar()).getByRole('textbox'), { target: { value: ' igual ' } });
  fireEvent.click(button);
  await waitFor(() => expect(changes(sent)).toEqual([{ method: 'PUT', path: decisionPath, body: { decision, note: 'igual' } }]));
});

test.each([
  ['stores the decision that stood before', stored, { method: 'PUT', path: decisionPath, body: { decision: 'duplicate', note: 'igual' } }],
  ['deletes the first one', null, { method: 'DELETE', path: decisionPath, body: undefined }],
])('undoing a decision %s', async (_, before, undone) => {
  const sent = open('/comparar/early/late', before);
  expect((await enabled(/Es duplicado/)).getAttribute('aria-pressed')).toBe(String(before !== null));
  fireEvent.click(await enabled(/No lo es/));
  await waitFor(() => expect(changes(sent).length).toBe(1));
  const later = open('/comparar/early/late', { ...stored, decision: 'not_duplicate' });
  fireEvent.click(await enabled(/Deshacer/));
  await waitFor(() => expect(changes(later)).toEqual([undone]));
});
