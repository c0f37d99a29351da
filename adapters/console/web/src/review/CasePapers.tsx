import { Anchor, Button, Group, Paper, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Document } from '../api/document';
import { review as en } from '../i18n/en/review';
import { review as es } from '../i18n/es/review';
import { useWords } from '../i18n/language';
import { candidatesQuery } from './document';

/** How many papers of the case are named; the page of the case has all. */
const named = 5;

/** The other papers of a document's case: the answer, the ruling, the appeal. */
export function CasePapers({ document: d }: { document: Document }) {
  const words = useWords({ es, en });
  const found = useQuery(candidatesQuery(d.id)).data?.same_case ?? [];
  if (found.length === 0) return null;
  const title = words.sameCase(found.length);
  return (
    <Paper withBorder p="xs" m="xs" role="group" aria-label={title}>
      <Group justify="space-between" wrap="nowrap" mb={4}>
        <Text size="sm" fw={600}>
          {title}
        </Text>
        <Button component={Link} {...({ to: '/personas/caso', search: { documento: d.id } } as object)} size="compact-xs" variant="default">
          {words.openCase}
        </Button>
      </Group>
      {found.slice(0, named).map((c) => (
        <Text key={c.document_id} size="xs" truncate>
          <Anchor component={Link} size="xs" {...({ to: '/revisar/$id', params: { id: c.document_id } } as object)}>
            {c.file_name || c.document_id}
          </Anchor>{' '}
          {c.reasons.find((r) => r.code === 'same_case')?.text}
        </Text>
      ))}
    </Paper>
  );
}
