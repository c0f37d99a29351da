import { Button, Group, NativeSelect, NumberInput, SegmentedControl, Text } from '@mantine/core';
import { IconCopyCheck, IconFilterOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { keys } from '../api/keys';
import { useFreshLists } from '../api/useFreshLists';
import { pairs as en } from '../i18n/en/pairs';
import { pairs as es } from '../i18n/es/pairs';
import { useWords } from '../i18n/language';
import { useFormat } from '../i18n/useFormat';
import { useKeys } from '../keys/KeyLayer';
import { Clamped } from '../ui/Clamped';
import { type Column, DataTable } from '../ui/DataTable';
import { DayInput } from '../ui/DayInput';
import { EmptyState } from '../ui/EmptyState';
import { ErrorState } from '../ui/ErrorState';
import { PageHeader } from '../ui/PageHeader';
import { Pages } from '../ui/Pages';
import { defaultRelation, type PairsSearch, relations } from './address';
import { RelationBadge } from './Evidence';
import classes from './pairs.module.css';
import { type Pair, pairsQuery, type Summary, type Verdict } from './pairs';
import { PairTabs } from './PairTabs';
import { useDecide } from './decide';

const route = getRouteApi('/duplicados');

/** Pairs of documents, the most certain first. */
export function PairsPage() {
  const words = useWords({ es, en });
  const { moment, percent, number } = useFormat();
  const navigate = useNavigate();
  const search: PairsSearch = route.useSearch();
  const list = useQuery(pairsQuery(search));
  const { undo } = useDecide();
  useFreshLists(keys.pairs);
  useKeys([{ chord: 'z', does: words.undo, run: () => void undo() }]);
  const change = (part: Partial<PairsSearch>) => void navigate({ to: '/duplicados', search: { ...search, pagina: undefined, ...part }, replace: true });
  const columns = useMemo<Column<Pair>[]>(
    () => [
      {
        id: 'similarity',
        header: words.certainty,
        meta: { width: 110 },
        cell: ({ row }) => <Certainty share={row.original.similarity} text={percent(row.original.similarity)} />,
      },
      { id: 'relation', header: words.relation, cell: ({ row }) => <RelationBadge relation={row.original.relation} /> },
      { id: 'later', header: words.later, cell: ({ row }) => <Party document={row.original.document} /> },
      { id: 'earlier', header: words.earlier, cell: ({ row }) => <Party document={row.original.earlier} /> },
      { id: 'reason', header: words.reason, cell: ({ row }) => <Clamped text={row.original.reason} lines={2} className={classes.reason} /> },
      { id: 'received', header: words.received, cell: ({ row }) => <span className={classes.unbroken}>{moment(row.original.received_at)}</span> },
      ...(search.estado
        ? [
            {
              id: 'decision',
              header: words.decision,
              cell: ({ row: { original: p } }: { row: { original: Pair } }) =>
                p.decision ? (
                  <span title={p.decision.note}>
                    {words.decidedBy(words.verdicts[p.decision.decision], p.decision.decided_by, moment(p.decision.decided_at))}
                  </span>
                ) : (
                  '—'
                ),
            },
          ]
        : []),
    ],
    [words, moment, percent, search.estado],
  );
  const { estado, pagina: _, orden, relacion = defaultRelation(estado), ...narrowed } = search;
  const narrow = Object.values(narrowed).some((v) => v !== undefined);
  const filtered = narrow || relacion !== defaultRelation(estado);
  return (
    <>
      <PageHeader title={words.title} />
      <PairTabs shown="pairs" />
      <div id="pair-list" role="tabpanel" aria-label={words.pairsTab} style={{ display: 'contents' }}>
        <Filters search={search} onChange={change} filtered={filtered} />
        {list.isError ? (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        ) : (
          <DataTable
            name="pairs"
            label={words.pairsTab}
            columns={columns}
            rows={list.data?.data}
            rowKey={(p) => `${p.document.id}:${p.earlier.id}`}
            onOpen={(p) => void navigate({ to: '/comparar/$left/$right', params: { left: p.earlier.id, right: p.document.id }, search })}
            keys={{ next: words.next, previous: words.previous }}
            tools={
              list.data && (
                <Text size="sm" c="dimmed" role="status">
                  {words.count(list.data.meta.total, number(list.data.meta.total))}
                </Text>
              )
            }
            empty={
              narrow || estado || relacion === 'new_claim' ? (
                <EmptyState icon={<IconFilterOff aria-hidden />} title={words.none} hint={words.noneHint} />
              ) : relacion === 'duplicate' ? (
                <EmptyState icon={<IconCopyCheck aria-hidden />} title={words.noDuplicatesOpen} hint={words.noneOpenHint}>
                  <Button size="compact-sm" variant="default" onClick={() => change({ relacion: 'all' })}>
                    {words.showOtherPairs}
                  </Button>
                </EmptyState>
              ) : (
                <EmptyState icon={<IconCopyCheck aria-hidden />} title={words.noneOpen} hint={words.noneOpenHint} />
              )
            }
          />
        )}
        <Pages meta={list.data?.meta} onPage={(pagina) => change({ pagina })} />
      </div>
    </>
  );
}

/** The filters of the list, which the address keeps. */
function Filters({ search, onChange, filtered }: { search: PairsSearch; onChange: (part: Partial<PairsSearch>) => void; filtered: boolean }) {
  const words = useWords({ es, en });
  const verdict = search.estado === 'decided' || search.estado === 'all' ? undefined : search.estado;
  const share = (v: string | number) => (Number(v) > 0 ? Math.min(100, Number(v)) : undefined);
  return (
    <Group gap="xs" wrap="wrap" mb="xs">
      <SegmentedControl
        size="xs"
        transitionDuration={0}
        aria-label={words.state}
        value={verdict ? 'decided' : (search.estado ?? 'open')}
        onChange={(v) => onChange({ estado: v === 'open' ? undefined : (v as 'decided' | 'all') })}
        data={(['open', 'decided', 'all'] as const).map((value) => ({ value, label: words.states[value] }))}
      />
      {(verdict || search.estado === 'decided') && (
        <NativeSelect
          size="xs"
          aria-label={words.decision}
          value={verdict ?? ''}
          onChange={(e) => onChange({ estado: (e.currentTarget.value || 'decided') as PairsSearch['estado'] })}
          data={[
            { value: '', label: words.anyVerdict },
            ...(Object.keys(words.verdicts) as Verdict[]).map((value) => ({ value, label: words.verdicts[value] })),
          ]}
        />
      )}
      <NativeSelect
        size="xs"
        aria-label={words.relation}
        value={search.relacion ?? defaultRelation(search.estado)}
        onChange={({ currentTarget: { value } }) =>
          onChange({ relacion: value === defaultRelation(search.estado) ? undefined : (value as PairsSearch['relacion']) })
        }
        data={(['all', ...relations] as const).map((value) => ({ value, label: words.relations[value] }))}
      />
      <NumberInput
        size="xs"
        w={96}
        min={0}
        max={100}
        suffix=" %"
        aria-label={words.minimum}
        title={words.minimum}
        placeholder="≥ %"
        value={search.minimo ?? ''}
        onChange={(v) => onChange({ minimo: share(v) })}
      />
      <NumberInput
        size="xs"
        w={96}
        min={0}
        max={100}
        suffix=" %"
        aria-label={words.maximum}
        title={words.maximum}
        placeholder="≤ %"
        value={search.maximo ?? ''}
        onChange={(v) => onChange({ maximo: share(v) })}
      />
      <DayInput small label={words.from} value={search.desde} onChange={(desde) => onChange({ desde })} />
      <DayInput small label={words.to} value={search.hasta} onChange={(hasta) => onChange({ hasta })} />
      <NativeSelect
        size="xs"
        aria-label={words.sort}
        value={search.orden ?? 'similarity'}
        onChange={(e) => onChange({ orden: e.currentTarget.value === 'date' ? 'date' : undefined })}
        data={(['similarity', 'date'] as const).map((value) => ({ value, label: words.sorts[value] }))}
      />
      {filtered && (
        <Button
          size="compact-xs"
          variant="subtle"
          onClick={() => onChange({ relacion: undefined, minimo: undefined, maximo: undefined, desde: undefined, hasta: undefined })}
        >
          {words.clear}
        </Button>
      )}
    </Group>
  );
}

const Certainty = ({ share, text }: { share: number; text: string }) => (
  <div className={classes.share}>
    <span className={classes.certainty} aria-hidden>
      <span style={{ width: `${share * 100}%` }} />
    </span>
    {text}
  </div>
);

const Party = ({ document: d }: { document: Summary }) => (
  <div className={classes.party}>
    <Clamped text={d.demandante} lines={2} />
    <Clamped text={d.file_name} className={classes.file} />
  </div>
);
