import { ActionIcon, Alert, Badge, Button, Group, Kbd, Text, Title, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArrowLeft, IconChevronLeft, IconChevronRight, IconDownload, IconHistory, IconScissors, IconTrash, IconUser } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type ChangeEvent, listen } from '../api/events';
import { Problem } from '../api/problem';
import { documentQuery, type Versioned } from '../api/document';
import { keys } from '../api/keys';
import { bulk as bulkEn } from '../i18n/en/bulk';
import { division as divisionEn } from '../i18n/en/division';
import { review as en } from '../i18n/en/review';
import { bulk as bulkEs } from '../i18n/es/bulk';
import { division as divisionEs } from '../i18n/es/division';
import { review as es } from '../i18n/es/review';
import { useWords } from '../i18n/language';
import { useFormat } from '../i18n/useFormat';
import { useReopen } from '../inbox/useReopen';
import { useKeys } from '../keys/KeyLayer';
import { personSearch } from '../people/people';
import { isAdmin, useSession } from '../session/session';
import { ErrorState } from '../ui/ErrorState';
import { ActionIconLink } from '../ui/links';
import { targetOf } from '../ui/origin';
import type { ReviewSearch } from './address';
import { approve, historyQuery, originalFile, pageImage } from './document';
import { DeleteDialog } from './DeleteDialog';
import { Arrival } from './Arrival';
import { Assignee } from './Assignee';
import { DuplicateCards } from './DuplicateCard';
import { DuplicateQuestion } from './DuplicateQuestion';
import { ExtractedList } from './ExtractedList';
import { FieldList } from './FieldList';
import { correctionsOf, type FieldName, fieldsOf, nextDoubtful } from './fields';
import { Filings, PartOf } from './Division';
import { HistoryDialog } from './HistoryDialog';
import { OtherPapers } from './OtherPapers';
import { PageViewer } from './PageViewer';
import classes from './Review.module.css';
import { SplitDialog } from './SplitDialog';
import { TextViewer } from './TextViewer';
import { useNeighbours } from './useNeighbours';
import { useWork } from './useWork';

