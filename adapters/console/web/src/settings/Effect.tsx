import { Loader, Stack, Table, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../i18n/useFormat';
import { ErrorState } from '../ui/ErrorState';
import { AnchorLink } from '../ui/links';
import { useHere } from '../ui/useHere';
import classes from './Settings.module.css';
import { type Comparing, type PairChange, previewQuery, useSettingsWords } from './settings';

/** The pairs that would stop being duplicates, and those that would become ones. */
export function Effect({ config }: { config: Comparing | undefined }) {
  const words = useSettingsWords();
  const { number } = useFormat();
  const [settled] = useDebouncedValue(config, 500);
  const preview = useQuery(previewQuery(settled));
  const { data } = preview;
  const fresh = config === settled && !preview.isFetching;
  return (
    <section className={classes.box} aria-label={words.effect} aria-busy={!fresh}>
      <Title order={2}>{words.effect}</Title>
      {config === undefined ? (
        <Text size="sm" c="dimmed">
          {words.noEffect}
        </Text>
      ) : preview.isError ? (
        <ErrorState error={preview.error} onRetry={() => void preview.refetch()} title={words.effect} />
      ) : !fresh || !data ? (
        <Text size="sm" role="status">
          <Loader size="xs" mr="xs" aria-hidden /> {words.computing}
        </Text>
      ) : (
        <Stack gap="xs" role="status">
          <Text size="sm" c="dimmed">
            {words.compared(data.pairs, number(data.pairs))}
          </Text>
          {data.stop_total + data.start_total === 0 && <Text fw={600}>{words.noChange}</Text>}
          <Changes title={words.stop(data.stop_total, number(data.stop_total))} changes={data.stop} total={data.stop_total} />
          <Changes title={words.start(data.start_total, number(data.start_total))} changes={data.start} total={data.start_total} />
        </Stack>
      )}
    </section>
  );
}

function Changes({ title, changes, total }: { title: string; changes: PairChange[]; total: number }) {
  const words = useSettingsWords();
  const { number, percent } = useFormat();
  const here = useHere();
  if (total === 0) return null;
  return (
    <div>
      <Text fw={600}>{title}</Text>
      {total > changes.length && (
        <Text size="sm" c="dimmed">
          {words.shown(number(changes.length))}
        </Text>
      )}
      <div className={classes.scroll} tabIndex={0} role="region" aria-label={title}>
        <Table verticalSpacing={3} aria-label={title}>
          <Table.Tbody>
            {changes.map((c) => (
              <Table.Tr key={c.document.id + c.earlier.id}>
                <Table.Td>
                  <Side document={c.document} />
                </Table.Td>
                <Table.Td>
                  <Side document={c.earlier} />
                </Table.Td>
                <Table.Td ta="right">{words.change(percent(c.before.similarity), percent(c.after.similarity))}</Table.Td>
                <Table.Td ta="right">
                  <AnchorLink to="/comparar/$left/$right" params={{ left: c.earlier.id, right: c.document.id }} search={{ de: here }} size="sm">
                    {words.compare}
                  </AnchorLink>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </div>
  );
}

function Side({ document: d }: { document: PairChange['document'] }) {
  return (
    <>
      <Text size="sm" lineClamp={1} title={d.demandante}>
        {d.demandante || '—'}
      </Text>
      <Text size="xs" c="dimmed" lineClamp={1} title={d.file_name}>
        {d.file_name}
      </Text>
    </>
  );
}
