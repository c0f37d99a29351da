import { Text } from '@mantine/core';
import { useMemo } from 'react';
import { useFormat } from '../i18n/useFormat';
import { Radicado } from '../ui/Copyable';
import { type Column, DataTable } from '../ui/DataTable';
import { EmptyState } from '../ui/EmptyState';
import { ChannelName } from './ChannelName';
import { DueBadge } from './DueBadge';
import { type Notification, useRegisterWords, utc } from './register';
import { StateBadge } from './StateBadge';

export function NotificationTable({
  notifications,
  onOpen,
  label,
}: {
  notifications: Notification[] | undefined;
  onOpen: (id: string) => void;
  label: string;
}) {
  const words = useRegisterWords();
  const { moment } = useFormat();
  const columns = useMemo<Column<Notification>[]>(
    () => [
      { id: 'subject', header: words.subject, cell: ({ row }) => row.original.nombre_sujeto },
      { id: 'radicado', header: words.radicado, cell: ({ row }) => <Radicado value={row.original.radicado} /> },
      { id: 'channel', header: words.channel, cell: ({ row }) => <ChannelName channel={row.original.canal} /> },
      { id: 'state', header: words.state, cell: ({ row }) => <StateBadge state={row.original.estado} /> },
      { id: 'due', header: words.due, cell: ({ row }) => <DueBadge notification={row.original} /> },
      {
        id: 'created',
        header: words.created,
        cell: ({ row }) => (
          <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
            {moment(utc(row.original.fecha_creacion))}
          </Text>
        ),
      },
      { id: 'attempts', header: words.attempts, cell: ({ row }) => row.original.intentos, meta: { right: true } },
      {
        id: 'remark',
        header: words.remark,
        cell: ({ row }) => (
          <Text size="sm" lineClamp={1} maw={260} title={row.original.observacion}>
            {row.original.observacion}
          </Text>
        ),
        meta: { hidden: true },
      },
    ],
    [words, moment],
  );
  return (
    <DataTable
      name="notifications"
      label={label}
      columns={columns}
      rows={notifications}
      rowKey={(n) => n.id}
      onOpen={(n) => onOpen(n.id)}
      empty={<EmptyState title={words.nothing} hint={words.nothingHint} />}
      keys={{ next: words.next, previous: words.previous }}
    />
  );
}
