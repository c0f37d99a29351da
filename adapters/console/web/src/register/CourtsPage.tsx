import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useFormat } from '../i18n/useFormat';
import { type Column, DataTable } from '../ui/DataTable';
import { EmptyState } from '../ui/EmptyState';
import { ErrorState } from '../ui/ErrorState';
import { ListPage } from './ListPage';
import { NewCourtDialog } from './NewCourtDialog';
import { type Court, courtsQuery, useRegisterWords, utc } from './register';

export function CourtsPage() {
  const words = useRegisterWords();
  const { moment } = useFormat();
  const navigate = useNavigate();
  const [adding, setAdding] = useState(false);
  const courts = useQuery(courtsQuery);
  const columns = useMemo<Column<Court>[]>(
    () => [
      { id: 'name', header: words.name, cell: ({ row }) => row.original.nombre },
      { id: 'registered', header: words.registered, cell: ({ row }) => `${moment(utc(row.original.fecha_creacion))} ${words.by(row.original.creado_por)}` },
    ],
    [words, moment],
  );
  return (
    <ListPage title={words.courts} add={words.newCourt} onAdd={() => setAdding(true)}>
      {courts.isError && !courts.data ? (
        <ErrorState error={courts.error} onRetry={() => void courts.refetch()} />
      ) : (
        <DataTable name="courts" label={words.courts} columns={columns} rows={courts.data} rowKey={(c) => c.id} empty={<EmptyState title={words.noCourts} hint={words.noCourtsHint} />} />
      )}
      <NewCourtDialog opened={adding} onClose={() => setAdding(false)} onMade={() => void navigate({ to: '/juzgados' })} />
    </ListPage>
  );
}
