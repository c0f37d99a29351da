import { Table, Text, Title } from '@mantine/core';
import { useFormat } from '../i18n/useFormat';
import classes from './ImportForm.module.css';
import { type Outcome, type RowError, useSpreadsheetWords } from './spreadsheets';

/** How many rows do what. */
export function OutcomeFigures({ outcome: o }: { outcome: Outcome }) {
  const words = useSpreadsheetWords();
  const { number } = useFormat();
  const figures: [string, number, boolean?][] = [
    [words.total, o.total_rows],
    [words.fresh, o.imported],
    [o.dry_run ? words.updated : words.updatedDone, o.updated],
    [words.skipped, o.skipped],
    [words.failed, o.failed, o.failed > 0],
  ];
  return (
    <dl className={classes.figures}>
      {figures.map(([label, n, bad]) => (
        <div key={label} data-bad={bad || undefined}>
          <dt>{label}</dt>
          <dd>{number(n)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What is wrong, row by row, and what was taken nonetheless. */
export function RowErrors({ outcome: o }: { outcome: Outcome }) {
  const words = useSpreadsheetWords();
  const { number } = useFormat();
  return (
    <>
      {o.ignored_sheets.length > 0 && <Text size="sm">{words.ignoredSheets(o.ignored_sheets.join(', '))}</Text>}
      {o.errors.length > 0 && <Rows title={words.errors} hint={words.errorsHint(number(1000))} rows={o.errors} outcome={o} />}
      {o.notes.length > 0 && <Rows title={words.notes} rows={o.notes} outcome={o} />}
    </>
  );
}

function Rows({ title, hint, rows, outcome }: { title: string; hint?: string; rows: RowError[]; outcome: Outcome }) {
  const words = useSpreadsheetWords();
  const label = (name: string) => outcome.known_columns.find((c) => c.name === name)?.label ?? name;
  return (
    <section>
      <Title order={2}>{title}</Title>
      {hint && (
        <Text size="sm" c="dimmed" mb="xs">
          {hint}
        </Text>
      )}
      <div className={`${classes.box} ${classes.scroll}`} tabIndex={0} role="region" aria-label={title}>
        <Table verticalSpacing={3} aria-label={title}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col" w={140}>
                {words.sheet}
              </Table.Th>
              <Table.Th scope="col" w={80}>
                {words.atRow}
              </Table.Th>
              <Table.Th scope="col" w={200}>
                {words.column}
              </Table.Th>
              <Table.Th scope="col">{words.what}</Table.Th>
              <Table.Th scope="col">{words.value}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((r, i) => (
              <Table.Tr key={i}>
                <Table.Td>{r.sheet}</Table.Td>
                <Table.Td>{r.row}</Table.Td>
                <Table.Td>{r.header || label(r.column)}</Table.Td>
                <Table.Td>{r.message}</Table.Td>
                <Table.Td>{r.value || '—'}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </section>
  );
}
