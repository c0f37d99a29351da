import { Badge, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { type UseMutationResult, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useFormat } from '../i18n/useFormat';
import { ErrorState } from '../ui/ErrorState';
import { Loaded } from '../ui/Loaded';
import classes from './Settings.module.css';
import { useSettingsWords } from './settings';

type Stored = { number: number; at: string; by: string; origin: 'manual' | 'tune' | 'undo' };

type Props<T> = {
  query: UseQueryOptions<T[], Error, T[], string[]>;
  /** Restores the settings before; without it nobody can. */
  undo?: UseMutationResult<unknown, Error, void>;
  /** What stands where nobody has changed them. */
  untouched?: string;
};

/** Who changed these settings and when; the last change can be taken back. */
export function SettingsHistory<T extends Stored>({ query, undo, untouched }: Props<T>) {
  const words = useSettingsWords();
  const { moment } = useFormat();
  const history = useQuery(query);
  const origins = { manual: words.manual, tune: words.tune, undo: words.undoOrigin };
  return (
    <section className={classes.box} aria-label={words.history}>
      <Group justify="space-between" mb="xs">
        <Title order={2}>{words.history}</Title>
        {undo && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            disabled={!history.data?.length}
            loading={undo.isPending}
            onClick={() => undo.mutate()}
          >
            {words.undo}
          </Button>
        )}
      </Group>
      {undo?.isError && <ErrorState error={undo.error} title={words.undo} />}
      <Loaded query={history}>
        {(list) => (
          <Stack gap={6}>
            {list.length === 0 && (
              <Text size="sm" c="dimmed">
                {untouched ?? words.untouched}
              </Text>
            )}
            {list.map((t, i) => (
              <Group key={t.number} gap="xs">
                <Text size="sm">
                  {moment(t.at)} {words.by(t.by)}, {origins[t.origin]}
                </Text>
                {i === 0 && (
                  <Badge variant="light" color="teal">
                    {words.current}
                  </Badge>
                )}
              </Group>
            ))}
          </Stack>
        )}
      </Loaded>
    </section>
  );
}
