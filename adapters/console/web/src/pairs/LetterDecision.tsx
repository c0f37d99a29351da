import { Alert, Button, Group, Kbd, Progress, Stack, Text, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArrowBackUp, IconUsers } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { keys } from '../api/keys';
import { pairs as en } from '../i18n/en/pairs';
import { pairs as es } from '../i18n/es/pairs';
import { useWords } from '../i18n/language';
import { useFormat } from '../i18n/useFormat';
import { useKeys } from '../keys/KeyLayer';
import { Dialog } from '../ui/Dialog';
import { ErrorState } from '../ui/ErrorState';
import { Loaded, SkeletonLines } from '../ui/Loaded';
import { forEach, type Outcome } from '../ui/forEach';
import { useDraft } from '../ui/useDraft';
import { store } from './decide';
import { type LetterPair, type LetterPairs, letterPairsQuery } from './pairs';

/** Decides about pairs, or without a note takes decisions back; before has what an earlier round did. */
type Run = (pairs: LetterPair[], note: string | undefined, before: LetterPair[]) => Promise<void>;
type Work = { undoes: boolean; total: number; at: number; outcome?: Outcome<LetterPair> };

/** Decides at once that the documents of a letter are of different people. */
export function LetterDecision({ id }: { id: string }) {
  const words = useWords({ es, en });
  const queries = useQueryClient();
  const [opened, dialog] = useDisclosure();
  const [work, setWork] = useState<Work>();
  const note = useDraft(`letter-note:${id}`, words.sameTemplate);
  const query = useQuery({ ...letterPairsQuery(id), enabled: opened && !work });
  const open = () => {
    if (opened) return;
    setWork(undefined);
    dialog.open();
  };
  useKeys([{ chord: 'n', does: words.sameTemplate, run: open }]);
  const running = work !== undefined && !work.outcome;
  const run: Run = async (pairs, text, before) => {
    const undoes = text === undefined;
    const progress = (at: number, outcome?: Outcome<LetterPair>) => setWork({ undoes, total: pairs.length, at, outcome });
    progress(0);
    const decision = undoes ? null : { decision: 'not_duplicate' as const, note: text };
    const { done, failed } = await forEach(pairs, (p) => store({ left: p.left.id, right: p.right.id }, decision), progress);
    progress(pairs.length, { done: [...before, ...done], failed });
    if (!undoes && failed.length === 0) note.drop();
    for (const queryKey of [keys.letterPairs(id), keys.letter(id), keys.pairs, keys.comparisons, keys.documents, keys.persons, keys.cases])
      void queries.invalidateQueries({ queryKey });
  };
  return (
    <>
      <Button size="compact-sm" variant="default" leftSection={<IconUsers size={16} aria-hidden />} rightSection={<Kbd size="xs">n</Kbd>} onClick={open}>
        {words.sameTemplate}
      </Button>
      <Dialog opened={opened} onClose={() => !running && dialog.close()} title={words.sameTemplate} size="lg">
        {work ? (
          <Result work={work} note={note} onRun={run} onClose={dialog.close} />
        ) : query.isFetching ? (
          <SkeletonLines lines={3} />
        ) : (
          <Loaded query={query}>{(found) => <Question found={found} note={note} onRun={run} />}</Loaded>
        )}
      </Dialog>
    </>
  );
}

type Note = { value: string; setValue: (value: string) => void };

function Question({ found, note, onRun }: { found: LetterPairs; note: Note; onRun: Run }) {
  const words = useWords({ es, en });
  const { number } = useFormat();
  const n = found.pairs.length;
  return (
    <Stack gap="sm">
      <Text size="sm">{n === 0 ? words.noLetterPairs : words.letterPairs(n, number(n))}</Text>
      {found.same_person > 0 && <Text size="sm">{words.samePerson(found.same_person, number(found.same_person))}</Text>}
      {found.beyond > 0 && <Text size="sm">{words.beyond(number(found.beyond))}</Text>}
      {n > 0 && (
        <>
          <Textarea
            label={words.note}
            maxLength={2000}
            autosize
            minRows={2}
            maxRows={6}
            value={note.value}
            onChange={(e) => note.setValue(e.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button data-autofocus onClick={() => void onRun(found.pairs, note.value.trim(), [])}>
              {words.decideAll(n, number(n))}
            </Button>
          </Group>
        </>
      )}
    </Stack>
  );
}

/** How far the decisions are; at the end which could not be stored, and the way back. */
function Result({ work, note, onRun, onClose }: { work: Work; note: Note; onRun: Run; onClose: () => void }) {
  const words = useWords({ es, en });
  const { number } = useFormat();
  const { outcome, undoes, total, at } = work;
  if (!outcome) {
    return (
      <Stack gap="xs" role="status">
        <Text size="sm">{words.letterProgress(number(at), number(total))}</Text>
        <Progress value={(100 * at) / Math.max(1, total)} aria-label={words.letterProgress(number(at), number(total))} />
      </Stack>
    );
  }
  const { done, failed } = outcome;
  const again = failed.map((f) => f.item);
  return (
    <Stack gap="sm">
      {done.length > 0 && (
        <Alert color="teal" variant="light" role="status">
          {undoes ? words.letterUndone(done.length, number(done.length)) : words.letterDecided(done.length, number(done.length))}
        </Alert>
      )}
      {failed.length > 0 && (
        <>
          <ErrorState
            error={failed[0].error}
            title={undoes ? words.notUndoneAll(failed.length, number(failed.length)) : words.notDecidedAll(failed.length, number(failed.length))}
            onRetry={() => void onRun(again, undoes ? undefined : note.value.trim(), done)}
          />
          <ul style={{ margin: 0, paddingLeft: 18, maxHeight: 180, overflow: 'auto' }} tabIndex={0} aria-label={words.notDecided}>
            {again.map(({ left, right }) => (
              <li key={left.id + right.id}>
                <Text size="sm">{[left, right].map((d) => d.demandante || d.file_name).join(' – ')}</Text>
              </li>
            ))}
          </ul>
        </>
      )}
      <Group justify="flex-end" gap="sm">
        {!undoes && done.length > 0 && (
          <Button variant="default" leftSection={<IconArrowBackUp size={16} aria-hidden />} onClick={() => void onRun(done, undefined, [])}>
            {words.undoShort}
          </Button>
        )}
        <Button onClick={onClose} data-autofocus>
          {words.ready}
        </Button>
      </Group>
    </Stack>
  );
}
