import { Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useFormat } from '../i18n/useFormat';
import { type Column, DataTable } from '../ui/DataTable';
import { ErrorState } from '../ui/ErrorState';
import { Pages } from '../ui/Pages';
import { AddRegisterUserDialog } from './AddRegisterUserDialog';
import { ListPage } from './ListPage';
import { pagesOf, type User, useRegisterWords, usersQuery, utc } from './register';
import { RegisterUserDialog } from './RegisterUserDialog';
import type { ListSearch } from './search';

const route = getRouteApi('/usuarios');

/** The users of the register, for administrators. */
export function RegisterUsersPage() {
  const words = useRegisterWords();
  const { moment } = useFormat();
  const search: ListSearch = route.useSearch();
  const navigate = route.useNavigate();
  const [adding, setAdding] = useState(false);
  const list = useQuery(usersQuery(search.pagina));
  const set = (part: ListSearch) => void navigate({ search: part, replace: true });
  const columns = useMemo<Column<User>[]>(
    () => [
      { id: 'email', header: words.email, cell: ({ row }) => row.original.email },
      { id: 'name', header: words.name, cell: ({ row }) => row.original.nombre },
      { id: 'role', header: words.role, cell: ({ row }) => words[row.original.rol] },
      { id: 'state', header: words.state, cell: ({ row }) => <UserState user={row.original} /> },
      { id: 'registered', header: words.registered, cell: ({ row }) => moment(utc(row.original.fecha_creacion)) },
    ],
    [words, moment],
  );
  const opened = list.data?.items.find((u) => u.id === search.abierto);
  return (
    <ListPage title={words.users} add={words.addUser} onAdd={() => setAdding(true)}>
      {list.isError && !list.data ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <DataTable
          name="register-users"
          label={words.users}
          columns={columns}
          rows={list.data?.items}
          rowKey={(u) => u.id}
          onOpen={(u) => set({ ...search, abierto: u.id })}
          keys={{ next: words.next, previous: words.previous }}
        />
      )}
      <Pages meta={pagesOf(list.data)} onPage={(pagina) => set({ pagina })} />
      <AddRegisterUserDialog opened={adding} onClose={() => setAdding(false)} />
      {opened && <RegisterUserDialog key={opened.id} user={opened} onClose={() => set({ ...search, abierto: undefined })} />}
    </ListPage>
  );
}

export function UserState({ user }: { user: User }) {
  const words = useRegisterWords();
  const { moment } = useFormat();
  if (!user.activo)
    return (
      <Badge variant="light" color="gray">
        {words.disabled}
      </Badge>
    );
  if (user.bloqueado_hasta)
    return (
      <Badge variant="light" color="orange">
        {words.blocked(moment(utc(user.bloqueado_hasta)))}
      </Badge>
    );
  return (
    <Badge variant="light" color="teal">
      {words.active}
    </Badge>
  );
}
