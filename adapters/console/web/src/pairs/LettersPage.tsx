import { Text } from '@mantine/core';
import { IconFiles } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useFreshLists } from '../api/useFreshLists';
import type { components } from '../api/intake';
import { keys } from '../api/keys';
import { pairs as en } from '../i18n/en/pairs';
import { pairs as es } from '../i18n/es/pairs';
import { useWords } from '../i18n/language';
import { useFormat } from '../i18n/useFormat';
import { type Column, DataTable } from '../ui/DataTable';
import { EmptyState } from '../ui/EmptyState';
import { ErrorState } from '../ui/ErrorState';
import { useKinds } from '../ui/kinds';
import { PageHeader } from '../ui/PageHeader';
import { Pages } from '../ui/Pages';
import { lettersQuery } from './pairs';
import { PairTabs } from './PairTabs';

type Letter = components['schemas']['FormLetter'];
const route = getRouteApi('/duplicados/formatos');

/** Letters that several people filed. */
export function LettersPage() {
  const words = useWords({ es, en });
  const { day, number } = useFormat();
  const kinds = useKinds();
  const navigate = useNavigate();
  const { pagina } = route.useSearch() as { pagina?: number };
  const list = useQuery(lettersQuery(pagina));
  useFreshLists(keys.letters);
  const columns = useMemo<Column<Letter>[]>(
    () => [
      { id: 'people', header: words.people, meta: { right: true, width: 100 }, cell: ({ row }) => number(row.original.people) },
      { id: 'documents', header: words.documents, meta: { right: true, width: 100 }, cell: ({ row }) => number(row.original.documents) },
      { id: 'kind', header: words.fields.kind, cell: ({ row }) => kinds.name(row.original.sample.document_type) },
      { id: 'defendant', header: words.defendant, cell: ({ row }) => row.original.sample.demandado || '—' },
      { id: 'sample', header: words.sample, cell: ({ row }) => row.original.sample.file_name },
      { id: 'first', header: words.first, cell: ({ row }) => day(row.original.first_at) },
      { id: 'last', header: words.last, cell: ({ row }) => day(row.original.last_at) },
    ],
    [words, number, kinds, day],
  );
  return (
    <>
      <PageHeader title={words.title} />
      <PairTabs shown="letters" />
      <div id="pair-list" role="tabpanel" aria-label={words.lettersTab} style={{ display: 'contents' }}>
        {list.isError ? (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        ) : (
          <DataTable
            name="letters"
            label={words.letters}
            columns={columns}
            rows={list.data?.data}
            rowKey={(l) => l.id}
            onOpen={(l) => void navigate({ to: '/duplicados/formatos/$id', params: { id: l.id } })}
            keys={{ next: words.next, previous: words.previous }}
            tools={
              list.data && (
                <Text size="sm" c="dimmed" role="status">
                  {words.letterCount(list.data.meta.total, number(list.data.meta.total))}
                </Text>
              )
            }
            empty={<EmptyState icon={<IconFiles aria-hidden />} title={words.noLetters} hint={words.noLettersHint} />}
          />
        )}
        <Pages meta={list.data?.meta} onPage={(p) => void navigate({ to: '/duplicados/formatos', search: { pagina: p } })} />
      </div>
    </>
  );
}
