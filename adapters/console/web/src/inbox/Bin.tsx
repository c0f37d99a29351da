import { Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { keys } from '../api/keys';
import { bin as en } from '../i18n/en/bin';
import { inbox as inboxEn } from '../i18n/en/inbox';
import { bin as es } from '../i18n/es/bin';
import { inbox as inboxEs } from '../i18n/es/inbox';
import { useWords } from '../i18n/language';
import { useFormat } from '../i18n/useFormat';
import { Clamped } from '../ui/Clamped';
import { type Column, DataTable } from '../ui/DataTable';
import { Dialog } from '../ui/Dialog';
import { EmptyState } from '../ui/EmptyState';
import { ErrorState } from '../ui/ErrorState';
import { Pages } from '../ui/Pages';
import { binQuery, type Binned, eraseDocument, restoreDocument } from './binned';
import classes from './DocumentTable.module.css';

/** The deleted documents, for administrators: each can be restored, or removed for good. */
export function Bin({ page, onPage }: { page: number | undefined; onPage: (page: number) => void }) {
  const words = useWords({ es, en });
  const inbox = useWords({ es: inboxEs, en: inboxEn });
  const { moment, day } = useFormat();
  const queries = useQueryClient();
  const binned = useQuery(binQuery(page));
  const [erased, ask] = useState<Binned>();
  const restoring = useMutation({
    mutationFn: (d: Binned) => restoreDocument(d.id),
    onSuccess: (_, d) => notifications.show({ message: words.restored(d.file_name) }),
    // Also where it failed: somebody else may have restored it.
    onSettled: () => void queries.invalidateQueries(),
  });
  const { mutate: restore, isPending } = restoring;
  const columns = useMemo<Column<Binned>[]>(
    () => [
      { id: 'plaintiff', header: inbox.plaintiff, cell: ({ row }) => <Clamped text={row.original.demandante} className={classes.party} /> },
      { id: 'defendant', header: inbox.defendant, cell: ({ row }) => <Clamped text={row.original.demandado} className={classes.party} /> },
      { id: 'file', header: inbox.file, cell: ({ row }) => <Clamped text={row.original.file_name} className={classes.file} /> },
      { id: 'by', header: words.deletedBy, cell: ({ row }) => row.original.deleted_by },
      { id: 'at', header: words.deletedAt, cell: ({ row }) => <span className={classes.unbroken}>{moment(row.original.deleted_at)}</span> },
      {
        id: 'until',
        header: words.keptUntil,
        cell: ({ row }) => <span className={classes.unbroken}>{row.original.kept_until ? day(row.original.kept_until) : words.divided}</span>,
      },
      {
        id: 'action',
        header: inbox.action,
        cell: ({ row: { original: d } }) => (
          <Group gap="xs" wrap="nowrap">
            <Button size="compact-xs" variant="default" disabled={isPending} onClick={() => restore(d)} aria-label={words.restoreOne(d.file_name)}>
              {words.restore}
            </Button>
            <Button size="compact-xs" variant="subtle" color="red" disabled={isPending} onClick={() => ask(d)} aria-label={words.eraseOne(d.file_name)}>
              {words.erase}
            </Button>
          </Group>
        ),
      },
    ],
    [inbox, words, moment, day, isPending, restore],
  );
  if (binned.isError) return <ErrorState error={binned.error} onRetry={() => void binned.refetch()} />;
  return (
    <>
      {restoring.isError && <ErrorState error={restoring.error} title={words.notRestored} />}
      <DataTable
        name="bin"
        label={inbox.view.papelera}
        columns={columns}
        rows={binned.data ? (binned.data.data ?? []) : undefined}
        rowKey={(d) => d.id}
        empty={<EmptyState icon={<IconTrash aria-hidden />} title={inbox.none.papelera} hint={inbox.noneHint.papelera} />}
      />
      <Pages meta={binned.data?.meta} onPage={onPage} />
      {erased && <EraseDialog document={erased} onClose={() => ask(undefined)} />}
    </>
  );
}

/** Asks before a document is removed for good. */
function EraseDialog({ document: d, onClose }: { document: Binned; onClose: () => void }) {
  const words = useWords({ es, en });
  const queries = useQueryClient();
  const erasing = useMutation({
    mutationFn: () => eraseDocument(d.id),
    onSuccess: () => {
      notifications.show({ message: words.erased(d.file_name) });
      onClose();
    },
    onSettled: () => void queries.invalidateQueries({ queryKey: keys.bin }),
  });
  return (
    <Dialog opened onClose={onClose} title={words.erase}>
      <Stack gap="sm">
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {d.file_name}
        </Text>
        <Text size="sm">{words.eraseHint}</Text>
        {erasing.isError && <ErrorState error={erasing.error} title={words.notErased} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} data-autofocus>
            {words.cancel}
          </Button>
          <Button color="red" onClick={() => erasing.mutate()} loading={erasing.isPending}>
            {words.erase}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