/** A document beside its fields, until it is approved. */
export function Review({ versioned, search }: { versioned: Versioned; search: ReviewSearch }) {
  const { document: d, etag } = versioned;
  const words = useWords({ es, en });
  const { moment } = useFormat();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { work, edit, restore, accept, drop, keptAt } = useWork(d);
  const fields = fieldsOf(d, work);
  const [first] = useState(() => nextDoubtful(fields, undefined) ?? 'demandante');
  const [active, setActive] = useState<FieldName | undefined>(first);
  const [explained, setExplained] = useState<FieldName>();
  const [page, setPage] = useState(1);
  const list = useRef<HTMLDivElement>(null);
  const { reopen, offer } = useReopen();
  const { next, previous, position, total } = useNeighbours(d.id, search);
  const doubtful = fields.filter((f) => f.state === 'doubtful' || f.conflict).length;

  const focusField = useCallback((name: FieldName | undefined) => {
    const input = name && list.current?.querySelector<HTMLElement>(`[data-field="${name}"]`);
    if (!input) return;
    input.focus();
    if (input instanceof HTMLInputElement) input.select();
  }, []);
  // The first doubtful field has the focus when the document opens.
  useEffect(() => focusField(first), [first, focusField]);

  const focused = useCallback(
    (name: FieldName) => {
      setActive(name);
      const where = d.entities.find((e) => e.field === name && e.page > 0);
      if (where) setPage(where.page);
    },
    [d.entities],
  );

  useNews(d.id);
  const nextID = next?.id;
  useEffect(() => {
    // What comes next is there when it is asked for.
    if (!nextID) return;
    void queries.prefetchQuery(documentQuery(nextID));
    new Image().src = pageImage(nextID, 1, 120, false);
  }, [nextID, queries]);

  const go = (to: typeof next) => to && void navigate({ to: '/revisar/$id', params: { id: to.id }, search: to.search });
  const origin = search.de ? targetOf(search.de) : { to: '/bandeja', search };
  const backLabel = search.de ? words.backToOrigin : words.back;
  const back = () => void navigate(origin);
  const leave = () => {
    drop();
    back();
  };
  const approval = useMutation({
    mutationFn: () => approve(d.id, etag, correctionsOf(fields)),
    onSuccess: (approved) => {
      drop();
      void queries.invalidateQueries({ queryKey: keys.document(d.id), exact: true });
      void queries.invalidateQueries({ queryKey: keys.documents, refetchType: 'none' });
      offer(
        words.approvedDocument(d.file_name || d.demandante),
        [{ id: d.id, if_match: approved.etag }],
        () => void navigate({ to: '/revisar/$id', params: { id: d.id }, search }),
      );
      if (next) go(next);
      else back();
    },
    onError: (error) => {
      if (error instanceof Problem && error.status === 412) void queries.invalidateQueries({ queryKey: keys.document(d.id) });
    },
  });
  // What somebody else stored is not overwritten before the clerk has looked at it.
  const conflict = fields.find((f) => f.conflict);
  const [asked, question] = useDisclosure();
  const [answered, setAnswered] = useState(false);
  const asks = d.duplicate_state === 'open' && !answered;
  const doApprove = () => {
    if (conflict) focusField(conflict.name);
    else if (asks) question.open();
    else if (!approval.isPending) approval.mutate();
  };
  const toDoubtful = (step: 1 | -1) => focusField(nextDoubtful(fields, active, step));

  useKeys([
    { chord: 'Ctrl+Enter', does: words.approveAndGo, run: doApprove, inFields: true },
    { chord: 'Enter', does: words.acceptField, run: () => focusField(active) },
    { chord: 'Escape', does: words.restoreField, run: () => (document.activeElement as HTMLElement | null)?.blur() },
    { chord: 'Alt+ArrowDown', does: words.nextDoubtful, run: () => toDoubtful(1), inFields: true },
    { chord: 'Alt+ArrowUp', does: words.previousDoubtful, run: () => toDoubtful(-1), inFields: true },
    { chord: 'Alt+q', does: words.why, run: () => setExplained(explained === active ? undefined : active), inFields: true },
    { chord: 'Alt+PageDown', does: words.nextDocument, run: () => go(next), inFields: true },
    { chord: 'Alt+PageUp', does: words.previousDocument, run: () => go(previous), inFields: true },
    { chord: 'j', does: words.nextDocument, run: () => go(next) },
    { chord: 'k', does: words.previousDocument, run: () => go(previous) },
    { chord: 'c', does: words.compare, run: () => list.current?.closest('section')?.querySelector<HTMLElement>('[data-compare]')?.click() },
  ]);

  const actions = {
    edit,
    accept,
    restore,
    focus: focused,
    explain: setExplained,
    acceptAndGo: (name: FieldName) => {
      accept(name);
      // Of the fields as they will be; the last one leaves the focus where approving is one key away.
      const rest = fields.filter((f) => f.name !== name || f.conflict === true);
      const at = fields.findIndex((f) => f.name === name);
      const following = [...fields.slice(at + 1), ...fields.slice(0, at)].find((f) => rest.includes(f) && (f.state === 'doubtful' || f.conflict));
      if (following) focusField(following.name);
      else list.current?.closest('section')?.querySelector<HTMLElement>('[data-approve]')?.focus();
    },
  };
  const seen = d.original_available && d.pages > 0;
  return (
    <>
      <div className={classes.head}>
        <Tooltip label={backLabel}>
          <ActionIconLink {...origin} variant="subtle" color="gray" aria-label={backLabel}>
            <IconArrowLeft size={18} aria-hidden />
          </ActionIconLink>
        </Tooltip>
        <DocumentTitle name={d.file_name || d.demandante} />
        {d.status === 'validated' && (
          <Approved
            by={words.approvedBy(d.validated_by ?? '', d.validated_at ? moment(d.validated_at) : '')}
            onUndo={() => reopen([{ id: d.id, if_match: etag }])}
          />
        )}
        <Group gap={4} ml="auto" wrap="nowrap">
          <Assignee document={d} />
          <Papers versioned={versioned} onGone={leave} />
          {position && total && <Text size="sm">{words.position(position, total)}</Text>}
          <Step label={words.previousDocument} disabled={!previous} onClick={() => go(previous)} icon={<IconChevronLeft size={16} aria-hidden />} />
          <Step label={words.nextDocument} disabled={!next} onClick={() => go(next)} icon={<IconChevronRight size={16} aria-hidden />} />
        </Group>
      </div>
      <div className={classes.columns}>
        {seen ? (
          <PageViewer
            document={d}
            fields={fields}
            active={active}
            page={page}
            onPage={setPage}
            onField={focusField}
            onText={(text) => active && active !== 'document_type' && edit(active, text)}
          />
        ) : (
          <TextViewer document={d} fields={fields} active={active} />
        )}
        <section className={classes.panel} aria-label={words.data}>
          <div className={classes.fields}>
            {keptAt && Object.keys(work.edits).length > 0 && (
              <Alert variant="light" p="xs" m="xs" title={words.draftOf(moment(keptAt))} withCloseButton={false}>
                <Button size="compact-xs" variant="default" onClick={drop}>
                  {words.dropDraft}
                </Button>
              </Alert>
            )}
            {d.duplicate_state !== 'none' && <DuplicateCards document={d} />}
            <Arrival document={d} />
            <PartOf document={d} />
            <Filings versioned={versioned} onPage={setPage} onDone={leave} />
            <OtherPapers document={d} />
            {d.warnings.map((w) => (
              <Alert key={w} variant="light" color="yellow" p="xs" m="xs">
                {w}
              </Alert>
            ))}
            <FieldList ref={list} document={d} fields={fields} active={active} explained={explained} actions={actions} />
            <ExtractedList document={d} onPage={setPage} />
          </div>
          <div className={classes.foot}>
            {conflict && <OthersChange id={d.id} />}
            {approval.isError && !conflict && (
              <ErrorState
                error={approval.error}
                title={approval.error instanceof Problem && approval.error.status === 412 ? words.changedMeanwhile : words.notApproved}
              />
            )}
            <Group justify="space-between" wrap="nowrap" mt={approval.isError || conflict ? 'xs' : 0}>
              <Text size="xs" c={doubtful ? 'var(--cotejo-partly)' : 'dimmed'} role="status">
                {words.doubts(doubtful)}
              </Text>
              <Button
                onClick={doApprove}
                loading={approval.isPending}
                data-approve
                aria-haspopup={asks ? 'dialog' : undefined}
                rightSection={<Kbd size="xs">Ctrl+Enter</Kbd>}
              >
                {next ? words.approveAndGo : words.approve}
              </Button>
            </Group>
          </div>
        </section>
      </div>
      <DuplicateQuestion
        document={d}
        opened={asked}
        onClose={question.close}
        onApprove={() => {
          question.close();
          setAnswered(true);
          approval.mutate();
        }}
      />
    </>
  );
}

