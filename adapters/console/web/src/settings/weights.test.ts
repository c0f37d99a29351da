import { expect, test } from 'vitest';
import { rebalance, weightNames } from './weights';

const weights = { minhash_weight: 0.4, tfidf_weight: 0.3, entity_weight: 0.3 };

test('weights add up to 1 whichever is moved wherever', () => {
  for (const name of weightNames)
    for (let value = 0; value <= 1; value += 0.01) {
      const moved = rebalance(weights, name, value);
      const sum = weightNames.reduce((n, w) => n + moved[w], 0);
      expect(Math.abs(sum - 1)).toBeLessThan(1e-9);
      expect(moved[name]).toBeCloseTo(value, 2);
      for (const w of weightNames) expect(moved[w]).toBeGreaterThanOrEqual(0);
    }
});

test('the others share the rest as before', () => {
  expect(rebalance(weights, 'minhash_weight', 0.7)).toEqual({ minhash_weight: 0.7, tfidf_weight: 0.15, entity_weight: 0.15 });
});

test('two that were nothing share the rest evenly', () => {
  expect(rebalance({ minhash_weight: 1, tfidf_weight: 0, entity_weight: 0 }, 'minhash_weight', 0.6)).toEqual({
    minhash_weight: 0.6,
    tfidf_weight: 0.2,
    entity_weight: 0.2,
  });
});
