import { Anchor, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Document, Versioned } from '../api/document';
import { division as en } from '../i18n/en/division';
import { ui as uiEn } from '../i18n/en/ui';
import { division as es } from '../i18n/es/division';
import { ui as uiEs } from '../i18n/es/ui';
import { useWords } from '../i18n/language';
import { Dialog } from '../ui/Dialog';
import { ErrorState } from '../ui/ErrorState';
import { AnchorLink } from '../ui/links';
import { useReviewLink } from '../ui/useReviewLink';
import { filingsOf } from './filings';
import { SplitDialog } from './SplitDialog';
import { useDivision } from './useDivision';

/** The filings of a file that seems to have several, each with its page, and the button that divides it. */
export function Filings({ versioned, onPage, onDone }: { versioned: Versioned; onPage: (page: number) => void; onDone: () => void }) {
  const words = useWords({ es, en });
  const [opened, dialog] = useDisclosure();
  const filings = filingsOf(versioned.document);
  if (filings.length < 2 || !versioned.document.original_available) return null;
  const title = words.filings(filings.length);
  return (
    <Paper withBorder p="xs" m="xs" role="group" aria-label={title}>
      <Group justify="space-between" wrap="nowrap" mb={4}>
        <Text size="sm" fw={600}>
          {title}
        </Text>
        <Button size="compact-xs" variant="default" flex="none" onClick={dialog.open}>
          {words.split}
        </Button>
      </Group>
      {filings.map((f) => (
        <Text key={f.first} size="xs" truncate title={f.names}>
          <Anchor component="button" type="button" size="xs" underline="always" onClick={() => onPage(f.first)}>
            {words.pages(f.first, f.last)}
          </Anchor>
          {` · ${f.names || words.nobody}`}
        </Text>
      ))}
      {opened && <SplitDialog versioned={versioned} opened onClose={dialog.close} onDone={onDone} />}
    </Paper>
  );
}

/** Of which file a document is a part, the other parts, and the button that undoes the division. */
export function PartOf({ document: d }: { document: Document }) {
  const words = useWords({ es, en });
  const review = useReviewLink();
  const [opened, dialog] = useDisclosure();
  if (!d.division) return null;
  const { parts, file_name: file } = d.division;
  const place = parts.findIndex((p) => p.document_id === d.id);
  const part = parts[place];
  const title = words.partOf(place + 1, parts.length, file);
  return (
    <Paper withBorder p="xs" m="xs" role="group" aria-label={title}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Text size="xs" miw={0} style={{ overflowWrap: 'anywhere' }}>
          {title}
          {part && ` · ${words.pages(part.first_page, part.last_page)}`}
        </Text>
        <Button size="compact-xs" variant="default" flex="none" onClick={dialog.open}>
          {words.join}
        </Button>
      </Group>
      <Group gap="sm">
        {parts.map(
          (p, i) =>
            i !== place && (
              <AnchorLink key={p.document_id} size="xs" underline="always" {...review(p.document_id)}>
                {words.part(i + 1)}
              </AnchorLink>
            ),
        )}
      </Group>
      {opened && <JoinDialog division={d.division} onClose={dialog.close} />}
    </Paper>
  );
}

/** Asks before a division is undone, since what was corrected in the parts goes with them. */
function JoinDialog({ division: { document_id: id, file_name: name, parts }, onClose }: { division: NonNullable<Document['division']>; onClose: () => void }) {
  const words = useWords({ es, en });
  const { cancel } = useWords({ es: uiEs, en: uiEn });
  const { join } = useDivision();
  return (
    <Dialog opened onClose={onClose} title={words.join}>
      <Stack gap="sm">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {words.joinHint(name)}
        </Text>
        {join.isError && <ErrorState error={join.error} title={words.notJoined} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} data-autofocus>
            {cancel}
          </Button>
          <Button loading={join.isPending} onClick={() => join.mutate({ id, name, parts: parts.map((p) => p.document_id) })}>
            {words.join}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
