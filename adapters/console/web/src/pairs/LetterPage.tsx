import { Badge, Button, Group, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { contentQuery } from '../api/document';
import { keys } from '../api/keys';
import { useFreshLists } from '../api/useFreshLists';
import { pairs as en } from '../i18n/en/pairs';
import { pairs as es } from '../i18n/es/pairs';
import { useWords } from '../i18n/language';
import { useFormat } from '../i18n/useFormat';
import { useKeys } from '../keys/KeyLayer';
import { personSearch } from '../people/people';
import { Cedula } from '../ui/Copyable';
import { Clamped } from '../ui/Clamped';
import { type Column, DataTable } from '../ui/DataTable';
import { ErrorState } from '../ui/ErrorState';
import { PageHeader } from '../ui/PageHeader';
import { Pages } from '../ui/Pages';
import { AnchorLink } from '../ui/links';
import { useHere } from '../ui/useHere';
import { changes, common, ownWords } from './letter';
import { LetterDecision } from './LetterDecision';
import classes from './pairs.module.css';
import { type LetterDifferences, letterDifferencesQuery, letterQuery, type Summary } from './pairs';
import { PaperPages, PaperText } from './Paper';

const route = getRouteApi('/duplicados/formatos/$id');

/** How many words of a document's own are shown until more are asked for. */
const few = 5;

/** One letter, all who filed it, and in what their documents differ. */
export function LetterPage() {
  const words = useWords({ es, en });
  const { day, number } = useFormat();
  const navigate = useNavigate();
  const here = useHere();
  const { id } = route.useParams() as { id: string };
  const { pagina } = route.useSearch() as { pagina?: number };
  const letter = useQuery(letterQuery(id, pagina));
  const differences = useQuery(letterDifferencesQuery(id, pagina));
  const [all, setAll] = useState(false);
  const sample = letter.data?.sample.id;
  const found = differences.data;
  const differ = (values: string[] | undefined) => new Set(values).size > 1;
  const defendants = differ(letter.data?.members.map((m) => m.demandado));
  const courts = differ(found?.members.map((m) => m.juzgado));
  useFreshLists(keys.letter(id));
  const back = () => void navigate({ to: '/duplicados/formatos' });
  useKeys([{ chord: 'Escape', does: words.back, run: back }]);
  const columns = useMemo<Column<Summary>[]>(
    () => [
      {
        id: 'who',
        header: words.who,
        cell: ({ row: { original: d } }) => (
          <>
            <AnchorLink size="sm" lineClamp={2} miw={150} title={`${words.filingsOf}: ${d.demandante}`} to="/personas/escritos" search={personSearch(d)}>
              {d.demandante || '—'}
            </AnchorLink>
            {d.id === sample && (
              <Badge variant="light" color="gray" tt="none" miw="max-content">
                {words.sample}
              </Badge>
            )}
            {d.duplicate_state !== 'none' && (
              <Badge variant="light" color="orange" tt="none" miw="max-content">
                {words.duplicateState[d.duplicate_state]}
              </Badge>
            )}
          </>
        ),
      },
      { id: 'cedula', header: words.cedula, cell: ({ row }) => (row.original.cedula ? <Cedula value={row.original.cedula} /> : '—') },
      // What all have stands above the table.
      ...(defendants
        ? [{ id: 'defendant', header: words.defendant, cell: ({ row }: { row: { original: Summary } }) => <Clamped text={row.original.demandado} lines={2} /> }]
        : []),
      ...(courts
        ? [
            {
              id: 'court',
              header: words.court,
              cell: ({ row }: { row: { original: Summary } }) => (
                <Clamped text={found?.members.find((m) => m.id === row.original.id)?.juzgado ?? ''} lines={2} />
              ),
            },
          ]
        : []),
      {
        id: 'received',
        header: words.received,
        cell: ({ row }) => (
          <Text size="sm" className={classes.unbroken}>
            {day(row.original.arrived_at)}
          </Text>
        ),
      },
      {
        id: 'own',
        header: words.own,
        cell: ({ row }) => (found ? <OwnWords of={found} id={row.original.id} limit={all ? Infinity : few} /> : <Skeleton height={14} />),
      },
      {
        id: 'file',
        header: words.file,
        meta: { hidden: true },
        cell: ({ row }) => (
          <Text size="sm" c="dimmed" lineClamp={1} maw={160} title={row.original.file_name}>
            {row.original.file_name}
          </Text>
        ),
      },
    ],
    [words, day, sample, found, all, defendants, courts],
  );
  if (letter.isError) {
    return (
      <>
        <PageHeader title={words.letter} />
        <ErrorState error={letter.error} onRetry={() => void letter.refetch()} />
      </>
    );
  }
  const l = letter.data;
  return (
    <>
      <PageHeader title={words.letter} note={l && words.usedBy(number(l.people), number(l.documents))}>
        <AnchorLink size="sm" to="/duplicados/formatos">
          {words.back}
        </AnchorLink>
      </PageHeader>
      <div className={classes.letter}>
        {sample ? <Sample id={sample} /> : <Skeleton height={500} />}
        <div>
          {differences.isError && <ErrorState error={differences.error} onRetry={() => void differences.refetch()} />}
          {found && l && <Changes of={found} members={l.members} />}
          <DataTable
            name="letter"
            label={words.documents}
            columns={columns}
            rows={l?.members}
            rowKey={(d) => d.id}
            onOpen={(d) =>
              sample && d.id !== sample && void navigate({ to: '/comparar/$left/$right', params: { left: sample, right: d.id }, search: { de: here } })
            }
            keys={{ next: words.nextMember, previous: words.previousMember }}
            tools={
              <Group gap="sm">
                <LetterDecision id={id} />
                <Text size="sm" c="dimmed">
                  {words.compareWithSample}: Enter
                </Text>
                {found?.members.some((m) => ownWords(found, m.id).length > few) && (
                  <Button size="compact-xs" variant="subtle" aria-expanded={all} onClick={() => setAll(!all)}>
                    {all ? words.lessOwn : words.moreOwn}
                  </Button>
                )}
              </Group>
            }
          />
          {l && (
            <Pages
              meta={{ page: pagina ?? 1, total: l.documents, total_pages: Math.ceil(l.documents / 50) }}
              onPage={(p) => void navigate({ to: '/duplicados/formatos/$id', params: { id }, search: { pagina: p } })}
            />
          )}
        </div>
      </div>
    </>
  );
}

/** In what the documents of a letter differ, in one sentence, and what all of them have. */
function Changes({ of, members }: { of: LetterDifferences; members: Summary[] }) {
  const words = useWords({ es, en });
  const { subjects, before } = changes(of);
  const named = [...subjects.map((s) => words.subjects[s]), ...before.slice(0, 3).map((b) => `«… ${b} ___»`)];
  if (before.length > 3) named.push(words.morePlaces(before.length - 3));
  const same = [
    [words.defendant, common(members, (m) => m.demandado)],
    [words.court, common(of.members, (m) => m.juzgado)],
  ].filter(([, value]) => value);
  return (
    <div role="status" className={classes.changes}>
      <Text size="sm">
        <b>{words.sameLetter}</b>{' '}
        {named.length > 0 ? `${words.differIn}: ${named.join(' · ')}.` : of.members.every((m) => m.compared) ? words.differInNothing : words.someNotCompared}
      </Text>
      {same.length > 0 && (
        <Text size="sm" c="dimmed">
          {words.sameInAll}: {same.map(([name, value]) => `${name}: ${value}`).join(' · ')}.
        </Text>
      )}
      {of.more && (
        <Text size="sm" c="dimmed">
          {words.moreDiffer}
        </Text>
      )}
    </div>
  );
}

/** What a document says where not all say the same, behind the words of the letter that lead to it. */
function OwnWords({ of, id, limit }: { of: LetterDifferences; id: string; limit: number }) {
  const words = useWords({ es, en });
  if (!of.members.find((m) => m.id === id)?.compared)
    return (
      <Text size="sm" c="dimmed">
        {words.notCompared}
      </Text>
    );
  const own = ownWords(of, id);
  return (
    <ul className={classes.own}>
      {own.slice(0, limit).map((w, i) => (
        <li key={i}>
          <span className={classes.lead}>{w.subject === 'otro' || w.subject === 'fecha' ? `… ${w.before}` : `${words.subjects[w.subject]}:`}</span>{' '}
          <b>{w.words}</b>
        </li>
      ))}
      {own.length > limit && <li className={classes.lead}>{words.andMore(own.length - limit)}</li>}
    </ul>
  );
}

function Sample({ id }: { id: string }) {
  const words = useWords({ es, en });
  const detail = useQuery(contentQuery(id));
  return (
    <div className={classes.sample} tabIndex={0} role="region" aria-label={words.sample}>
      {detail.isError && <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />}
      {detail.data &&
        (detail.data.original_available ? (
          <PaperPages document={detail.data} stretches={[]} />
        ) : (
          <PaperText text={detail.data.text || detail.data.observaciones} stretches={[]} />
        ))}
    </div>
  );
}
