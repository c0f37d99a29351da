import { inbox as en } from '../i18n/en/inbox';
import { inbox as es } from '../i18n/es/inbox';
import { useWords } from '../i18n/language';

type Reading = { status: string; stage: string; pages_done: number; pages_total: number; error: string | null };

/** Says how far the reading of a file is. */
export function useProgressWords() {
  const words = useWords({ es, en });
  return (r: Reading): string => {
    if (r.status === 'failed') return r.error ?? words.failed;
    if (r.status === 'completed') return words.done;
    if (r.status === 'pending' || r.stage === 'queued') return words.queued;
    if (r.stage === 'reading') return r.pages_total > 0 ? words.readingPage(Math.min(r.pages_done + 1, r.pages_total), r.pages_total) : words.reading;
    return { extracting: words.extracting, comparing: words.comparing, saving: words.saving }[r.stage] ?? words.reading;
  };
}
