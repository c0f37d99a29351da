import { Badge, Tabs } from '@mantine/core';
import { useFormat } from '../i18n/useFormat';
import classes from './CountTabs.module.css';

type Tab<V extends string> = { view: V; name: string; count?: number; color?: string };

/** Tabs of the views of a list, each with how many rows there are to do; without a number where there are none. */
export function CountTabs<V extends string>({
  tabs,
  label,
  panel,
  view,
  onView,
}: {
  tabs: Tab<V>[];
  label: string;
  panel: string;
  view: V;
  onView: (v: V) => void;
}) {
  const { number } = useFormat();
  return (
    <Tabs value={view} onChange={(v) => v && onView(v as V)} mb="xs">
      <Tabs.List aria-label={label}>
        {tabs.map((tab) => (
          <Tabs.Tab
            key={tab.view}
            value={tab.view}
            className={classes.tab}
            aria-controls={panel}
            rightSection={
              tab.count ? (
                <Badge size="sm" variant="light" color={tab.color ?? 'gray'}>
                  {number(tab.count)}
                </Badge>
              ) : undefined
            }
          >
            {tab.name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  );
}
