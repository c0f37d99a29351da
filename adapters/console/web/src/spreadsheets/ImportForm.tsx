import { Alert, Button, Checkbox, Group, NumberInput, Progress, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconFileSpreadsheet, IconUpload } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { keys } from '../api/keys';
import { useFormat } from '../i18n/useFormat';
import { ErrorState } from '../ui/ErrorState';
import { AnchorLink } from '../ui/links';
import { ColumnTable } from './ColumnTable';
import { FileDrop } from './FileDrop';
import classes from './ImportForm.module.css';
import { type Mapping, noMapping, withColumn } from './mapping';
import { OutcomeFigures, RowErrors } from './OutcomeFigures';
import { type Outcome, progressQuery, sendWorkbook, useSpreadsheetWords } from './spreadsheets';

/** A workbook on its way in: what it would do, then what it does. */
export function ImportForm() {
  const [file, setFile] = useState<File>();
  const [round, setRound] = useState(0); // the same file may be chosen again after it was corrected
  if (!file) return <FileDrop onFile={setFile} />;
  return (
    <FileImport
      key={round}
      file={file}
      onAnother={(next) => {
        setRound(round + 1);
        setFile(next);
      }}
    />
  );
}

function FileImport({ file, onAnother }: { file: File; onAnother: (file: File | undefined) => void }) {
  const words = useSpreadsheetWords();
  const { number, size } = useFormat();
  const queries = useQueryClient();
  const [mapping, setMapping] = useState<Mapping>(noMapping);
  const [update, setUpdate] = useState(false);
  const checked = useMutation({ mutationFn: (r: { mapping: Mapping; update: boolean; key: string }) => sendWorkbook({ file, ...r }, true, r.key) });
  const run = useMutation({
    mutationFn: (key: string) => sendWorkbook({ file, mapping, update }, false, key),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.documents }),
  });
  const { mutate: check } = checked;
  useEffect(() => check({ mapping, update, key: crypto.randomUUID() }), [check, mapping, update]);
  const [seen, setSeen] = useState<Outcome>();
  useEffect(() => {
    if (checked.data) setSeen(checked.data);
  }, [checked.data]);

  const checking = useProgress(checked.variables?.key, checked.isPending);
  const running = useProgress(run.variables, run.isPending);
  const ready = seen && !seen.problem && !checked.isPending && !checked.isError ? seen.imported + seen.updated : 0;
  if (run.isSuccess) return <Finished outcome={run.data} file={file} onAnother={() => onAnother(undefined)} />;
  return (
    <Stack gap="md">
      <Group gap="sm">
        <IconFileSpreadsheet aria-hidden />
        <Text fw={600}>{file.name}</Text>
        <Text size="sm" c="dimmed">
          {size(file.size)}
        </Text>
        <Button variant="default" size="xs" disabled={run.isPending} onClick={() => onAnother(undefined)}>
          {words.another}
        </Button>
      </Group>
      {checked.isError && <ErrorState error={checked.error} title={words.problem} onRetry={() => check({ mapping, update, key: crypto.randomUUID() })} />}
      {checked.isPending && <Busy text={checking ? words.checkingRows(number(checking)) : words.checking} share={1} />}
      {seen && !run.isPending && (
        <>
          {seen.problem && (
            <Alert color="yellow" variant="light" icon={<IconAlertTriangle aria-hidden />} title={words.problem} role="alert">
              {seen.problem}
            </Alert>
          )}
          <section>
            <Group justify="space-between" align="flex-end" mb="xs">
              <div>
                <Title order={2}>{words.columns}</Title>
                <Text size="sm" c="dimmed">
                  {words.columnsHint}
                </Text>
              </div>
              <HeaderRow outcome={seen} onChange={(sheet, row) => setMapping({ sheet, row, columns: {} })} />
            </Group>
            <ColumnTable outcome={seen} onChange={(column, name) => setMapping(withColumn(mapping, seen, column, name))} />
          </section>
          {!seen.problem && (
            <section aria-label={words.outcome} className={classes.box}>
              <Title order={2} mb="xs">
                {words.outcome}
              </Title>
              <OutcomeFigures outcome={seen} />
              <Checkbox my="md" label={words.update} checked={update} onChange={(e) => setUpdate(e.currentTarget.checked)} />
              <Button leftSection={<IconUpload size={18} aria-hidden />} disabled={ready === 0} onClick={() => run.mutate(crypto.randomUUID())}>
                {ready > 0 ? words.run(number(ready)) : words.nothingToRun}
              </Button>
            </section>
          )}
          <RowErrors outcome={seen} />
        </>
      )}
      {run.isError && <ErrorState error={run.error} title={words.import} />}
      {run.isPending && (
        <Busy
          text={running ? words.runningRows(number(running), number(seen?.total_rows ?? 0)) : words.running}
          share={running && seen ? running / Math.max(1, seen.total_rows) : 1}
        />
      )}
    </Stack>
  );
}

/** Rows that are done of a request under way. */
function useProgress(key: string | undefined, running: boolean): number | undefined {
  const { data } = useQuery(progressQuery(key ?? '', running && key !== undefined));
  return running ? (data ?? undefined) : undefined;
}

function Busy({ text, share }: { text: string; share: number }) {
  return (
    <div role="status">
      <Text size="sm" mb={4}>
        {text}
      </Text>
      <Progress value={100 * share} striped={share === 1} animated={share === 1} aria-label={text} />
    </div>
  );
}

function HeaderRow({ outcome, onChange }: { outcome: Outcome; onChange: (sheet: number, row: number) => void }) {
  const words = useSpreadsheetWords();
  const [sheet, setSheet] = useState<number | string>(outcome.sheet);
  const [row, setRow] = useState<number | string>(outcome.header_row);
  useEffect(() => {
    setSheet(outcome.sheet);
    setRow(outcome.header_row);
  }, [outcome]);
  const apply = () => {
    if (Number(sheet) > 0 && Number(row) > 0 && (sheet !== outcome.sheet || row !== outcome.header_row)) onChange(Number(sheet), Number(row));
  };
  const field = {
    min: 1,
    allowDecimal: false,
    hideControls: true,
    size: 'xs',
    onBlur: apply,
    onKeyDown: (e: { key: string }) => e.key === 'Enter' && apply(),
  } as const;
  return (
    <Group gap="sm">
      <NumberInput {...field} w={90} label={words.sheet} value={sheet} onChange={setSheet} />
      <NumberInput {...field} w={170} label={words.row} value={row} onChange={setRow} />
    </Group>
  );
}

function Finished({ outcome, file, onAnother }: { outcome: Outcome; file: File; onAnother: () => void }) {
  const words = useSpreadsheetWords();
  const { number } = useFormat();
  return (
    <Stack gap="md">
      <Alert color="teal" variant="light" icon={<IconCheck aria-hidden />} title={words.finished(number(outcome.imported))} role="status">
        {file.name}
      </Alert>
      <section aria-label={words.outcomeDone} className={classes.box}>
        <Title order={2} mb="xs">
          {words.outcomeDone}
        </Title>
        <OutcomeFigures outcome={outcome} />
      </section>
      <RowErrors outcome={outcome} />
      <Group gap="md">
        <AnchorLink to="/bandeja" search={{ vista: 'todos' }}>
          {words.seeDocuments}
        </AnchorLink>
        <Button variant="default" onClick={onAnother}>
          {words.another}
        </Button>
      </Group>
    </Stack>
  );
}
