import { Anchor, Badge, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useFreshLists } from '../api/useFreshLists';
import { pairs as en } from '../i18n/en/pairs';
import { pairs as es } from '../i18n/es/pairs';
import { useWords } from '../i18n/language';
import { useFormat } from '../i18n/useFormat';
import { useKeys } from '../keys/KeyLayer';
import { Cedula } from '../ui/Copyable';
import { type Column, DataTable } from '../ui/DataTable';
import { ErrorState } from '../ui/ErrorState';
import { PageHeader } from '../ui/PageHeader';
import { Pages } from '../ui/Pages';
import classes from './pairs.module.css';
import { documentQuery, letterQuery, type Summary } from './pairs';
import { PaperPages, PaperText } from './Paper';

const route = getRouteApi('/duplicados/formatos/$id');

/** One letter, and all who filed it. */
export function LetterPage() {
  const words = useWords({ es, en });
  const { day, number } = useFormat();
  const navigate = useNavigate();
  const { id } = route.useParams() as { id: string };
  const { pagina } = route.useSearch() as { pagina?: number };
  const letter = useQuery(letterQuery(id, pagina));
  const sample = letter.data?.sample.id;
  useFreshLists('letter');
  const back = () => void navigate({ to: '/duplicados/formatos' });
  useKeys([{ chord: 'Escape', does: words.back, run: back }]);
  const columns = useMemo<Column<Summary>[]>(
    () => [
      { id: 'who', header: words.who, cell: ({ row: { original: d } }) => <Anchor component={Link} size="sm" lineClamp={2} miw={170} title={`${words.filingsOf}: ${d.demandante}`} {...({ to: '/personas/escritos', search: d.cedula ? { cedula: d.cedula.split(';')[0].trim() } : { nombre: d.demandante.split(';')[0].trim() } } as object)}>{d.demandante || '—'}</Anchor> },
      { id: 'cedula', header: words.cedula, cell: ({ row }) => (row.original.cedula ? <Cedula value={row.original.cedula} /> : '—') },
      { id: 'defendant', header: words.defendant, meta: { hidden: true }, cell: ({ row }) => row.original.demandado || '—' },
      { id: 'received', header: words.received, cell: ({ row }) => <Text size="sm" className={classes.unbroken}>{day(row.original.created_at)}</Text> },
      { id: 'file', header: words.file, meta: { hidden: true }, cell: ({ row }) => <Text size="sm" c="dimmed" lineClamp={1} maw={160} title={row.original.file_name}>{row.original.file_name}</Text> },
      {
        id: 'state',
        header: words.decision,
        cell: ({ row: { original: d } }) => (
          <>
            {d.id === sample && <Badge variant="light" color="gray" tt="none" miw="max-content">{words.sample}</Badge>}
            {d.duplicate_state !== 'none' && <Badge variant="light" color="orange" tt="none" miw="max-content">{words.duplicateState[d.duplicate_state]}</Badge>}
          </>
        ),
      },
    ],
    [words, day, sample],
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
        <Anchor component={Link} size="sm" {...({ to: '/duplicados/formatos' } as object)}>
          {words.back}
        </Anchor>
      </PageHeader>
      <div className={classes.letter}>
        {sample ? <Sample id={sample} /> : <Skeleton height={500} />}
        <div>
          <DataTable
            name="letter"
            label={words.documents}
            columns={columns}
            rows={l?.members}
            rowKey={(d) => d.id}
            onOpen={(d) => sample && d.id !== sample && void navigate({ to: '/comparar/$left/$right', params: { left: sample, right: d.id } as never, search: {} as never })}
            keys={{ next: words.nextMember, previous: words.previousMember }}
            tools={<Text size="sm" c="dimmed">{words.compareWithSample}: Enter</Text>}
          />
          {l && <Pages meta={{ page: pagina ?? 1, total: l.documents, total_pages: Math.ceil(l.documents / 50) }} onPage={(p) => void navigate({ to: '/duplicados/formatos/$id', params: { id } as never, search: { pagina: p } as never })} />}
        </div>
      </div>
    </>
  );
}

function Sample({ id }: { id: string }) {
  const words = useWords({ es, en });
  const detail = useQuery(documentQuery(id));
  return (
    <div className={classes.sample} tabIndex={0} role="region" aria-label={words.sample}>
      {detail.isError && <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />}
      {detail.data && (detail.data.original_available ? <PaperPages document={detail.data} stretches={[]} /> : <PaperText text={detail.data.text || detail.data.observaciones} stretches={[]} />)}
    </div>
  );
}
