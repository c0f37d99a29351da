import { Alert, Badge, CloseButton } from '@mantine/core';
import { IconMailCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { useFormat } from '../i18n/useFormat';
import { Clamped } from '../ui/Clamped';
import { CountTabs } from '../ui/CountTabs';
import { type Column, DataTable } from '../ui/DataTable';
import { EmptyState } from '../ui/EmptyState';
import { ErrorState } from '../ui/ErrorState';
import { PageHeader } from '../ui/PageHeader';
import { Pages } from '../ui/Pages';
import { KindBadge } from './KindBadge';
import { ReceiptDialog } from './ReceiptDialog';
import classes from './ReceiptsPage.module.css';
import { mailboxesQuery, type Receipt, type ReceiptSearch, receiptsQuery, useReceiptWords, type View, views, waitingQuery } from './receipts';
import { pagesOf, useRegisterWords, utc } from './register';

const route = getRouteApi('/recibos');

/** What came back for e-mails: first what waits for a person to say of which notification it is. */
export function ReceiptsPage() {
  const words = useReceiptWords();
  const register = useRegisterWords();
  const search: ReceiptSearch = route.useSearch();
  const navigate = route.useNavigate();
  const view = search.vista ?? 'asignar';
  const list = useQuery(receiptsQuery(search));
  const set = (next: ReceiptSearch, replace = true) => void navigate({ search: next, replace });
  const isPastEnd = list.data && !list.isPlaceholderData && list.data.items.length === 0 && list.data.total > 0;
  useEffect(() => {
    if (isPastEnd) set({ ...search, pagina: undefined }); // the last one of the page was decided
  });
  return (
    <>
      <PageHeader title={view === 'asignar' ? `${words.title} ${words.view.asignar.toLowerCase()}` : words.title} note={<Mailboxes />} />
      <MailboxFailures />
      <ViewTabs view={view} onView={(v) => set({ vista: v === 'asignar' ? undefined : v })} />
      {search.notificacion && (
        <Badge
          variant="light"
          size="lg"
          mb="xs"
          rightSection={<CloseButton size="xs" aria-label={register.clear} onClick={() => set({ vista: search.vista })} />}
        >
          {words.ofOne}
        </Badge>
      )}
      <div id="receipt-list" role="tabpanel" aria-label={words.view[view]} style={{ display: 'contents' }}>
        {list.isError && !list.data ? (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        ) : (
          <ReceiptTable
            receipts={isPastEnd ? undefined : list.data?.items}
            view={view}
            current={search.recibo}
            onOpen={(recibo) => set({ ...search, recibo }, false)}
          />
        )}
        <Pages meta={pagesOf(list.data)} onPage={(pagina) => set({ ...search, pagina })} />
      </div>
      {search.recibo && <ReceiptDialog key={search.recibo} id={search.recibo} onClose={() => set({ ...search, recibo: undefined })} />}
    </>
  );
}

/** When the mailboxes were read. */
function Mailboxes() {
  const words = useReceiptWords();
  const { datesIn } = useFormat();
  const read = useQuery(mailboxesQuery).data?.filter((m) => m.status === 'ok' && /\d/.test(m.detail ?? '')); // else it says that this server has not read it
  return read?.map((m) => <div key={m.name}>{words.mailbox(datesIn(m.detail!))}</div>);
}

function MailboxFailures() {
  const words = useReceiptWords();
  const { datesIn } = useFormat();
  const failing = useQuery(mailboxesQuery).data?.filter((m) => m.status !== 'ok');
  return failing?.map((m) => (
    <Alert key={m.name} variant="light" color="yellow" title={words.mailboxFails} mb="sm">
      {m.detail && datesIn(m.detail)}
    </Alert>
  ));
}

function ViewTabs({ view, onView }: { view: View; onView: (v: View) => void }) {
  const words = useReceiptWords();
  const waiting = useQuery(waitingQuery).data;
  const tabs = (Object.keys(views) as View[]).map((v) => ({ view: v, name: words.view[v], count: v === 'asignar' ? waiting : undefined }));
  return <CountTabs tabs={tabs} label={words.views} panel="receipt-list" view={view} onView={onView} />;
}

function ReceiptTable({ receipts, view, current, onOpen }: { receipts: Receipt[] | undefined; view: View; current?: string; onOpen: (id: string) => void }) {
  const words = useReceiptWords();
  const register = useRegisterWords();
  const { moment } = useFormat();
  const mailboxes = useQuery(mailboxesQuery).data;
  const columns = useMemo<Column<Receipt>[]>(
    () => [
      { id: 'arrived', header: words.arrived, cell: ({ row }) => <span className={classes.unbroken}>{moment(utc(row.original.fecha_llegada))}</span> },
      { id: 'kind', header: words.says, cell: ({ row }) => <KindBadge kind={row.original.tipo} /> },
      { id: 'sender', header: words.sender, cell: ({ row }) => <Clamped text={row.original.remitente} lines={2} className={classes.sender} /> },
      {
        id: 'subject',
        header: words.subject,
        cell: ({ row }) => <Clamped text={row.original.asunto || words.noSubject} lines={2} className={classes.subject} />,
      },
      ...(view === 'todos'
        ? [{ id: 'effect', header: words.outcome, cell: ({ row }: { row: { original: Receipt } }) => words.effect[row.original.efecto] }]
        : []),
      { id: 'note', header: view === 'asignar' ? words.why : words.note, cell: ({ row }) => row.original.nota ?? '—', meta: { hidden: view === 'todos' } },
      { id: 'recipient', header: words.recipient, cell: ({ row }) => row.original.destinatario ?? '—', meta: { hidden: true } },
    ],
    [words, moment, view],
  );
  const hint = mailboxes?.length === 0 ? words.noMailbox : words.nothingWaitsHint;
  return (
    <DataTable
      key={view}
      name={`receipts-${view}`}
      label={words.view[view]}
      columns={columns}
      rows={receipts}
      rowKey={(r) => r.id}
      current={current}
      onOpen={(r) => onOpen(r.id)}
      empty={
        view === 'asignar' ? <EmptyState icon={<IconMailCheck aria-hidden />} title={words.nothingWaits} hint={hint} /> : <EmptyState title={words.none} />
      }
      keys={{ next: register.next, previous: register.previous }}
    />
  );
}
