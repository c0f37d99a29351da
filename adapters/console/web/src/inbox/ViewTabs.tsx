import { Badge, Tabs } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { inbox as en } from '../i18n/en/inbox';
import { inbox as es } from '../i18n/es/inbox';
import { useWords } from '../i18n/language';
import { useFormat } from '../i18n/useFormat';
import classes from './ViewTabs.module.css';
import { countQuery, type View, views } from './views';

/** The views of the inbox, each with how much there is to do. */
export function ViewTabs({ view, onView }: { view: View; onView: (v: View) => void }) {
  const words = useWords({ es, en });
  const { number } = useFormat();
  const tabs: View[] = views.includes(view as never) ? [...views] : [...views, view];
  const counts = useQueries({ queries: tabs.map(countQuery) });
  return (
    <Tabs value={view} onChange={(v) => v && onView(v as View)} mb="xs">
      <Tabs.List aria-label={words.views}>
        {tabs.map((v, i) => (
          <Tabs.Tab
            key={v}
            value={v}
            className={classes.tab}
            aria-controls="inbox-list"
            rightSection={
              counts[i].data ? (
                <Badge size="sm" variant="light" color={v === 'fallidos' ? 'red' : 'gray'}>
                  {number(counts[i].data)}
                </Badge>
              ) : undefined
            }
          >
            {words.view[v]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  );
}
