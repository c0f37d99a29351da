import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Loaded } from '../ui/Loaded';
import { PageHeader } from '../ui/PageHeader';
import { ComparingSettings } from './ComparingSettings';
import { ExtractionSettings } from './ExtractionSettings';
import { comparingQuery, extractionQuery, useSettingsWords } from './settings';

const route = getRouteApi('/ajustes');

/** How filings are compared and read, for administrators. */
export function SettingsPage() {
  const words = useSettingsWords();
  const { parte }: { parte?: 'extraccion' } = route.useSearch();
  const navigate = route.useNavigate();
  const comparing = useQuery(comparingQuery);
  const extraction = useQuery(extractionQuery);
  return (
    <>
      <PageHeader title={words.title}>
        <SegmentedControl
          size="xs"
          aria-label={words.part}
          transitionDuration={0}
          value={parte ?? 'comparacion'}
          onChange={(v) => void navigate({ search: { parte: v === 'extraccion' ? v : undefined } as never, replace: true })}
          data={[
            { value: 'comparacion', label: words.comparing },
            { value: 'extraccion', label: words.extraction },
          ]}
        />
      </PageHeader>
      {parte === 'extraccion' ? (
        <Loaded query={extraction}>{(config) => <ExtractionSettings stored={config} />}</Loaded>
      ) : (
        <Loaded query={comparing}>{(config) => <ComparingSettings stored={config} />}</Loaded>
      )}
    </>
  );
}
