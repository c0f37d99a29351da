import { Button, Group, List, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Versioned } from '../api/document';
import { division as en } from '../i18n/en/division';
import { ui as uiEn } from '../i18n/en/ui';
import { division as es } from '../i18n/es/division';
import { ui as uiEs } from '../i18n/es/ui';
import { useWords } from '../i18n/language';
import { Dialog } from '../ui/Dialog';
import { ErrorState } from '../ui/ErrorState';
import { beginsIn, filingsOf, rangesOf } from './filings';
import { useDivision } from './useDivision';

type Props = { versioned: Versioned; opened: boolean; onClose: () => void; onDone: () => void };

/** Asks where the filings of a file begin, and divides it there. */
export function SplitDialog({ versioned: { document: d, etag }, opened, onClose, onDone }: Props) {
  const words = useWords({ es, en });
  const { cancel } = useWords({ es: uiEs, en: uiEn });
  const filings = filingsOf(d);
  const [text, write] = useState(() =>
    filings
      .slice(1)
      .map((f) => f.first)
      .join(', '),
  );
  const begins = beginsIn(text, d.pages);
  const { split } = useDivision();
  const names = new Map(filings.map((f) => [f.first, f.names]));
  return (
    <Dialog opened={opened} onClose={onClose} title={words.split}>
      <form
        onSubmit={(e) => {
          e.preventDefault();
          if (begins && !split.isPending) split.mutate({ id: d.id, etag, begins }, { onSuccess: onDone });
        }}
      >
        <Stack gap="sm">
          <Text size="sm">{words.splitHint}</Text>
          <Text size="sm">{words.corrected}</Text>
          <TextInput
            label={words.begins}
            description={words.beginsHint}
            value={text}
            onChange={(e) => write(e.currentTarget.value)}
            error={text.trim() !== '' && !begins ? words.badBegins(d.pages) : undefined}
            inputMode="numeric"
            data-autofocus
          />
          {begins && (
            <List type="ordered" size="sm">
              {rangesOf(begins, d.pages).map(({ first, last }) => (
                <List.Item key={first}>
                  {words.pages(first, last)}
                  {names.get(first) && ` · ${names.get(first)}`}
                </List.Item>
              ))}
            </List>
          )}
          {split.isError && <ErrorState error={split.error} title={words.notSplit} />}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {cancel}
            </Button>
            <Button type="submit" disabled={!begins} loading={split.isPending}>
              {words.split}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
