import { useQueries } from '@tanstack/react-query';
import { inbox as en } from '../i18n/en/inbox';
import { inbox as es } from '../i18n/es/inbox';
import { useWords } from '../i18n/language';
import { isAdmin, useSession } from '../session/session';
import { CountTabs } from '../ui/CountTabs';
import { binView, countQuery, type View, views } from './views';

/** The views of the inbox, each with how much there is to do. */
export function ViewTabs({ view, onView }: { view: View; onView: (v: View) => void }) {
  const words = useWords({ es, en });
  const mine: View[] = isAdmin(useSession()) ? [...views, binView] : [...views];
  const shown = mine.includes(view) ? mine : [...mine, view];
  const counts = useQueries({ queries: shown.map(countQuery) });
  const tabs = shown.map((v, i) => ({ view: v, name: words.view[v], count: counts[i].data, color: v === 'fallidos' ? 'red' : undefined }));
  return <CountTabs tabs={tabs} label={words.views} panel="inbox-list" view={view} onView={onView} />;
}
