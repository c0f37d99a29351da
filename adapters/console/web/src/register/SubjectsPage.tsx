import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { ui as uiEn } from '../i18n/en/ui';
import { ui as uiEs } from '../i18n/es/ui';
import { useWords } from '../i18n/language';
import { useFormat } from '../i18n/useFormat';
import { Cedula } from '../ui/Copyable';
import { type Column, DataTable } from '../ui/DataTable';
import { EmptyState } from '../ui/EmptyState';
import { ErrorState } from '../ui/ErrorState';
import { Pages } from '../ui/Pages';
import { ListPage } from './ListPage';
import { NewSubjectDialog } from './NewSubjectDialog';
import { pagesOf, type parts, type Subject, subjectsQuery, useRegisterWords } from './register';
import type { ListSearch } from './search';
import { SubjectDialog } from './SubjectDialog';

const route = getRouteApi('/sujetos');

export function SubjectsPage() {
  const words = useRegisterWords();
  const ui = useWords({ es: uiEs, en: uiEn });
  const { number } = useFormat();
  const search: ListSearch = route.useSearch();
  const navigate = route.useNavigate();
  const [adding, setAdding] = useState(false);
  const list = useQuery(subjectsQuery({ q: search.q, page: search.pagina }));
  const set = (part: ListSearch) => void navigate({ search: part, replace: true });
  const columns = useMemo<Column<Subject>[]>(
    () => [
      { id: 'name', header: words.name, cell: ({ row }) => row.original.nombre },
      { id: 'part', header: words.part, cell: ({ row }) => (row.original.tipo ? words[row.original.tipo as (typeof parts)[number]] : '—') },
      { id: 'document', header: words.documentNumber, cell: ({ row }) => <Document subject={row.original} /> },
      { id: 'email', header: words.email, cell: ({ row }) => row.original.correo ?? '—' },
      { id: 'phone', header: words.phone, cell: ({ row }) => row.original.telefono ?? '—' },
      { id: 'address', header: words.address, cell: ({ row }) => row.original.direccion ?? '—', meta: { hidden: true } },
    ],
    [words],
  );
  return (
    <ListPage
      title={words.subjects}
      note={list.data && ui.results(list.data.total, number(list.data.total))}
      add={words.newSubject}
      onAdd={() => setAdding(true)}
      search={{ label: words.searchSubjects, value: search.q, onChange: (q) => set({ q }) }}
    >
      {list.isError && !list.data ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <DataTable
          name="subjects"
          label={words.subjects}
          columns={columns}
          rows={list.data?.items}
          rowKey={(s) => s.id}
          onOpen={(s) => set({ ...search, abierto: s.id })}
          empty={search.q ? <EmptyState title={words.noMatch} /> : <EmptyState title={words.noSubjects} hint={words.noSubjectsHint} />}
          keys={{ next: words.next, previous: words.previous }}
        />
      )}
      <Pages meta={pagesOf(list.data)} onPage={(pagina) => set({ q: search.q, pagina })} />
      <NewSubjectDialog opened={adding} onClose={() => setAdding(false)} onMade={(id) => set({ ...search, abierto: id })} />
      {search.abierto && <SubjectDialog key={search.abierto} id={search.abierto} onClose={() => set({ ...search, abierto: undefined })} />}
    </ListPage>
  );
}

function Document({ subject: s }: { subject: Subject }) {
  if (!s.numero_documento) return <>—</>;
  return (
    <>
      {s.tipo_documento} <Cedula value={s.numero_documento} />
    </>
  );
}
