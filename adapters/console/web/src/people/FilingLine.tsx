import { Badge, Group, Text, Timeline } from '@mantine/core';
import { IconAlertCircle, IconCopy, IconFileText, IconGitBranch } from '@tabler/icons-react';
import { people as en } from '../i18n/en/people';
import { people as es } from '../i18n/es/people';
import { useWords } from '../i18n/language';
import { useFormat } from '../i18n/useFormat';
import { Radicado } from '../ui/Copyable';
import { useKinds } from '../ui/kinds';
import { AnchorLink } from '../ui/links';
import { useHere } from '../ui/useHere';
import { useReviewLink } from '../ui/useReviewLink';
import type { PairLink, Summary } from './people';

type Filing = Summary & { by_name?: boolean };

/** Documents on a line of time, the newest first, each with what relates it to others on the line. */
export function FilingLine({ filings, pairs, inCase }: { filings: Filing[]; pairs: PairLink[]; inCase?: boolean }) {
  const words = useWords({ es, en });
  const { moment } = useFormat();
  const kinds = useKinds();
  const review = useReviewLink();
  const byID = new Map(filings.map((f) => [f.id, f]));
  return (
    <Timeline bulletSize={26} lineWidth={2} active={-1}>
      {filings.map((f) => {
        const mine = pairs.filter((p) => p.document_id === f.id);
        const repeats = mine.some((p) => (p.decision ? p.decision.decision === 'duplicate' : p.relation === 'duplicate'));
        return (
          <Timeline.Item
            key={f.id}
            bullet={
              repeats ? <IconCopy size={14} aria-hidden /> : mine.length > 0 ? <IconGitBranch size={14} aria-hidden /> : <IconFileText size={14} aria-hidden />
            }
            title={
              <Group gap="sm">
                <AnchorLink fw={600} size="sm" {...review(f.id)}>
                  {kinds.name(f.document_type)} · {f.file_name}
                </AnchorLink>
                <Text size="sm" c="dimmed">
                  {moment(f.arrived_at)}
                </Text>
                {f.by_name && (
                  <Badge variant="light" color="yellow" tt="none" leftSection={<IconAlertCircle size={12} aria-hidden />}>
                    {words.byName}
                  </Badge>
                )}
              </Group>
            }
          >
            {inCase && (
              <Text size="sm">
                {words.plaintiff}: {f.demandante || '—'}
              </Text>
            )}
            {f.demandado && (
              <Text size="sm">
                {words.against}: {f.demandado}
              </Text>
            )}
            {!inCase && f.radicado && (
              <Text size="sm" component="div">
                {words.radicado}: <Radicado value={f.radicado} />{' '}
                <AnchorLink size="sm" underline="always" to="/personas/caso" search={{ documento: f.id }}>
                  {words.openCase}
                </AnchorLink>
              </Text>
            )}
            {mine.map((p) => (
              <Relation key={p.earlier_id} pair={p} other={byID.get(p.earlier_id)} />
            ))}
          </Timeline.Item>
        );
      })}
    </Timeline>
  );
}

function Relation({ pair: p, other }: { pair: PairLink; other: Filing | undefined }) {
  const words = useWords({ es, en });
  const { percent, day } = useFormat();
  const here = useHere();
  if (!other) return null;
  return (
    <Text size="sm" title={p.reason}>
      {p.decision ? words.decided[p.decision.decision] : words.relation[p.relation]}{' '}
      <AnchorLink size="sm" underline="always" to="/comparar/$left/$right" params={{ left: p.earlier_id, right: p.document_id }} search={{ de: here }}>
        {other.file_name}
      </AnchorLink>{' '}
      <Text span c="dimmed" size="sm">
        ({day(other.arrived_at)}, {percent(p.similarity)})
      </Text>
    </Text>
  );
}
