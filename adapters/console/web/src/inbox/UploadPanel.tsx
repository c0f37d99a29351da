import { Button, Group, Paper, Progress, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useEffect } from 'react';
import { fields as fieldsEn } from '../i18n/en/fields';
import { inbox as en } from '../i18n/en/inbox';
import { fields as fieldsEs } from '../i18n/es/fields';
import { inbox as es } from '../i18n/es/inbox';
import { useWords } from '../i18n/language';
import { useFormat } from '../i18n/useFormat';
import { withLabels } from '../ui/fieldNames';
import { AnchorLink } from '../ui/links';
import { needsPassword, PasswordRetry } from './PasswordRetry';
import { useProgressWords } from './progress';
import classes from './UploadPanel.module.css';
import { clearEnded, ended, isDone, retry, retryTask, sizeOf, stillSending, type Upload, useUploads } from './uploads';

/** The files that were sent from this page, each with how far it is. */
export function UploadPanel() {
  const words = useWords({ es, en });
  const uploads = useUploads();
  useEffect(() => {
    const warn = (e: BeforeUnloadEvent) => stillSending() && e.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, []);
  if (uploads.length === 0) return null;
  const done = uploads.filter((u) => isDone(u) || u.reading?.status === 'completed').length;
  const failed = uploads.filter((u) => ended(u)).length - done;
  return (
    <Paper withBorder p="xs" mb="sm" component="section" aria-label={words.uploads}>
      <Group justify="space-between" mb={4}>
        <Text size="sm" fw={600} role="status">
          {words.uploadsDone(done, uploads.length)}
          {failed > 0 && ` · ${words.uploadsFailed(failed)}`}
        </Text>
        {done + failed > 0 && (
          <Button size="compact-xs" variant="subtle" onClick={clearEnded}>
            {words.clear}
          </Button>
        )}
      </Group>
      <ul className={classes.list} tabIndex={0} aria-label={words.uploads}>
        {[...uploads]
          .sort((a, b) => urgency(a) - urgency(b))
          .map((u) => (
            <UploadRow key={u.id} upload={u} />
          ))}
      </ul>
    </Paper>
  );
}

/** What failed comes first, what is done last. */
const urgency = (u: Upload): number => (isDone(u) || u.reading?.status === 'completed' ? 2 : ended(u) ? 0 : 1);

function UploadRow({ upload: u }: { upload: Upload }) {
  const words = useWords({ es, en });
  const { percent, size } = useFormat();
  const progress = useProgressWords();
  const labels = useWords({ es: fieldsEs, en: fieldsEn });
  const failed = u.state === 'refused' || u.reading?.status === 'failed';
  const total = sizeOf(u);
  const name = u.part ? `${u.files[0].name} › ${u.part}` : u.files.length === 1 ? u.files[0].name : words.images(u.files[0].name, u.files.length);
  const share = u.state === 'accepted' ? (u.reading?.progress ?? 0) : total > 0 ? u.sent / total : 0;
  const says =
    u.state === 'waiting'
      ? words.waiting
      : u.state === 'sending'
        ? words.sending(percent(share))
        : u.state === 'empty'
          ? words.noPaper
          : u.state === 'known'
            ? words.cameBefore
            : u.state === 'refused'
              ? u.problem
                ? withLabels(u.problem, labels)
                : words.broken
              : progress(u.reading!);
  return (
    <li className={classes.row}>
      <Text size="sm" truncate title={name}>
        {name}
      </Text>
      <Text size="xs" c="dimmed">
        {!u.part && size(total)}
      </Text>
      {failed || u.documentID || isDone(u) ? (
        <Group gap={6} wrap="nowrap" c={failed ? 'var(--cotejo-different)' : 'var(--cotejo-same)'} className={classes.outcome}>
          {failed ? <IconAlertTriangle size={16} aria-hidden /> : <IconCheck size={16} aria-hidden />}
          <Text size="sm" c={failed ? 'inherit' : undefined}>
            {says}
          </Text>
        </Group>
      ) : (
        <Group gap="xs" wrap="nowrap" className={classes.outcome}>
          <Progress
            value={share * 100}
            aria-label={`${name}: ${says}`}
            color={u.state === 'accepted' ? 'teal' : 'indigo'}
            flex="0 0 140px"
            transitionDuration={200}
          />
          <Text size="xs" className={classes.says}>
            {says}
          </Text>
        </Group>
      )}
      <div>
        {u.documentID && (
          <AnchorLink to="/revisar/$id" params={{ id: u.documentID }} size="sm">
            {words.review}
          </AnchorLink>
        )}
        {failed &&
          (u.reading || !u.part) &&
          (u.reading && needsPassword(u.reading.error_code) ? (
            <PasswordRetry name={name} retry={(password) => retryTask(u.reading!.task_id, password)} />
          ) : (
            <Button size="compact-xs" variant="default" onClick={() => retry(u)} aria-label={`${words.retry}: ${name}`}>
              {words.retry}
            </Button>
          ))}
      </div>
    </li>
  );
}
