import { Button, Stack, Table, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { keys } from '../api/keys';
import { useFormat } from '../i18n/useFormat';
import { ErrorState } from '../ui/ErrorState';
import { Loaded } from '../ui/Loaded';
import { ignoredQuery, takeDelivery, useMailRulesWords } from './mailRules';
import { Sender } from './Sender';
import classes from './Settings.module.css';

/** The messages that a rule ignored; anyone can take them in. */
export function IgnoredMessages() {
  const words = useMailRulesWords();
  const { moment, number } = useFormat();
  const queries = useQueryClient();
  const ignored = useQuery(ignoredQuery);
  const take = useMutation({
    mutationFn: takeDelivery,
    onSuccess: () => notifications.show({ message: words.takenIn }),
    // Also where it failed: somebody else may have taken it in.
    onSettled: () => Promise.all([keys.ignored, keys.tasks, keys.documents].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
  return (
    <section className={classes.box} aria-label={words.ignored}>
      <Title order={2}>{words.ignored}</Title>
      {take.isError && <ErrorState error={take.error} title={words.take} />}
      <Loaded query={ignored}>
        {({ data, meta }) =>
          data.length === 0 ? (
            <Text size="sm" c="dimmed">
              {words.noneIgnored}
            </Text>
          ) : (
            <Stack gap="xs">
              {meta.total > data.length && (
                <Text size="sm" c="dimmed">
                  {words.firstOf(number(data.length), number(meta.total))}
                </Text>
              )}
              <div className={classes.scroll} tabIndex={0} role="group" aria-label={words.ignored}>
                <Table verticalSpacing={3} aria-label={words.ignored} stickyHeader>
                  <Table.Thead>
                    <Table.Tr>
                      <Table.Th>{words.date}</Table.Th>
                      <Table.Th>{words.from}</Table.Th>
                      <Table.Th>{words.subject}</Table.Th>
                      <Table.Th>{words.rule}</Table.Th>
                      <Table.Th>{words.reason}</Table.Th>
                      <Table.Td />
                    </Table.Tr>
                  </Table.Thead>
                  <Table.Tbody>
                    {data.map((m) => (
                      <Table.Tr key={m.id}>
                        <Table.Td>{moment(m.sent_at ?? m.received_at)}</Table.Td>
                        <Table.Td>
                          <Sender of={m} />
                        </Table.Td>
                        <Table.Td className={classes.words}>{m.subject || words.noSubject}</Table.Td>
                        <Table.Td className={classes.words}>{m.ignored_by}</Table.Td>
                        <Table.Td className={classes.words}>{m.ignored_reason}</Table.Td>
                        <Table.Td ta="right">
                          <Button
                            size="compact-sm"
                            variant="default"
                            aria-label={words.takeOf(m.subject || words.noSubject)}
                            loading={take.isPending && take.variables === m.id}
                            disabled={take.isPending}
                            onClick={() => take.mutate(m.id)}
                          >
                            {words.take}
                          </Button>
                        </Table.Td>
                      </Table.Tr>
                    ))}
                  </Table.Tbody>
                </Table>
              </div>
            </Stack>
          )
        }
      </Loaded>
    </section>
  );
}
