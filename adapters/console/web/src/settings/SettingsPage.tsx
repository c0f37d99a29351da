import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { isAdmin, useSession } from '../session/session';
import { Loaded } from '../ui/Loaded';
import { PageHeader } from '../ui/PageHeader';
import { ComparingSettings } from './ComparingSettings';
import { ExtractionSettings } from './ExtractionSettings';
import { MailRulesSettings } from './MailRulesSettings';
import { mailRulesQuery } from './mailRules';
import { type Part, partOf } from './parts';
import { comparingQuery, extractionQuery, useSettingsWords } from './settings';

const route = getRouteApi('/ajustes');

/** How filings are compared and read, for administrators, and the rules of the mailbox, which anyone may read. */
export function SettingsPage() {
  const words = useSettingsWords();
  const admin = isAdmin(useSession());
  const search: { parte?: Part } = route.useSearch();
  const parte = admin ? search.parte : 'buzon';
  const navigate = route.useNavigate();
  const comparing = useQuery(comparingQuery);
  const extraction = useQuery(extractionQuery);
  const mailRules = useQuery(mailRulesQuery);
  return (
    <>
      <PageHeader title={words.title}>
        {admin && (
          <SegmentedControl
            size="xs"
            aria-label={words.part}
            transitionDuration={0}
            value={parte ?? 'comparacion'}
            onChange={(v) => void navigate({ search: { parte: partOf(v) }, replace: true })}
            data={[
              { value: 'comparacion', label: words.comparing },
              { value: 'extraccion', label: words.extraction },
              { value: 'buzon', label: words.mailRules },
            ]}
          />
        )}
      </PageHeader>
      {parte === undefined && <Loaded query={comparing}>{(config) => <ComparingSettings stored={config} />}</Loaded>}
      {parte === 'extraccion' && <Loaded query={extraction}>{(config) => <ExtractionSettings stored={config} />}</Loaded>}
      {parte === 'buzon' && <Loaded query={mailRules}>{(rules) => <MailRulesSettings stored={rules} />}</Loaded>}
    </>
  );
}
