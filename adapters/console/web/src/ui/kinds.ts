import { useMemo } from 'react';
import { kinds as en } from '../i18n/en/kinds';
import { kinds as es } from '../i18n/es/kinds';
import { useWords } from '../i18n/language';

export type Kind = keyof typeof es;

/** The names of the kinds of papers, and a list of them to choose from. */
export function useKinds() {
  const words = useWords({ es, en });
  return useMemo(
    () => ({
      name: (kind: string): string => words[kind as Kind] ?? kind,
      choices: Object.entries(words).map(([value, label]) => ({ value, label })),
    }),
    [words],
  );
}
