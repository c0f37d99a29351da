import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { keys } from '../api/keys';
import { useFreshLists } from '../api/useFreshLists';
import { people as en } from '../i18n/en/people';
import { people as es } from '../i18n/es/people';
import { useWords } from '../i18n/language';
import { useFormat } from '../i18n/useFormat';
import { Cedula } from '../ui/Copyable';
import { Loaded } from '../ui/Loaded';
import { PageHeader } from '../ui/PageHeader';
import { AnchorLink } from '../ui/links';
import { FilingLine } from './FilingLine';
import { LatestOnly } from './LatestOnly';
import { type PersonSearch, personQuery } from './people';

const route = getRouteApi('/personas/escritos');

/** All that a person filed, on a line of time. */
export function PersonPage() {
  const words = useWords({ es, en });
  const { number } = useFormat();
  const search = route.useSearch() as PersonSearch;
  const person = useQuery(personQuery(search));
  useFreshLists(keys.persons);
  const found = person.data;
  return (
    <>
      <PageHeader
        title={found?.person.name || search.nombre || words.person}
        note={
          found && (
            <>
              {found.person.cedula && <Cedula value={found.person.cedula} />} · {words.filings(found.total, number(found.total))}
            </>
          )
        }
      >
        <AnchorLink size="sm" to="/personas">
          {words.back}
        </AnchorLink>
      </PageHeader>
      <Loaded query={person}>
        {(p) => (
          <>
            <LatestOnly shown={p.filings.length} total={p.total} find={p.person.cedula || p.person.name} />
            <FilingLine filings={p.filings} pairs={p.pairs} />
          </>
        )}
      </Loaded>
    </>
  );
}
