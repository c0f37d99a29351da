import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { ui as uiEn } from '../i18n/en/ui';
import { ui as uiEs } from '../i18n/es/ui';
import { useWords } from '../i18n/language';
import { useFormat } from '../i18n/useFormat';
import { Radicado } from '../ui/Copyable';
import { type Column, DataTable } from '../ui/DataTable';
import { EmptyState } from '../ui/EmptyState';
import { ErrorState } from '../ui/ErrorState';
import { Pages } from '../ui/Pages';
import { ListPage } from './ListPage';
import { NewCaseDialog } from './NewCaseDialog';
import { type Case, casesQuery, courtsQuery, pagesOf, useRegisterWords, utc } from './register';
import type { ListSearch } from './search';

const route = getRouteApi('/procesos');

export function CasesPage() {
  const words = useRegisterWords();
  const ui = useWords({ es: uiEs, en: uiEn });
  const { moment, number } = useFormat();
  const search: ListSearch = route.useSearch();
  const navigate = useNavigate();
  const [adding, setAdding] = useState(false);
  const list = useQuery(casesQuery({ q: search.q, page: search.pagina }));
  const courts = useQuery(courtsQuery);
  const set = (part: ListSearch) => void navigate({ to: '/procesos', search: part, replace: true });
  const open = (id: string) => void navigate({ to: '/procesos/$id', params: { id } });
  const columns = useMemo<Column<Case>[]>(
    () => [
      { id: 'radicado', header: words.radicado, cell: ({ row }) => <Radicado value={row.original.radicado} />, meta: { width: 280 } },
      {
        id: 'description',
        header: words.description,
        cell: ({ row }) => (
          <Text size="sm" lineClamp={1}>
            {row.original.descripcion}
          </Text>
        ),
      },
      { id: 'court', header: words.court, cell: ({ row }) => courts.data?.find((c) => c.id === row.original.juzgado_id)?.nombre ?? '—' },
      { id: 'registered', header: words.registered, cell: ({ row }) => moment(utc(row.original.fecha_creacion)), meta: { width: 200 } },
    ],
    [words, moment, courts.data],
  );
  return (
    <ListPage
      title={words.cases}
      note={list.data && ui.results(list.data.total, number(list.data.total))}
      add={words.newCase}
      onAdd={() => setAdding(true)}
      search={{ label: words.searchCases, value: search.q, onChange: (q) => set({ q }) }}
    >
      {list.isError && !list.data ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <DataTable
          name="cases"
          label={words.cases}
          columns={columns}
          rows={list.data?.items}
          rowKey={(c) => c.id}
          onOpen={(c) => open(c.id)}
          empty={search.q ? <EmptyState title={words.noMatch} /> : <EmptyState title={words.noCases} hint={words.noCasesHint} />}
          keys={{ next: words.next, previous: words.previous }}
        />
      )}
      <Pages meta={pagesOf(list.data)} onPage={(pagina) => set({ q: search.q, pagina })} />
      <NewCaseDialog opened={adding} onClose={() => setAdding(false)} onMade={open} />
    </ListPage>
  );
}
