import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Document } from '../api/document';
import { review as en } from '../i18n/en/review';
import { review as es } from '../i18n/es/review';
import { useWords } from '../i18n/language';
import { useFormat } from '../i18n/useFormat';
import { Dialog } from '../ui/Dialog';
import { ButtonLink } from '../ui/links';
import { useHere } from '../ui/useHere';
import { undecided } from './candidates';
import { candidatesQuery } from './document';

type Props = { document: Document; opened: boolean; onClose: () => void; onApprove: () => void };

/** Asks before a document is approved that may repeat another and about which nobody has decided. */
export function DuplicateQuestion({ document: d, opened, onClose, onApprove }: Props) {
  const words = useWords({ es, en });
  const { percent } = useFormat();
  const here = useHere();
  const found = useQuery({ ...candidatesQuery(d.id), enabled: opened }).data;
  const open = found ? undecided(found.candidates) : [];
  const [first] = open;
  return (
    <Dialog opened={opened} onClose={onClose} title={words.undecidedDuplicate}>
      <Stack gap="sm">
        <Text size="sm">{words.mayRepeat(open.length)}</Text>
        {first && (
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {first.file_name} ({percent(first.similarity)})
          </Text>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onApprove}>
            {words.approveAnyway}
          </Button>
          {first && (
            <ButtonLink to="/comparar/$left/$right" params={{ left: first.document_id, right: d.id }} search={{ de: here }} data-autofocus>
              {words.compare}
            </ButtonLink>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}
