import type { Summary } from './pairs';

export type LetterPair = { left: Summary; right: Summary };
export type LetterPairs = {
  /** Of different people, and nobody has decided. */
  pairs: LetterPair[];
  /** How many are left out because one person may have filed both. */
  samePerson: number;
  /** How many documents are behind the bound. */
  beyond: number;
};

const fold = (name: string) =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, ' ')
    .trim();

/** A cédula as the server compares it: without what introduces it, what groups its digits, and leading zeros. */
const cedulaKey = (value: string) =>
  fold(value)
    .split(' ')
    .filter((word) => /[0-9]/.test(word))
    .join('')
    .replace(/^0+/, '');

const each = (values: string, of: (value: string) => string) => values.split(';').map(of).filter(Boolean);
const overlap = (a: string[], b: string[]) => a.some((value) => b.includes(value));

/** Reports whether two documents name one person: by cédula, or by name where one of them has no cédula. */
export function samePerson(a: Summary, b: Summary): boolean {
  const [left, right] = [a, b].map((d) => each(d.cedula, cedulaKey));
  if (left.length > 0 && right.length > 0) return overlap(left, right);
  const [his, hers] = [a, b].map((d) => each(d.demandante, fold));
  return his.length === 0 || hers.length === 0 || overlap(his, hers);
}

/**
 * The pairs of a letter that "another person's form" decides: each document with the sample, without
 * those about which somebody decided, and the open pairs between the others.
 */
export function pairsOf(sample: Summary, members: Summary[], decided: Set<string>, open: [string, string][]): Omit<LetterPairs, 'beyond'> {
  const byID = new Map(members.map((m) => [m.id, m]));
  const all: LetterPair[] = members.filter((m) => m.id !== sample.id && !decided.has(m.id)).map((right) => ({ left: sample, right }));
  const seen = new Set<string>();
  for (const [a, b] of open) {
    const [left, right] = [byID.get(a), byID.get(b)];
    const key = [a, b].sort().join();
    if (!left || !right || a === sample.id || b === sample.id || seen.has(key)) continue;
    seen.add(key);
    all.push({ left, right });
  }
  const pairs = all.filter((p) => !samePerson(p.left, p.right));
  return { pairs, samePerson: all.length - pairs.length };
}
