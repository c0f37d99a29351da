/** Three weights that add up to 1. */
export const weightNames = ['minhash_weight', 'tfidf_weight', 'entity_weight'] as const;
export type WeightName = (typeof weightNames)[number];
export type Weights = Record<WeightName, number>;

const cents = (x: number) => Math.round(x * 100) / 100;

/** The weights after one of them was set: the others share the rest as before, in hundredths. */
export function rebalance(weights: Weights, name: WeightName, value: number): Weights {
  const [first, second] = weightNames.filter((n) => n !== name);
  const set = cents(Math.min(1, Math.max(0, value)));
  const rest = weights[first] + weights[second];
  const share = rest > 0 ? weights[first] / rest : 0.5;
  const of = cents((1 - set) * share);
  return { ...weights, [name]: set, [first]: of, [second]: cents(1 - set - of) };
}
