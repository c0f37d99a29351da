import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { useDisclosure, useLocalStorage } from '@mantine/hooks';
import { IconFileUpload, IconForms, IconInbox, IconMoodSmile } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useCallback, useRef, useState } from 'react';
import { keys } from '../api/keys';
import { useFreshLists } from '../api/useFreshLists';
import { inbox as en } from '../i18n/en/inbox';
import { inbox as es } from '../i18n/es/inbox';
import { useWords } from '../i18n/language';
import { useFormat } from '../i18n/useFormat';
import { useKeys } from '../keys/KeyLayer';
import { EmptyState } from '../ui/EmptyState';
import { ErrorState } from '../ui/ErrorState';
import { useKinds } from '../ui/kinds';
import { PageHeader } from '../ui/PageHeader';
import { Pages } from '../ui/Pages';
import { Bin } from './Bin';
import { BulkBar } from './BulkBar';
import { DocumentTable } from './DocumentTable';
import { DropAnywhere } from './DropAnywhere';
import { isDocumentView, isFiltered } from './filters';
import { InboxFilters } from './InboxFilters';
import { ManualDialog } from './ManualDialog';
import { RetryAll } from './RetryAll';
import { mayRetry } from './retry';
import { SubmissionTable } from './SubmissionTable';
import { UploadPanel } from './UploadPanel';
import { addFiles } from './uploads';
import { ViewTabs } from './ViewTabs';
import { binView, documentsQuery, type InboxSearch, type Summary, tasksQuery, type View } from './views';

const accepted = '.pdf,.docx,.eml,.msg,.zip,.jpg,.jpeg,.png,.tif,.tiff';

/** What files arrive as unless somebody says what they are: what their text shows. */
const auto = 'auto';

const route = getRouteApi('/bandeja');

export function InboxPage() {
  const words = useWords({ es, en });
  const search: InboxSearch = route.useSearch();
  const navigate = useNavigate();
  const view = search.vista ?? 'revisar';
  useFreshLists(keys.documents, keys.tasks, keys.bin);
  const change = (part: Partial<InboxSearch>) => void navigate({ to: '/bandeja', search: { ...search, pagina: undefined, ...part }, replace: true });
  return (
    <>
      <PageHeader title={words.title}>
        <AddFiles />
      </PageHeader>
      <UploadPanel />
      <ViewTabs view={view} onView={(v) => change({ vista: v === 'revisar' ? undefined : v })} />
      <div id="inbox-list" role="tabpanel" aria-label={words.view[view]} style={{ display: 'contents' }}>
        {view === binView ? (
          <Bin page={search.pagina} onPage={(pagina) => change({ pagina })} />
        ) : isDocumentView(view) ? (
          <Documents key={view} view={view} search={search} onChange={change} />
        ) : (
          <Submissions view={view} search={search} onChange={change} />
        )}
      </div>
    </>
  );
}

type ListProps = { view: View; search: InboxSearch; onChange: (part: Partial<InboxSearch>) => void };

function Documents({ view, search, onChange }: ListProps) {
  const words = useWords({ es, en });
  const { number } = useFormat();
  const navigate = useNavigate();
  const documents = useQuery(documentsQuery(search));
  const [chosen, choose] = useState<Summary[]>([]);
  if (documents.isError) return <ErrorState error={documents.error} onRetry={() => void documents.refetch()} />;
  return (
    <>
      <DocumentTable
        documents={documents.data ? (documents.data.data ?? []) : undefined}
        label={words.view[view]}
        chosen={chosen}
        onChoose={choose}
        tools={
          <Group gap="sm">
            <InboxFilters search={search} onChange={onChange} />
            {documents.data && (
              <Text size="sm" c="dimmed" role="status">
                {words.documents(documents.data.meta.total, number(documents.data.meta.total))}
              </Text>
            )}
          </Group>
        }
        empty={
          isFiltered(search) ? (
            <EmptyState icon={<IconInbox aria-hidden />} title={words.noneFiltered} hint={words.noneFilteredHint} />
          ) : (
            <EmptyState icon={<IconMoodSmile aria-hidden />} title={words.none[view]} hint={words.noneHint[view]} />
          )
        }
        onOpen={(d) => void navigate({ to: '/revisar/$id', params: { id: d.id }, search })}
      />
      <BulkBar chosen={chosen} onChoose={choose} />
      <Pages meta={documents.data?.meta} onPage={(pagina) => onChange({ pagina })} />
    </>
  );
}

function Submissions({ view, search, onChange }: ListProps) {
  const words = useWords({ es, en });
  const tasks = useQuery(tasksQuery(search));
  if (tasks.isError) return <ErrorState error={tasks.error} onRetry={() => void tasks.refetch()} />;
  return (
    <>
      <SubmissionTable
        tasks={tasks.data ? (tasks.data.data ?? []) : undefined}
        label={words.view[view]}
        tools={view === 'fallidos' && tasks.data?.data?.some(mayRetry) && <RetryAll />}
        empty={<EmptyState icon={<IconMoodSmile aria-hidden />} title={words.none[view]} hint={words.noneHint[view]} />}
      />
      <Pages meta={tasks.data?.meta} onPage={(pagina) => onChange({ pagina })} />
    </>
  );
}

/** The button and the whole page take files; beside it, what they arrive as, and the form for a document without one. */
function AddFiles() {
  const words = useWords({ es, en });
  const kinds = useKinds();
  const input = useRef<HTMLInputElement>(null);
  const [kind, setKind] = useLocalStorage({ key: 'cotejo-kind', defaultValue: auto, getInitialValueInEffect: false });
  const take = useCallback((files: Iterable<File>) => addFiles(files, kind), [kind]);
  const [manual, dialog] = useDisclosure();
  useKeys([
    { chord: 'n', does: words.add, run: () => input.current?.click() },
    { chord: 'm', does: words.manual, run: dialog.open },
  ]);
  return (
    <Group gap="xs">
      <Text size="xs" c="dimmed" maw={{ base: 300, xl: 480 }} visibleFrom="lg">
        {words.together}
      </Text>
      <NativeSelect
        aria-label={words.arriveAs}
        value={kind}
        onChange={(e) => setKind(e.currentTarget.value)}
        data={[{ value: auto, label: kinds.name(auto) }, ...kinds.choices]}
      />
      <Button title={words.together} leftSection={<IconFileUpload size={18} aria-hidden />} onClick={() => input.current?.click()}>
        {words.add}
      </Button>
      <Button variant="default" leftSection={<IconForms size={18} aria-hidden />} onClick={dialog.open}>
        {words.manual}
      </Button>
      <ManualDialog opened={manual} onClose={dialog.close} kind={kind === auto ? 'tutela' : kind} />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={accepted}
        aria-label={words.add}
        onChange={(e) => {
          take(e.currentTarget.files ?? []);
          e.currentTarget.value = '';
        }}
      />
      <DropAnywhere text={words.drop(kinds.name(kind))} onFiles={take} />
    </Group>
  );
}
