import { Button, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { keys } from '../api/keys';
import { inbox as en } from '../i18n/en/inbox';
import { inbox as es } from '../i18n/es/inbox';
import { useWords } from '../i18n/language';
import { useFormat } from '../i18n/useFormat';
import { isAdmin, useSession } from '../session/session';
import { type Column, DataTable } from '../ui/DataTable';
import { ErrorState } from '../ui/ErrorState';
import { useKinds } from '../ui/kinds';
import { AnchorLink } from '../ui/links';
import { needsPassword, PasswordRetry } from './PasswordRetry';
import { useProgressWords } from './progress';
import { cancelTask, retryTask } from './uploads';
import type { Task } from './views';

/** What was sent in: which file, how far it is, what went wrong, and trying again. */
export function SubmissionTable({ tasks, label, empty, tools }: { tasks: Task[] | undefined; label: string; empty: ReactNode; tools?: ReactNode }) {
  const words = useWords({ es, en });
  const { moment } = useFormat();
  const kinds = useKinds();
  const progress = useProgressWords();
  const queries = useQueryClient();
  const again = useMutation({
    mutationFn: (task_id: string) => retryTask(task_id),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.tasks }),
  });
  const { mutate } = again;
  const end = useMutation({ mutationFn: cancelTask, onSettled: () => queries.invalidateQueries({ queryKey: keys.tasks }) });
  const { mutate: cancel } = end;
  const mayCancel = isAdmin(useSession());
  const columns = useMemo<Column<Task>[]>(
    () => [
      { id: 'file', header: words.file, cell: ({ row }) => row.original.file_name },
      { id: 'kind', header: words.kind, cell: ({ row }) => kinds.name(row.original.document_type) },
      { id: 'sent', header: words.sent, cell: ({ row }) => <span style={{ whiteSpace: 'nowrap' }}>{moment(row.original.created_at)}</span> },
      {
        id: 'state',
        header: words.state,
        cell: ({ row }) => (
          <Text size="sm" c={row.original.status === 'failed' ? 'var(--cotejo-different)' : undefined}>
            {progress(row.original)}
          </Text>
        ),
      },
      {
        id: 'action',
        header: words.action,
        cell: ({ row: { original: task } }) =>
          task.status === 'failed' && needsPassword(task.error_code) ? (
            <PasswordRetry
              name={task.file_name}
              retry={(password) => retryTask(task.task_id, password).finally(() => void queries.invalidateQueries({ queryKey: keys.tasks }))}
            />
          ) : task.status === 'failed' ? (
            <Button size="compact-xs" variant="default" onClick={() => mutate(task.task_id)} aria-label={`${words.retry}: ${task.file_name}`}>
              {words.retry}
            </Button>
          ) : task.result ? (
            <AnchorLink to="/revisar/$id" params={{ id: task.result.id }} size="sm">
              {words.review}
            </AnchorLink>
          ) : task.status !== 'completed' && mayCancel ? (
            <Button size="compact-xs" variant="default" onClick={() => cancel(task.task_id)} aria-label={`${words.cancel}: ${task.file_name}`}>
              {words.cancel}
            </Button>
          ) : null,
      },
    ],
    [words, moment, kinds, progress, mutate, cancel, mayCancel, queries],
  );
  return (
    <>
      {again.isError && <ErrorState error={again.error} title={words.retry} />}
      {end.isError && <ErrorState error={end.error} title={words.cancel} />}
      <DataTable name="submissions" label={label} columns={columns} rows={tasks} rowKey={(t) => t.task_id} empty={empty} tools={tools} />
    </>
  );
}
