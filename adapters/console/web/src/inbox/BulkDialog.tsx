import { Alert, Button, Group, NativeSelect, Progress, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { bulk as en } from '../i18n/en/bulk';
import { review as reviewEn } from '../i18n/en/review';
import { bulk as es } from '../i18n/es/bulk';
import { review as reviewEs } from '../i18n/es/review';
import { useWords } from '../i18n/language';
import { useFormat } from '../i18n/useFormat';
import { useUsername } from '../session/session';
import { Dialog } from '../ui/Dialog';
import { ErrorState } from '../ui/ErrorState';
import { useKinds } from '../ui/kinds';
import { AnchorLink } from '../ui/links';
import { useReviewLink } from '../ui/useReviewLink';
import { assigneesQuery } from './assignees';
import { sendChange, staleAfter } from './bulk';
import classes from './BulkBar.module.css';
import { approvedOf, type BulkResult, type Change, changeAll, countOf, type Outcome, refusedOf } from './changeAll';
import { useReopen } from './useReopen';
import type { Summary } from './views';

/** What a clerk is asked before documents are changed. */
export type Question = 'approve' | 'type' | 'tag' | 'assign';

type Props = { question: Question; chosen: Summary[]; onChoose: (chosen: Summary[]) => void; onClose: () => void };
type Work = { change: Change; documents: Summary[]; at: number; outcome?: Outcome };

/** Asks how the chosen documents are to be changed, changes them, and says which stayed as they were and why. Those stay chosen. */
export function BulkDialog({ question, chosen, onChoose, onClose }: Props) {
  const words = useWords({ es, en });
  const { number } = useFormat();
  const queries = useQueryClient();
  const { offer } = useReopen();
  const [work, setWork] = useState<Work>();
  const run = async (change: Change, documents: Summary[], before: BulkResult[] = []) => {
    const progress = (at: number, outcome?: Outcome) => setWork({ change, documents, at, outcome });
    progress(0);
    const sent = await changeAll(
      documents.map(({ id }) => ({ id })),
      change,
      sendChange,
      progress,
    );
    const outcome = { ...sent, results: [...before, ...sent.results] };
    for (const queryKey of staleAfter(documents)) void queries.invalidateQueries({ queryKey });
    const stay = new Set([...refusedOf(outcome.results).map((r) => r.id), ...outcome.left]);
    if (stay.size > 0) {
      onChoose(chosen.filter((d) => stay.has(d.id)));
      progress(documents.length, outcome);
      return;
    }
    const said = <Done change={change} results={outcome.results} />;
    if (change.action === 'approve') offer(said, approvedOf(outcome.results));
    else notifications.show({ message: said });
    onChoose([]);
    onClose();
  };
  /** What was approved can still be undone once the result has been read. */
  const close = () => {
    const approved = work?.change.action === 'approve' ? approvedOf(work.outcome?.results ?? []) : [];
    if (approved.length > 0) offer(<Done change={work!.change} results={work!.outcome!.results} />, approved);
    onClose();
  };
  const running = work !== undefined && !work.outcome;
  const [asked] = useState(chosen); // the title keeps its number while documents are given up
  return (
    <Dialog opened onClose={() => !running && close()} title={words.title[question](asked.length, number(asked.length))} size={work?.outcome ? 'lg' : 'md'}>
      {!work ? (
        <Asked question={question} onRun={(change) => void run(change, chosen)} onClose={onClose} />
      ) : !work.outcome ? (
        <Stack gap="xs" role="status">
          <Text size="sm">{words.progress(number(work.at), number(work.documents.length))}</Text>
          <Progress value={(100 * work.at) / work.documents.length} aria-label={words.progress(number(work.at), number(work.documents.length))} />
        </Stack>
      ) : (
        <Result
          change={work.change}
          documents={asked}
          outcome={work.outcome}
          onAgain={(left) => void run(work.change, left, work.outcome!.results)}
          onClose={close}
        />
      )}
    </Dialog>
  );
}

function Asked({ question, onRun, onClose }: { question: Question; onRun: (change: Change) => void; onClose: () => void }) {
  const words = useWords({ es, en });
  const kinds = useKinds();
  const [type, setType] = useState(kinds.choices[0]?.value ?? '');
  const [tag, setTag] = useState('');
  const [assignee, setAssignee] = useState(useUsername());
  const { data: users } = useQuery({ ...assigneesQuery, enabled: question === 'assign' });
  const people = [...(users ?? []).map((u) => ({ value: u.username, label: u.name || u.username })), { value: '', label: words.toNobody }];
  const changes: Record<Question, Change> = {
    approve: { action: 'approve' },
    type: { action: 'type', document_type: type },
    tag: { action: 'tag', tag },
    assign: { action: 'assign', assignee },
  };
  const submit = (e: FormEvent) => {
    e.preventDefault();
    onRun(changes[question]);
  };
  const fields: Record<Question, ReactNode> = {
    approve: <Text size="sm">{words.approveAs}</Text>,
    type: (
      <NativeSelect
        label={words.newType}
        description={words.typeStays}
        data-autofocus
        value={type}
        onChange={(e) => setType(e.currentTarget.value)}
        data={kinds.choices}
      />
    ),
    tag: (
      <TextInput
        label={words.oneTag}
        description={words.tagHint}
        data-autofocus
        required
        withAsterisk={false}
        maxLength={100}
        value={tag}
        onChange={(e) => setTag(e.currentTarget.value)}
      />
    ),
    assign: <NativeSelect label={words.assignTo} data-autofocus value={assignee} onChange={(e) => setAssignee(e.currentTarget.value)} data={people} />,
  };
  const labels: Record<Question, string> = { approve: words.approve, type: words.change, tag: words.addTag, assign: words.assign };
  const incomplete = (question === 'tag' && !tag.trim()) || (question === 'assign' && !users);
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        {fields[question]}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {words.cancel}
          </Button>
          {question === 'tag' && (
            <Button variant="default" disabled={incomplete} onClick={() => onRun({ action: 'untag', tag })}>
              {words.removeTag}
            </Button>
          )}
          <Button type="submit" disabled={incomplete} data-autofocus={question === 'approve' || undefined}>
            {labels[question]}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** How many documents were changed, and how many were so before. */
function Done({ change, results }: { change: Change; results: BulkResult[] }) {
  const words = useWords({ es, en });
  const { number } = useFormat();
  const changed = countOf(results, 'changed');
  const unchanged = countOf(results, 'unchanged');
  return [
    changed > 0 || unchanged === 0 ? words.done[change.action === 'assign' && !change.assignee ? 'unassign' : change.action](changed, number(changed)) : '',
    unchanged > 0 ? words.unchanged(unchanged, number(unchanged)) : '',
  ]
    .filter(Boolean)
    .join(' ');
}

type ResultProps = { change: Change; documents: Summary[]; outcome: Outcome; onAgain: (left: Summary[]) => void; onClose: () => void };

/** What was changed; which documents were not, and why; and what a failed request left. */
function Result({ change, documents, outcome: { results, left, error }, onAgain, onClose }: ResultProps) {
  const words = useWords({ es, en });
  const { number } = useFormat();
  const refused = refusedOf(results);
  const title = change.action === 'approve' ? words.refused.approve : words.refused.others;
  return (
    <Stack gap="sm">
      {results.length > refused.length && (
        <Alert color="teal" variant="light" role="status">
          <Done change={change} results={results} />
        </Alert>
      )}
      {left.length > 0 && (
        <ErrorState error={error} title={words.left(left.length, number(left.length))} onRetry={() => onAgain(documents.filter((d) => left.includes(d.id)))} />
      )}
      {refused.length > 0 && (
        <>
          <Text size="sm" fw={600}>
            {title(refused.length, number(refused.length))}. {words.stayChosen(refused.length)}
          </Text>
          <ul className={classes.refused} tabIndex={0} aria-label={title(refused.length, number(refused.length))}>
            {refused.map((r) => (
              <Refused key={r.id} result={r} document={documents.find((d) => d.id === r.id)} />
            ))}
          </ul>
        </>
      )}
      <Group justify="flex-end">
        <Button data-autofocus onClick={onClose}>
          {words.ready}
        </Button>
      </Group>
    </Stack>
  );
}

function Refused({ result: r, document: d }: { result: BulkResult; document: Summary | undefined }) {
  const words = useWords({ es, en });
  const review = useWords({ es: reviewEs, en: reviewEn });
  const link = useReviewLink();
  const reasons: Record<string, string> = words.reasons;
  const labels: Record<string, string> = { ...review.fields, ...review.otherFields };
  const reason = r.code === 'doubtful_fields' ? words.doubtful((r.fields ?? []).map((f) => labels[f] ?? f).join(', ')) : (reasons[r.code ?? ''] ?? r.message);
  const name = [d?.demandante, d?.file_name].filter(Boolean).join(' · ') || r.id;
  return (
    <li>
      {r.code === 'document_not_found' ? (
        <Text size="sm" component="span" fw={600}>
          {name}
        </Text>
      ) : (
        <AnchorLink {...link(r.id)} size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </AnchorLink>
      )}
      <Text size="sm">{reason}</Text>
    </li>
  );
}
