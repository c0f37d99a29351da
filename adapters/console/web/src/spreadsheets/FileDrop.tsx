import { FileButton, Text, UnstyledButton } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './ImportForm.module.css';
import { isWorkbook, useSpreadsheetWords } from './spreadsheets';

/** Takes a workbook, dropped or chosen. */
export function FileDrop({ onFile }: { onFile: (file: File) => void }) {
  const words = useSpreadsheetWords();
  const [over, setOver] = useState(false);
  const [refused, setRefused] = useState(false);
  const take = (file: File | null | undefined) => {
    if (!file) return;
    if (isWorkbook(file)) onFile(file);
    else setRefused(true);
  };
  return (
    <>
      <FileButton onChange={take} accept=".xlsx,.xls" inputProps={{ 'aria-label': words.choose }}>
        {(props) => (
          <UnstyledButton
            {...props}
            className={classes.drop}
            data-over={over || undefined}
            onDragOver={(e) => {
              e.preventDefault();
              setOver(true);
            }}
            onDragLeave={() => setOver(false)}
            onDrop={(e) => {
              e.preventDefault();
              setOver(false);
              take(e.dataTransfer.files[0]);
            }}
          >
            <IconFileSpreadsheet size={36} aria-hidden />
            <Text fw={600}>{words.choose}</Text>
            <Text size="sm" c="dimmed">
              {words.chooseHint}
            </Text>
          </UnstyledButton>
        )}
      </FileButton>
      {refused && (
        <Text role="alert" mt="sm" c="var(--mantine-color-error)">
          {words.notExcel}
        </Text>
      )}
    </>
  );
}