/** That a document is approved, and the button that takes it back. */
function Approved({ by, onUndo }: { by: string; onUndo: () => Promise<unknown> }) {
  const words = useWords({ es: bulkEs, en: bulkEn });
  const undo = useMutation({ mutationFn: onUndo });
  return (
    <>
      <Badge variant="light" color="teal">
        {by}
      </Badge>
      <Button size="compact-xs" variant="default" loading={undo.isPending} onClick={() => undo.mutate()}>
        {words.undoApproval}
      </Button>
    </>
  );
}

/** What the person filed, the file as it was sent in, what people changed since, and for administrators the end of it. */
function Papers({ versioned, onGone }: { versioned: Versioned; onGone: () => void }) {
  const d = versioned.document;
  const words = useWords({ es, en });
  const { split } = useWords({ es: divisionEs, en: divisionEn });
  const [dividing, division] = useDisclosure();
  const [opened, history] = useDisclosure();
  const [deleting, deletion] = useDisclosure();
  const admin = isAdmin(useSession());
  const person = personSearch(d);
  return (
    <>
      {person && (
        <Tooltip label={words.filingsOf}>
          <ActionIconLink to="/personas/escritos" search={person} variant="subtle" color="gray" aria-label={words.filingsOf}>
            <IconUser size={16} aria-hidden />
          </ActionIconLink>
        </Tooltip>
      )}
      {d.original_available && (
        <Tooltip label={words.original}>
          <ActionIcon component="a" href={originalFile(d.id)} download variant="subtle" color="gray" aria-label={words.original}>
            <IconDownload size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
      <Tooltip label={words.history}>
        <ActionIcon variant="subtle" color="gray" aria-label={words.history} onClick={history.open}>
          <IconHistory size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      {d.original_available && d.pages > 1 && (
        <Tooltip label={split}>
          <ActionIcon variant="subtle" color="gray" aria-label={split} onClick={division.open}>
            <IconScissors size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
      {admin && (
        <Tooltip label={words.deleteDocument}>
          <ActionIcon variant="subtle" color="gray" aria-label={words.deleteDocument} onClick={deletion.open}>
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
      <HistoryDialog id={d.id} opened={opened} onClose={history.close} />
      <DeleteDialog id={d.id} name={d.file_name || d.demandante} opened={deleting} onClose={deletion.close} onDeleted={onGone} />
      {dividing && <SplitDialog versioned={versioned} opened onClose={division.close} onDone={onGone} />}
    </>
  );
}

function DocumentTitle({ name }: { name: string }) {
  const words = useWords({ es, en });
  useEffect(() => {
    document.title = `${words.title} ${name} · Cotejo`;
  }, [words, name]);
  return (
    <Title order={1} size="h3" lineClamp={1} title={name}>
      {words.title} {name}
    </Title>
  );
}

const Step = ({ label, disabled, onClick, icon }: { label: string; disabled: boolean; onClick: () => void; icon: React.ReactNode }) => (
  <Tooltip label={label}>
    <ActionIcon variant="default" aria-label={label} disabled={disabled} onClick={onClick}>
      {icon}
    </ActionIcon>
  </Tooltip>
);

/** Who changed the document last, when what they stored is not what the clerk typed. */
function OthersChange({ id }: { id: string }) {
  const words = useWords({ es, en });
  const { moment } = useFormat();
  const { data } = useQuery(historyQuery(id));
  const last = data?.[0];
  return (
    <Alert color="red" variant="light" p="xs" title={words.changedMeanwhile}>
      <Text size="xs">{last ? words.changedBy(last.corrected_by || last.user, moment(last.changed_at)) : words.choose}</Text>
    </Alert>
  );
}

/** Loads the document anew when somebody else may have changed it; what the clerk typed stays. */
function useNews(id: string) {
  const queries = useQueryClient();
  useEffect(() => {
    const document = () =>
      void queries.invalidateQueries({ queryKey: keys.document(id), exact: true }).then(() => queries.invalidateQueries({ queryKey: keys.history(id) }));
    const pairs = () => void queries.invalidateQueries({ queryKey: keys.candidates(id) });
    const concerns = (e: ChangeEvent) => e.document_ids.length === 0 || e.document_ids.includes(id);
    return listen({
      documents: (e) => concerns(e) && document(),
      pairs: (e) => concerns(e) && pairs(),
      stale: () => {
        document();
        pairs();
      },
    });
  }, [queries, id]);
}
