import { Button, Group, NativeSelect, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { today } from '../i18n/format';
import { useFormat } from '../i18n/useFormat';
import { DayInput } from '../ui/DayInput';
import { ErrorState } from '../ui/ErrorState';
import { useKinds } from '../ui/kinds';
import { useTyped } from '../ui/useTyped';
import classes from './ImportForm.module.css';
import { duplicateStates, type ExportSearch, statuses } from './search';
import { countQuery, exportAddress, useSpreadsheetWords } from './spreadsheets';

/** The first and the last day of a month: 0 is this one, -1 the one before. */
function monthOf(back: number): { desde: string; hasta: string } {
  const [year, month] = today().split('-').map(Number);
  const day = (y: number, m: number, d: number) => new Date(Date.UTC(y, m, d)).toISOString().slice(0, 10);
  return { desde: day(year, month - 1 + back, 1), hasta: day(year, month + back, 0) };
}

/** Chooses documents by filters that the address keeps, and leads to them as a workbook. */
export function ExportForm({ search, onChange }: { search: ExportSearch; onChange: (part: Partial<ExportSearch>) => void }) {
  const words = useSpreadsheetWords();
  const { number } = useFormat();
  const kinds = useKinds();
  const count = useQuery(countQuery(search));
  const [name, setName] = useState('indice_documentos');
  const [typed, type] = useTyped(search.q ?? '', (q) => onChange({ q }), 400);
  const select = <K extends keyof ExportSearch>(key: K, label: string, data: { value: string; label: string }[]) => (
    <NativeSelect label={label} value={search[key] ?? ''} onChange={(e) => onChange({ [key]: e.currentTarget.value || undefined })} data={data} />
  );
  return (
    <Stack gap="md" className={classes.box} maw={900}>
      <Text size="sm" c="dimmed">
        {words.exportHint}
      </Text>
      <Group align="flex-end" gap="sm">
        <DayInput label={words.from} value={search.desde} onChange={(desde) => onChange({ desde })} />
        <DayInput label={words.to} value={search.hasta} onChange={(hasta) => onChange({ hasta })} />
        <Button variant="default" onClick={() => onChange(monthOf(0))}>
          {words.thisMonth}
        </Button>
        <Button variant="default" onClick={() => onChange(monthOf(-1))}>
          {words.lastMonth}
        </Button>
        <Button variant="default" onClick={() => onChange({ desde: undefined, hasta: undefined })}>
          {words.everything}
        </Button>
      </Group>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        {select('tipo', words.kind, [{ value: '', label: words.allKinds }, ...kinds.choices])}
        {select('estado', words.status, [{ value: '', label: words.allStatuses }, ...statuses.map((s) => ({ value: s, label: words[s] }))])}
        {select('dudosa', words.review, [
          { value: '', label: words.reviewAny },
          { value: 'true', label: words.reviewDue },
          { value: 'false', label: words.reviewNot },
        ])}
        {select('duplicados', words.duplicates, [{ value: '', label: words.duplicatesAny }, ...duplicateStates.map((s) => ({ value: s, label: words[s] }))])}
      </SimpleGrid>
      <TextInput label={words.words} description={words.wordsHint} value={typed} onChange={(e) => type(e.currentTarget.value)} />
      <TextInput
        label={words.fileName}
        value={name}
        rightSectionWidth={50}
        rightSection={
          <Text size="sm" c="dimmed">
            .xlsx
          </Text>
        }
        onChange={(e) => setName(e.currentTarget.value)}
      />
      {count.isError ? (
        <ErrorState error={count.error} onRetry={() => void count.refetch()} />
      ) : count.data === 0 ? (
        <Text role="status">{words.nothing}</Text>
      ) : (
        <Button
          component="a"
          href={exportAddress(search, name)}
          download
          w="max-content"
          leftSection={<IconDownload size={18} aria-hidden />}
          loading={count.data === undefined}
        >
          {words.download(number(count.data ?? 0))}
        </Button>
      )}
    </Stack>
  );
}
