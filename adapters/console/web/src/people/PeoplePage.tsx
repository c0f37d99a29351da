import { Text, TextInput } from '@mantine/core';
import { IconSearch, IconUserQuestion, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo, useRef } from 'react';
import { people as en } from '../i18n/en/people';
import { people as es } from '../i18n/es/people';
import { useWords } from '../i18n/language';
import { useFormat } from '../i18n/useFormat';
import { useKeys } from '../keys/KeyLayer';
import { Cedula } from '../ui/Copyable';
import { type Column, DataTable } from '../ui/DataTable';
import { EmptyState } from '../ui/EmptyState';
import { ErrorState } from '../ui/ErrorState';
import { PageHeader } from '../ui/PageHeader';
import { useTyped } from '../ui/useTyped';
import { type PeopleSearch, type Person, peopleQuery } from './people';
import { radicadoIn, saysEnough } from './typed';

const route = getRouteApi('/personas');

/** Finds who files, as one types. */
export function PeoplePage() {
  const words = useWords({ es, en });
  const { moment, number } = useFormat();
  const navigate = useNavigate();
  const { q = '' } = route.useSearch() as PeopleSearch;
  const field = useRef<HTMLInputElement>(null);
  const found = useQuery(peopleQuery(q));
  const find = (text: string | undefined) => void navigate({ to: '/personas', search: { q: text }, replace: true });
  const [typed, type] = useTyped(q, find, 250);
  useKeys([{ chord: '/', does: words.find, run: () => field.current?.focus() }]);
  const open = (p: Person) =>
    void navigate({ to: '/personas/escritos', search: p.cedula ? { cedula: p.cedula, nombre: p.name || undefined } : { nombre: p.name } });
  const columns = useMemo<Column<Person>[]>(
    () => [
      { id: 'name', header: words.name, cell: ({ row }) => row.original.name || words.unknownName },
      { id: 'cedula', header: words.cedula, cell: ({ row }) => (row.original.cedula ? <Cedula value={row.original.cedula} /> : '—') },
      { id: 'documents', header: words.documents, meta: { right: true, width: 110 }, cell: ({ row }) => number(row.original.documents) },
      { id: 'last', header: words.last, cell: ({ row }) => moment(row.original.last_at) },
    ],
    [words, number, moment],
  );
  const asked = saysEnough(q);
  return (
    <>
      <PageHeader title={words.title} />
      <form
        onSubmit={(e) => {
          e.preventDefault();
          const radicado = radicadoIn(typed);
          if (radicado) void navigate({ to: '/personas/caso', search: { radicado } });
          else if (typed.trim() !== q) find(typed.trim() || undefined);
          else document.querySelector<HTMLElement>('tr[data-row]')?.focus();
        }}
      >
        <TextInput
          ref={field}
          data-autofocus
          autoFocus={!q}
          maw={520}
          mb="sm"
          label={words.find}
          description={words.hint}
          maxLength={200}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={typed}
          onChange={(e) => type(e.currentTarget.value)}
        />
      </form>
      {!asked ? (
        <EmptyState icon={<IconUsers aria-hidden />} title={words.start} hint={words.startHint} />
      ) : found.isError ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <>
          <DataTable
            name="people"
            label={words.title}
            columns={columns}
            rows={found.data?.people}
            rowKey={(p) => p.cedula + p.name}
            onOpen={open}
            keys={{ next: words.next, previous: words.previous }}
            tools={
              found.data && (
                <Text size="sm" c="dimmed" role="status">
                  {words.count(found.data.people.length, number(found.data.people.length))}
                </Text>
              )
            }
            empty={<EmptyState icon={<IconUserQuestion aria-hidden />} title={words.nobody} hint={words.nobodyHint} />}
          />
          {found.data?.more && (
            <Text size="sm" c="dimmed" mt="xs">
              {words.more}
            </Text>
          )}
        </>
      )}
    </>
  );
}
