import { Badge, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { review as en } from '../i18n/en/review';
import { review as es } from '../i18n/es/review';
import { useWords } from '../i18n/language';
import { Dialog } from '../ui/Dialog';
import { Loaded, SkeletonLines } from '../ui/Loaded';
import { AnchorLink } from '../ui/links';
import { useReviewLink } from '../ui/useReviewLink';
import { wholeDeliveryQuery } from './document';

/** A message or an archive: what it says, and what became of everything in it. */
export function DeliveryDialog({ id, title, opened, onClose }: { id: string; title: string; opened: boolean; onClose: () => void }) {
  return (
    <Dialog opened={opened} onClose={onClose} title={title} size="xl">
      {opened && <Delivery id={id} onLeave={onClose} />}
    </Dialog>
  );
}

const colors = { accepted: 'teal', refused: 'red', left_out: 'gray' } as const;

function Delivery({ id, onLeave }: { id: string; onLeave: () => void }) {
  const words = useWords({ es, en });
  const delivery = useQuery(wholeDeliveryQuery(id));
  const review = useReviewLink();
  return (
    <Loaded query={delivery} skeleton={<SkeletonLines lines={6} />}>
      {(d) => (
        <>
          {d.recipients && <Text size="sm">{words.mailTo(d.recipients)}</Text>}
          {d.rules.length > 0 && (
            <AnchorLink size="sm" onClick={onLeave} to="/ajustes" search={{ parte: 'buzon' }}>
              {words.mailRules(d.rules.join(', '))}
            </AnchorLink>
          )}
          <Table>
            <Table.Tbody>
              {d.parts.map((p, i) => (
                <Table.Tr key={i}>
                  <Table.Td style={{ overflowWrap: 'anywhere' }}>
                    {p.document_id ? (
                      <AnchorLink size="sm" onClick={onLeave} {...review(p.document_id)}>
                        {p.name || words.mailBody}
                      </AnchorLink>
                    ) : (
                      p.name || words.mailBody
                    )}
                    {p.in && (
                      <Text span size="xs" c="dimmed">
                        {' '}
                        {words.within(p.in)}
                      </Text>
                    )}
                  </Table.Td>
                  <Table.Td>
                    <Badge variant="light" color={colors[p.outcome]}>
                      {words.outcomes[p.outcome]}
                    </Badge>
                  </Table.Td>
                  <Table.Td>{p.reason}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          {d.body && (
            <>
              <Title order={3} size="h6" mt="sm" mb={4}>
                {words.mailBody}
              </Title>
              <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                {d.body}
              </Text>
            </>
          )}
        </>
      )}
    </Loaded>
  );
}
