import { useMemo } from 'react';
import { theConsole } from '../api/console';
import { kinds as en } from '../i18n/en/kinds';
import { kinds as es } from '../i18n/es/kinds';
import { useWords } from '../i18n/language';

/** The names of the kinds of papers, and a list of those that the server takes to choose from. */
export function useKinds() {
  const words: Record<string, string> = useWords({ es, en });
  return useMemo(() => {
    const name = (kind: string): string => words[kind] ?? titled(kind);
    return {
      name,
      choices: (theConsole().document_types ?? Object.keys(words).filter((kind) => kind !== 'auto')).map((value) => ({ value, label: name(value) })),
    };
  }, [words]);
}

/** The name of a kind that an administrator added, as "queja_vecinal": "Queja vecinal". */
const titled = (kind: string) => (kind.charAt(0).toUpperCase() + kind.slice(1)).replace(/[_-]+/g, ' ');
