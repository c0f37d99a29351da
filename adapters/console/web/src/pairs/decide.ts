import { notifications } from '@mantine/notifications';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { createElement } from 'react';
import { answer, intake } from '../api/client';
import { keys } from '../api/keys';
import { pairs as en } from '../i18n/en/pairs';
import { pairs as es } from '../i18n/es/pairs';
import { useWords } from '../i18n/language';
import { useUsername } from '../session/session';
import { ErrorState } from '../ui/ErrorState';
import type { Comparison, Decision, Pair, Verdict } from './pairs';

/** Two documents; the order says nothing. */
export type Couple = { left: string; right: string };
type Done = Couple & { before: Decision | null };

/** What this browser tab decided and has not undone, the latest last. */
const done: Done[] = [];

const isOf = (c: Couple, a: string, b: string) => (c.left === a && c.right === b) || (c.left === b && c.right === a);

/** Shows a decision everywhere before the server has it. */
function show(queries: QueryClient, c: Couple, decision: Decision | null) {
  for (const [a, b] of [
    [c.left, c.right],
    [c.right, c.left],
  ]) {
    queries.setQueryData<Comparison>(keys.comparison(a, b), (old) => old && { ...old, decision });
  }
  queries.setQueriesData<{ data: Pair[] }>(
    { queryKey: keys.pairs },
    (old) => old && { ...old, data: old.data.map((p) => (isOf(c, p.document.id, p.earlier.id) ? { ...p, decision } : p)) },
  );
}

/** Stores a decision about a pair, or takes it back. */
export async function store(c: Couple, decision: Pick<Decision, 'decision' | 'note'> | null) {
  const params = { path: { id: c.right, other: c.left } };
  const call = decision
    ? answer(intake.PUT('/api/v1/documents/{id}/duplicates/{other}/decision', { params, body: { decision: decision.decision, note: decision.note } }))
    : answer(intake.DELETE('/api/v1/documents/{id}/duplicates/{other}/decision', { params }));
  return (await call).data.decision;
}

/** Decides about pairs at once and takes it back; what the server refuses is shown and undone. */
export function useDecide() {
  const words = useWords({ es, en });
  const queries = useQueryClient();
  const by = useUsername();

  const change = async (c: Couple, before: Decision | null, decision: Decision | null, said: string) => {
    await queries.cancelQueries({ queryKey: keys.comparisons });
    show(queries, c, decision);
    notifications.show({ message: said, color: 'teal', autoClose: 4000 });
    try {
      show(queries, c, await store(c, decision));
      return true;
    } catch (error) {
      show(queries, c, before);
      notifications.show({ color: 'red', autoClose: false, title: words.notSaved, message: createElement(ErrorState, { error, title: '' }) });
      return false;
    } finally {
      for (const queryKey of [keys.pairs, keys.comparisons, keys.documents, keys.persons, keys.cases, keys.document(c.left), keys.document(c.right)])
        void queries.invalidateQueries({ queryKey });
    }
  };

  const decide = (c: Couple, before: Decision | null, verdict: Verdict, note: string) => {
    const mine: Done = { ...c, before };
    done.push(mine);
    const decision = { decision: verdict, note, decided_by: by, decided_at: new Date().toISOString() };
    return change(c, before, decision, words.saved(words.verdicts[verdict])).then((stored) => {
      if (!stored && done.includes(mine)) done.splice(done.indexOf(mine), 1);
      return stored;
    });
  };

  /** Takes the latest decision back; returns the pair it was about. */
  const undo = (): Couple | undefined => {
    const last = done.pop();
    if (!last) {
      notifications.show({ message: words.nothingToUndo, autoClose: 3000 });
      return undefined;
    }
    const now = queries.getQueryData<Comparison>(keys.comparison(last.left, last.right))?.decision ?? null;
    void change(last, now, last.before, words.undone).then((stored) => {
      if (!stored) done.push(last);
    });
    return { left: last.left, right: last.right };
  };
  return { decide, undo };
}
