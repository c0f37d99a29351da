import { Button, Group, Paper, Skeleton, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { Document } from '../api/document';
import { review as en } from '../i18n/en/review';
import { review as es } from '../i18n/es/review';
import { useWords } from '../i18n/language';
import { useFormat } from '../i18n/useFormat';
import { letterOfQuery } from '../pairs/pairs';
import { caseQuery, personQuery, personSearch } from '../people/people';
import { useKinds } from '../ui/kinds';
import { AnchorLink } from '../ui/links';
import { useHere } from '../ui/useHere';
import { useReviewLink } from '../ui/useReviewLink';
import { candidatesQuery } from './document';
import { type OtherPaper, otherPapers } from './otherPapers';

/** How many papers are named; the pages of the person and of the case have all. */
const named = 8;

/**
 * What the person filed besides a document, and the other papers of its case: the newest, and the others once they are
 * asked for. It has its height from the start, since a clerk types below it while it loads.
 */
export function OtherPapers({ document: d }: { document: Document }) {
  const words = useWords({ es, en });
  const { number } = useFormat();
  const [all, list] = useDisclosure();
  const person = personSearch(d);
  const candidates = useQuery(candidatesQuery(d.id));
  const found = candidates.data;
  const filings = useQuery({ ...personQuery(person ?? {}), enabled: person !== undefined });
  const inCase = d.radicado !== '' || (found?.same_case.length ?? 0) > 0;
  const ofCase = useQuery({ ...caseQuery({ documento: d.id }), enabled: inCase });
  const letter = useQuery({ ...letterOfQuery(d.id), enabled: (found?.mass.length ?? 0) > 0 });
  const loading = [candidates, filings, ofCase, letter].some((q) => q.isLoading);
  const papers = otherPapers(d, found, filings.data?.filings ?? [], ofCase.data?.documents ?? []);
  const more = papers.length > 1 || (papers.length > 0 && letter.data);
  const letterLink = letter.data && (
    <AnchorLink size="xs" underline="always" display="block" truncate to="/duplicados/formatos/$id" params={{ id: letter.data.id }}>
      {words.usedBy(number(letter.data.people), number(letter.data.documents))}
    </AnchorLink>
  );
  return (
    <Paper withBorder px="xs" py={6} m="xs" role="group" aria-label={words.otherPapers} aria-busy={loading}>
      <Group justify="space-between" wrap="nowrap" h={28}>
        <Text size="sm" fw={600} truncate>
          {words.otherPapers}
        </Text>
        {more && !loading && (
          <Button size="compact-xs" variant="default" flex="none" aria-expanded={all} onClick={list.toggle}>
            {all ? words.newestAlone : words.allOfThem(number(papers.length))}
          </Button>
        )}
      </Group>
      {loading ? (
        <Skeleton height={12} my={12} width="60%" />
      ) : papers.length > 0 ? (
        papers.slice(0, all ? named : 1).map((p) => <OtherPaperLine key={p.id} document={d} paper={p} />)
      ) : (
        <Text size="xs" c="dimmed" component="div" h={36} pt={4}>
          {letterLink ?? words.noOtherPapers}
        </Text>
      )}
      {all && (
        <>
          {letterLink}
          <Group gap="sm">
            {person && papers.length > named && (
              <AnchorLink size="xs" underline="always" to="/personas/escritos" search={person}>
                {words.moreOtherPapers(papers.length - named)}
              </AnchorLink>
            )}
            {papers.some((p) => p.relation === 'same_case') && (
              <AnchorLink size="xs" underline="always" to="/personas/caso" search={{ documento: d.id }}>
                {words.openCase}
              </AnchorLink>
            )}
          </Group>
        </>
      )}
    </Paper>
  );
}

function OtherPaperLine({ document: d, paper: p }: { document: Document; paper: OtherPaper }) {
  const words = useWords({ es, en });
  const { day } = useFormat();
  const kinds = useKinds();
  const here = useHere();
  const review = useReviewLink();
  const name = p.name || p.id;
  const later = p.summary && p.summary.arrived_at > d.arrived_at;
  const [left, right] = later ? [d.id, p.id] : [p.id, d.id];
  return (
    <div style={{ height: 36 }}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <AnchorLink size="xs" truncate title={name} {...review(p.id)}>
          {name}
        </AnchorLink>
        <AnchorLink
          size="xs"
          underline="always"
          flex="none"
          aria-label={words.compareWith(name)}
          to="/comparar/$left/$right"
          params={{ left, right }}
          search={{ de: here }}
        >
          {words.compare}
        </AnchorLink>
      </Group>
      <Text size="xs" c="dimmed" truncate>
        {[p.summary && day(p.summary.arrived_at), p.summary && kinds.name(p.summary.document_type), p.relation !== 'none' && words.paperRelations[p.relation]]
          .filter(Boolean)
          .join(' · ')}
      </Text>
    </div>
  );
}
