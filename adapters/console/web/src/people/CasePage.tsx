import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { keys } from '../api/keys';
import { CaseFileButton } from '../casefile/CaseFileButton';
import { useFreshLists } from '../api/useFreshLists';
import { people as en } from '../i18n/en/people';
import { people as es } from '../i18n/es/people';
import { useWords } from '../i18n/language';
import { useFormat } from '../i18n/useFormat';
import { Loaded } from '../ui/Loaded';
import { PageHeader } from '../ui/PageHeader';
import { AnchorLink } from '../ui/links';
import { FilingLine } from './FilingLine';
import { LatestOnly } from './LatestOnly';
import { type CaseSearch, caseQuery } from './people';

const route = getRouteApi('/personas/caso');

/** A case with its documents. */
export function CasePage() {
  const words = useWords({ es, en });
  const { number, radicado } = useFormat();
  const search = route.useSearch() as CaseSearch;
  const found = useQuery(caseQuery(search));
  useFreshLists(keys.cases);
  const named = found.data?.radicado || search.radicado;
  return (
    <>
      <PageHeader title={named ? words.caseOf(radicado(named)) : words.case} note={found.data && words.filings(found.data.total, number(found.data.total))}>
        <Group gap="sm">
          {found.data && found.data.total === found.data.documents.length && <CaseFileButton ids={found.data.documents.map((d) => d.id)} />}
          <AnchorLink size="sm" to="/personas">
            {words.back}
          </AnchorLink>
        </Group>
      </PageHeader>
      <Loaded query={found}>
        {(c) => (
          <>
            <LatestOnly shown={c.documents.length} total={c.total} find={c.radicado} />
            <FilingLine filings={c.documents} pairs={c.pairs} inCase />
          </>
        )}
      </Loaded>
    </>
  );
}
