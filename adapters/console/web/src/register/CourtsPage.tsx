import { Button } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useFormat } from '../i18n/useFormat';
import { type Column, DataTable } from '../ui/DataTable';
import { EmptyState } from '../ui/EmptyState';
import { ErrorState } from '../ui/ErrorState';
import { ListPage } from './ListPage';
import { MailTemplateDialog } from './MailTemplateDialog';
import { NewCourtDialog } from './NewCourtDialog';
import { type Court, courtsQuery, useRegisterWords, utc } from './register';
import type { ListSearch } from './search';

const route = getRouteApi('/juzgados');

export function CourtsPage() {
  const words = useRegisterWords();
  const { moment } = useFormat();
  const search: ListSearch = route.useSearch();
  const navigate = route.useNavigate();
  const [adding, setAdding] = useState(false);
  const courts = useQuery(courtsQuery);
  const columns = useMemo<Column<Court>[]>(() => {
    const open = (abierto: string) => void navigate({ search: { abierto }, replace: true });
    return [
      { id: 'name', header: words.name, cell: ({ row }) => row.original.nombre },
      { id: 'registered', header: words.registered, cell: ({ row }) => `${moment(utc(row.original.fecha_creacion))} ${words.by(row.original.creado_por)}` },
      {
        id: 'template',
        header: words.mails,
        cell: ({ row }) => (
          <Button size="compact-xs" variant="subtle" leftSection={<IconMail size={14} aria-hidden />} onClick={() => open(row.original.id)}>
            {words.template}
          </Button>
        ),
      },
    ];
  }, [words, moment, navigate]);
  const set = (part: ListSearch) => void navigate({ search: part, replace: true });
  const opened = courts.data?.find((c) => c.id === search.abierto);
  return (
    <ListPage title={words.courts} add={words.newCourt} onAdd={() => setAdding(true)}>
      {courts.isError && !courts.data ? (
        <ErrorState error={courts.error} onRetry={() => void courts.refetch()} />
      ) : (
        <DataTable
          name="courts"
          label={words.courts}
          columns={columns}
          rows={courts.data}
          rowKey={(c) => c.id}
          onOpen={(c) => set({ abierto: c.id })}
          empty={<EmptyState title={words.noCourts} hint={words.noCourtsHint} />}
          keys={{ next: words.next, previous: words.previous }}
        />
      )}
      <NewCourtDialog opened={adding} onClose={() => setAdding(false)} onMade={() => set({})} />
      {opened && <MailTemplateDialog key={opened.id} court={opened} onClose={() => set({})} />}
    </ListPage>
  );
}
