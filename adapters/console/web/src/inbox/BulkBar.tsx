import { Button, Text } from '@mantine/core';
import { IconCheck, IconFileDescription, IconTag, IconUser } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { CaseFileButton } from '../casefile/CaseFileButton';
import { bulk as en } from '../i18n/en/bulk';
import { inbox as inboxEn } from '../i18n/en/inbox';
import { bulk as es } from '../i18n/es/bulk';
import { inbox as inboxEs } from '../i18n/es/inbox';
import { useWords } from '../i18n/language';
import { useKeys } from '../keys/KeyLayer';
import classes from './BulkBar.module.css';
import { BulkDialog, type Question } from './BulkDialog';
import type { Summary } from './views';

type Props = { chosen: Summary[]; onChoose: (chosen: Summary[]) => void };

/** What can be done with the chosen documents together. */
export function BulkBar({ chosen, onChoose }: Props) {
  const words = useWords({ es, en });
  const inbox = useWords({ es: inboxEs, en: inboxEn });
  const [question, ask] = useState<Question>();
  const bar = useRef<HTMLDivElement>(null);
  useKeys([{ chord: 'a', does: words.toActions, run: () => bar.current?.querySelector('button')?.focus() }]);
  return (
    <>
      {chosen.length > 0 && (
        <div ref={bar} className={`${classes.bar} no-print`} role="group" aria-label={words.actions}>
          <Text size="sm" fw={600} role="status">
            {words.chosen(chosen.length)}
          </Text>
          <Button size="xs" leftSection={<IconCheck size={16} aria-hidden />} onClick={() => ask('approve')}>
            {words.approve}
          </Button>
          <Button size="xs" variant="default" leftSection={<IconFileDescription size={16} aria-hidden />} onClick={() => ask('type')}>
            {words.type}
          </Button>
          <Button size="xs" variant="default" leftSection={<IconTag size={16} aria-hidden />} onClick={() => ask('tag')}>
            {words.tag}
          </Button>
          <Button size="xs" variant="default" leftSection={<IconUser size={16} aria-hidden />} onClick={() => ask('assign')}>
            {words.assign}
          </Button>
          <CaseFileButton ids={chosen.map((d) => d.id)} size="xs" />
          <Button size="compact-xs" variant="subtle" ml="auto" onClick={() => onChoose([])}>
            {inbox.chooseNone(chosen.length)}
          </Button>
        </div>
      )}
      {question && <BulkDialog question={question} chosen={chosen} onChoose={onChoose} onClose={() => ask(undefined)} />}
    </>
  );
}
