import { Badge, Button, Group, Stack, Table, Text, Title } from '@mantine/core';
import { IconTestPipe } from '@tabler/icons-react';
import type { UseMutationResult } from '@tanstack/react-query';
import type { components } from '../api/intake';
import { useFormat } from '../i18n/useFormat';
import { ErrorState } from '../ui/ErrorState';
import { useKinds } from '../ui/kinds';
import { useMailRulesWords } from './mailRules';
import { Sender } from './Sender';
import classes from './Settings.module.css';
import { decidingRules, type Rule, type Tried, wouldChange } from './rules';

type Trial = components['schemas']['MailTrial'];

/** What the rules as they stand would do with the messages that came last. */
export function RuleTrial({ rules, trial, error }: { rules: Rule[]; trial: UseMutationResult<Trial, Error, Rule[]>; error?: Error }) {
  const words = useMailRulesWords();
  const { data, variables } = trial;
  return (
    <section className={classes.box} aria-label={words.trial} aria-busy={trial.isPending}>
      <Stack gap="xs">
        <Group justify="space-between">
          <Title order={2}>{words.trial}</Title>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconTestPipe size={16} aria-hidden />}
            loading={trial.isPending}
            onClick={() => trial.mutate(rules)}
          >
            {words.tryOut}
          </Button>
        </Group>
        <Text size="sm" c="dimmed">
          {words.trialHint}
        </Text>
        {error && <ErrorState error={error} title={words.trial} />}
        {data && (
          <>
            <Text size="sm" role="status">
              {data.messages.length === 0 ? words.noMessages : words.tried(data.messages.length, data.ignored, data.messages.filter(wouldChange).length)}
              {JSON.stringify(variables) !== JSON.stringify(rules) && ` ${words.stale}`}
            </Text>
            {data.messages.length > 0 && <Messages messages={data.messages} />}
          </>
        )}
      </Stack>
    </section>
  );
}

function Messages({ messages }: { messages: Tried[] }) {
  const words = useMailRulesWords();
  const { moment } = useFormat();
  return (
    <div className={classes.scroll} tabIndex={0} role="group" aria-label={words.trial}>
      <Table verticalSpacing={3} aria-label={words.trial} stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{words.date}</Table.Th>
            <Table.Th>{words.from}</Table.Th>
            <Table.Th>{words.subject}</Table.Th>
            <Table.Th ta="right">{words.attachments}</Table.Th>
            <Table.Th>{words.outcome}</Table.Th>
            <Table.Th>{words.rule}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {messages.map((m) => (
            <Table.Tr key={m.delivery_id} data-changes={wouldChange(m) || undefined} className={wouldChange(m) ? classes.changes : undefined}>
              <Table.Td>{moment(m.sent_at ?? m.received_at)}</Table.Td>
              <Table.Td>
                <Sender of={m} />
              </Table.Td>
              <Table.Td className={classes.words}>{m.subject || words.noSubject}</Table.Td>
              <Table.Td ta="right" title={m.attachments.join(', ')}>
                {m.attachments.length}
              </Table.Td>
              <Table.Td>
                <Outcome of={m} />
              </Table.Td>
              <Table.Td className={classes.words}>{decidingRules(m).join(', ') || words.noRule}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function Outcome({ of: m }: { of: Tried }) {
  const words = useMailRulesWords();
  const kinds = useKinds();
  const details = [
    m.type !== '' && m.type !== 'auto' && words.as(kinds.name(m.type)),
    m.tags.length > 0 && words.tagged(m.tags.map(words.quoted).join(', ')),
    m.reason,
  ];
  return (
    <>
      <Text size="sm">{words.outcomes[m.outcome]}</Text>
      {wouldChange(m) && (
        <Badge variant="light" color="orange">
          {words.changes[m.outcome]}
        </Badge>
      )}
      <Text size="xs" c="dimmed" className={classes.words}>
        {details.filter(Boolean).join(', ')}
      </Text>
    </>
  );
}
