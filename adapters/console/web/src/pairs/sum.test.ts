import { expect, test } from 'vitest';
import { stepsOf } from './sum';

const details = {
  minhash_score: 0.5,
  tfidf_score: 1,
  entity_score: 0.75,
  ensemble_score: 0.75,
  adjustments: [{ rule: 'other_facts', before: 0.75, after: 0.55, reason: 'los hechos son otros' }],
};
const weights = { minhash: 0.3, tfidf: 0.3, entity: 0.4 };

test('each step begins where the one before ends, up to the sum, and rules lead to the similarity', () => {
  const { steps, changes, sum, addsUp } = stepsOf({ details, weights, similarity: 0.55 } as never);
  expect(steps.map((s) => [s.from, s.to].map((x) => Math.round(x * 100)))).toEqual([
    [0, 15],
    [15, 45],
    [45, 75],
  ]);
  expect([sum, changes[0].from, changes[0].to, addsUp]).toEqual([0.75, 0.75, 0.55, true]);
});

test('numbers that do not add up are said to', () => {
  expect(stepsOf({ details, weights, similarity: 0.9 } as never).addsUp).toBe(false);
});
