import { Badge, Button, Group } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { users as en } from '../i18n/en/users';
import { users as es } from '../i18n/es/users';
import { useWords } from '../i18n/language';
import { useKeys } from '../keys/KeyLayer';
import { useUsername } from '../session/session';
import { type Column, DataTable } from '../ui/DataTable';
import { ErrorState } from '../ui/ErrorState';
import { PageHeader } from '../ui/PageHeader';
import { AddUserDialog } from './AddUserDialog';
import { type User, usersQuery } from './users';
import { UserDialog } from './UserDialog';

export function UsersPage() {
  const words = useWords({ es, en });
  const me = useUsername();
  const users = useQuery(usersQuery);
  const [open, setOpen] = useState<string>();
  const [adding, setAdding] = useState(false);
  const columns = useMemo<Column<User>[]>(
    () => [
      { id: 'username', header: words.username, cell: ({ row }) => <NameCell user={row.original} me={me} yourself={words.yourself} /> },
      { id: 'name', header: words.name, cell: ({ row }) => row.original.name || '—' },
      { id: 'email', header: words.email, cell: ({ row }) => row.original.email || '—' },
      { id: 'role', header: words.role, cell: ({ row }) => words[row.original.role] },
      {
        id: 'state',
        header: words.state,
        cell: ({ row }) => (
          <Badge variant="light" color={row.original.disabled ? 'gray' : 'teal'}>
            {row.original.disabled ? words.disabled : words.active}
          </Badge>
        ),
      },
    ],
    [words, me],
  );
  useKeys([{ chord: 'a', does: words.add, run: () => setAdding(true) }]);
  const opened = users.data?.find((u) => u.username === open);
  return (
    <>
      <PageHeader title={words.title}>
        <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => setAdding(true)}>
          {words.add}
        </Button>
      </PageHeader>
      {users.isError ? (
        <ErrorState error={users.error} onRetry={() => void users.refetch()} />
      ) : (
        <DataTable
          name="users"
          label={words.title}
          columns={columns}
          rows={users.data}
          rowKey={(u) => u.username}
          onOpen={(u) => setOpen(u.username)}
          keys={{ next: words.next, previous: words.previous }}
        />
      )}
      <AddUserDialog opened={adding} onClose={() => setAdding(false)} />
      {opened && <UserDialog key={opened.username} user={opened} onClose={() => setOpen(undefined)} />}
    </>
  );
}

function NameCell({ user, me, yourself }: { user: User; me: string; yourself: string }) {
  return (
    <Group gap="xs" wrap="nowrap">
      {user.username}
      {user.username === me && (
        <Badge variant="light" size="sm">
          {yourself}
        </Badge>
      )}
    </Group>
  );
}
