import type { Comparison } from './pairs';

/** A bar from 0 to 1: it begins where the one above ends. */
export type Step = { name: 'words' | 'facts' | 'parties'; weight: number; score: number; from: number; to: number };
export type Change = { rule: string; reason: string; from: number; to: number };

/** How the similarity comes about: three weighted scores, and what rules made of their sum. */
export function stepsOf(c: Pick<Comparison, 'details' | 'weights' | 'similarity'>): { steps: Step[]; sum: number; changes: Change[]; addsUp: boolean } {
  let at = 0;
  const steps = (
    [
      ['words', c.weights.minhash, c.details.minhash_score],
      ['facts', c.weights.tfidf, c.details.tfidf_score],
      ['parties', c.weights.entity, c.details.entity_score],
    ] as const
  ).map(([name, weight, score]) => {
    const from = at;
    at += weight * score;
    return { name, weight, score, from, to: at };
  });
  const changes = c.details.adjustments.map((a) => ({ rule: a.rule, reason: a.reason, from: a.before, to: a.after }));
  const end = changes.at(-1)?.to ?? c.details.ensemble_score;
  return { steps, sum: c.details.ensemble_score, changes, addsUp: Math.abs(at - c.details.ensemble_score) < 1e-6 && Math.abs(end - c.similarity) < 1e-6 };
}
