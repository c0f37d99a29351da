import { Anchor, Button, Group, Paper, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Document } from '../api/document';
import { review as en } from '../i18n/en/review';
import { review as es } from '../i18n/es/review';
import { useWords } from '../i18n/language';
import { useFormat } from '../i18n/useFormat';
import { letterOfQuery } from '../pairs/pairs';
import { caseQuery, personQuery, personSearch } from '../people/people';
import { useKinds } from '../ui/kinds';
import { useHere } from '../ui/useHere';
import { candidatesQuery } from './document';
import { type OtherPaper, otherPapers } from './otherPapers';

/** How many papers are named; the pages of the person and of the case have all. */
const named = 5;

/** What the person filed besides a document, and the other papers of its case. */
export function OtherPapers({ document: d }: { document: Document }) {
  const words = useWords({ es, en });
  const { number } = useFormat();
  const person = personSearch(d);
  const found = useQuery(candidatesQuery(d.id)).data;
  const filings = useQuery({ ...personQuery(person ?? {}), enabled: person !== undefined }).data;
  const inCase = d.radicado !== '' || (found?.same_case.length ?? 0) > 0;
  const ofCase = useQuery({ ...caseQuery({ documento: d.id }), enabled: inCase }).data;
  const letter = useQuery({ ...letterOfQuery(d.id), enabled: (found?.mass.length ?? 0) > 0 }).data;
  const papers = otherPapers(d, found, filings?.filings ?? [], ofCase?.documents ?? []);
  if (papers.length === 0 && !letter) return null;
  return (
    <Paper withBorder p="xs" m="xs" role="group" aria-label={words.otherPapers}>
      <Group justify="space-between" wrap="nowrap" mb={4}>
        <Text size="sm" fw={600}>
          {words.otherPapers}
        </Text>
        {papers.some((p) => p.relation === 'same_case') && (
          <Button component={Link} {...({ to: '/personas/caso', search: { documento: d.id } } as object)} size="compact-xs" variant="default">
            {words.openCase}
          </Button>
        )}
      </Group>
      {papers.slice(0, named).map((p) => (
        <OtherPaperLine key={p.id} document={d} paper={p} />
      ))}
      {papers.length > named && person && (
        <Anchor component={Link} size="xs" underline="always" {...({ to: '/personas/escritos', search: person } as object)}>
          {words.moreOtherPapers(papers.length - named)}
        </Anchor>
      )}
      {letter && (
        <Anchor component={Link} size="xs" underline="always" display="block" {...({ to: '/duplicados/formatos/$id', params: { id: letter.id } } as object)}>
          {words.usedBy(number(letter.people), number(letter.documents))}
        </Anchor>
      )}
    </Paper>
  );
}

function OtherPaperLine({ document: d, paper: p }: { document: Document; paper: OtherPaper }) {
  const words = useWords({ es, en });
  const { day } = useFormat();
  const kinds = useKinds();
  const here = useHere();
  const name = p.name || p.id;
  const later = p.summary && p.summary.created_at > d.created_at;
  const [left, right] = later ? [d.id, p.id] : [p.id, d.id];
  return (
    <div>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Anchor component={Link} size="xs" truncate title={name} {...({ to: '/revisar/$id', params: { id: p.id } } as object)}>
          {name}
        </Anchor>
        <Anchor component={Link} size="xs" underline="always" flex="none" aria-label={words.compareWith(name)} {...({ to: '/comparar/$left/$right', params: { left, right }, search: { de: here } } as object)}>
          {words.compare}
        </Anchor>
      </Group>
      <Text size="xs" c="dimmed" mb={4}>
        {[p.summary && day(p.summary.created_at), p.summary && kinds.name(p.summary.document_type), p.relation !== 'none' && words.paperRelations[p.relation]].filter(Boolean).join(' · ')}
      </Text>
    </div>
  );
}
