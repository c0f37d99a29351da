import { Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { review as en } from '../i18n/en/review';
import { review as es } from '../i18n/es/review';
import { useWords } from '../i18n/language';
import { useFormat } from '../i18n/useFormat';
import { Dialog } from '../ui/Dialog';
import { useKinds } from '../ui/kinds';
import { Loaded, SkeletonLines } from '../ui/Loaded';
import { historyQuery, latestChanges } from './document';

/** Who changed which field of a document, the latest first. */
export function HistoryDialog({ id, opened, onClose }: { id: string; opened: boolean; onClose: () => void }) {
  const words = useWords({ es, en });
  return (
    <Dialog opened={opened} onClose={onClose} title={words.history} size="xl">
      {opened && <History id={id} />}
    </Dialog>
  );
}

function History({ id }: { id: string }) {
  const words = useWords({ es, en });
  const { moment } = useFormat();
  const history = useQuery(historyQuery(id));
  const kinds = useKinds();
  const fields: Record<string, string> = { ...words.fields, ...words.otherFields };
  const states: Record<string, string> = words.states;
  const said = (field: string, value: string) => (field === 'status' ? states[value] : field === 'document_type' ? value && kinds.name(value) : value) || '—';
  const who = (user: string) => (user === 'system' ? words.theSystem : user);
  return (
    <Loaded query={history} skeleton={<SkeletonLines lines={4} />}>
      {(changes) =>
        changes.length === 0 ? (
          <Text size="sm">{words.noHistory}</Text>
        ) : (
          <>
            {changes.length === latestChanges && (
              <Text size="sm" c="dimmed">
                {words.latestChanges(latestChanges)}
              </Text>
            )}
            <Table>
              <Table.Thead>
                <Table.Tr>
                  {[words.when, words.who, words.field, words.before, words.after].map((head) => (
                    <Table.Th key={head} scope="col">
                      {head}
                    </Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {changes.map((c, i) => (
                  <Table.Tr key={i}>
                    <Table.Td>{moment(c.changed_at)}</Table.Td>
                    <Table.Td>{who(c.corrected_by || c.user)}</Table.Td>
                    <Table.Td>{fields[c.field] ?? c.field}</Table.Td>
                    <Table.Td>{said(c.field, c.from)}</Table.Td>
                    <Table.Td>{said(c.field, c.to)}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </>
        )
      }
    </Loaded>
  );
}
