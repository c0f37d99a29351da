import { Group, Paper, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Document } from '../api/document';
import { review as en } from '../i18n/en/review';
import { review as es } from '../i18n/es/review';
import { useWords } from '../i18n/language';
import { useFormat } from '../i18n/useFormat';
import { type NamedIdentity, useIdentities, verdictIcons } from '../pairs/identities';
import { Loaded, SkeletonLines } from '../ui/Loaded';
import { ButtonLink } from '../ui/links';
import { useHere } from '../ui/useHere';
import { type Candidate, candidatesQuery } from './document';
import { cards } from './otherPapers';

/** What a document repeats, in three identities each, with the way to compare. */
export function DuplicateCards({ document: d }: { document: Document }) {
  const candidates = useQuery(candidatesQuery(d.id));
  return (
    <Loaded query={candidates} skeleton={<SkeletonLines lines={4} />}>
      {(found) => found.candidates.slice(0, cards).map((c, i) => <DuplicateCard key={c.document_id} id={d.id} candidate={c} first={i === 0} />)}
    </Loaded>
  );
}

function DuplicateCard({ id, candidate: c, first }: { id: string; candidate: Candidate; first: boolean }) {
  const words = useWords({ es, en });
  const { percent } = useFormat();
  const here = useHere();
  return (
    <Paper withBorder p="xs" m="xs" role="group" aria-label={`${words.duplicate(percent(c.similarity))}: ${c.file_name}`}>
      <Group justify="space-between" wrap="nowrap" mb={4}>
        <Text size="sm" fw={600}>
          {words.duplicate(percent(c.similarity))}
        </Text>
        <ButtonLink
          to="/comparar/$left/$right"
          params={{ left: c.document_id, right: id }}
          search={{ de: here }}
          size="compact-xs"
          variant="default"
          data-compare={first || undefined}
        >
          {words.compare}
        </ButtonLink>
      </Group>
      <Text size="xs" c="dimmed" truncate>
        {c.file_name}
      </Text>
      {useIdentities(c.details).map((i) => (
        <IdentityLine key={i.name} {...i} />
      ))}
    </Paper>
  );
}

/** One identity: its verdict by sign and word, and what weighs most. */
function IdentityLine({ name, said, identity }: NamedIdentity) {
  const Icon = verdictIcons[identity.verdict];
  const strongest = [...identity.evidence].sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight))[0];
  return (
    <Group gap={6} wrap="nowrap">
      <Text size="xs" w={62} flex="none">
        {name}
      </Text>
      <Group gap={4} wrap="nowrap" c={identity.verdict === 'unknown' ? 'dimmed' : `var(--cotejo-${identity.verdict})`} w={92} flex="none">
        <Icon size={12} aria-hidden />
        <Text size="xs">{said}</Text>
      </Group>
      <Text size="xs" c="dimmed" truncate title={strongest?.text}>
        {strongest?.text}
      </Text>
    </Group>
  );
}
