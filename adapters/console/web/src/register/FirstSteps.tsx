import { Button, Group, List, Text, ThemeIcon } from '@mantine/core';
import { IconCheck, IconListCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../ui/EmptyState';
import { AnchorLink } from '../ui/links';
import { casesQuery, courtsQuery, subjectsQuery, useRegisterWords } from './register';

/** What an empty register lacks before the first notification, in order, with the pages where it is added. */
export function FirstSteps({ onNew }: { onNew: () => void }) {
  const words = useRegisterWords();
  const courts = useQuery(courtsQuery).data;
  const cases = useQuery(casesQuery({})).data;
  const subjects = useQuery(subjectsQuery({})).data;
  const steps = [
    { to: '/juzgados', text: words.firstCourt, done: Boolean(courts?.length) },
    { to: '/procesos', text: words.firstCase, done: Boolean(cases?.total) },
    { to: '/sujetos', text: words.firstSubject, done: Boolean(subjects?.total) },
  ];
  const ready = steps.every((s) => s.done);
  return (
    <EmptyState icon={<IconListCheck aria-hidden />} title={words.firstTitle} hint={words.firstHint}>
      <List type="ordered" ta="left" spacing={6} mt="xs" aria-label={words.firstTitle}>
        {steps.map((s) => (
          <List.Item key={s.to}>
            <Group gap={6} component="span" wrap="nowrap">
              <AnchorLink size="sm" underline="always" to={s.to}>
                {s.text}
              </AnchorLink>
              {s.done && (
                <ThemeIcon size={18} radius="xl" variant="light" color="teal" role="img" aria-label={words.firstDone}>
                  <IconCheck size={12} aria-hidden />
                </ThemeIcon>
              )}
            </Group>
          </List.Item>
        ))}
        <List.Item>
          {ready ? (
            <Button size="compact-sm" onClick={onNew}>
              {words.newNotification}
            </Button>
          ) : (
            <Text span size="sm">
              {words.firstNotification}
            </Text>
          )}
        </List.Item>
      </List>
    </EmptyState>
  );
}
