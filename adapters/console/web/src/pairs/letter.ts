import type { LetterDifferences, Summary } from './pairs';

type Place = LetterDifferences['places'][number];
export type Said = { subject: Place['subject']; before: string; words: string };

/** What a column of its own shows. */
const inColumns = ['demandante', 'cedula', 'demandado', 'juzgado'];

/** What a document of a letter says that not all of them say, without what has a column of its own. */
export function ownWords(differences: LetterDifferences, id: string): Said[] {
  const member = differences.members.find((m) => m.id === id);
  return differences.places.map((p, i) => ({ ...p, words: member?.words[i] ?? '' })).filter((p) => p.words !== '' && !inColumns.includes(p.subject));
}

/** In which data the documents of a letter differ, each once; and before which words of the letter. */
export function changes({ places }: LetterDifferences): { subjects: Place['subject'][]; before: string[] } {
  const subjects = [...new Set(places.map((p) => p.subject).filter((s) => s !== 'otro'))];
  return { subjects, before: places.filter((p) => p.subject === 'otro').map((p) => p.before) };
}

/** The value that all documents have; none where they differ or nobody has one. */
export function common<T extends Summary | { juzgado: string }>(rows: T[], of: (row: T) => string): string | undefined {
  const [first, ...rest] = rows.map(of);
  return first && rest.every((v) => v === first) ? first : undefined;
}
