import { NativeSelect, Table, Text } from '@mantine/core';
import classes from './ImportForm.module.css';
import { type Outcome, useSpreadsheetWords } from './spreadsheets';

/** Each column of the sheet, its first values, and what it is taken for. */
export function ColumnTable({ outcome, onChange }: { outcome: Outcome; onChange: (column: string, name: string) => void }) {
  const words = useSpreadsheetWords();
  const choices = [{ value: '', label: words.ignored }, ...outcome.known_columns.map((c) => ({ value: c.name, label: c.label }))];
  return (
    <div className={`${classes.box} ${classes.scroll}`} tabIndex={0} role="region" aria-label={words.columns}>
      <Table verticalSpacing={3} aria-label={words.columns}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col" w={80}>
              {words.column}
            </Table.Th>
            <Table.Th scope="col">{words.header}</Table.Th>
            <Table.Th scope="col">{words.samples}</Table.Th>
            <Table.Th scope="col" w={260}>
              {words.meaning}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {outcome.sheet_columns.map((c) => (
            <Table.Tr key={c.column}>
              <Table.Td>{c.column}</Table.Td>
              <Table.Td>
                {c.header || (
                  <Text component="span" c="dimmed">
                    {words.noHeader}
                  </Text>
                )}
              </Table.Td>
              <Table.Td>
                <Text size="sm" c="dimmed" lineClamp={1} maw={420} title={c.samples.join('\n')}>
                  {c.samples.join(' · ') || '—'}
                </Text>
              </Table.Td>
              <Table.Td>
                <NativeSelect
                  size="xs"
                  aria-label={words.meaningOf(c.column, c.header)}
                  value={c.name}
                  onChange={(e) => onChange(c.column, e.currentTarget.value)}
                  data={choices}
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
