import { ActionIcon, TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { readDay } from '../i18n/format';
import { ui as en } from '../i18n/en/ui';
import { ui as es } from '../i18n/es/ui';
import { useWords } from '../i18n/language';
import { useFormat } from '../i18n/useFormat';
import classes from './DayInput.module.css';

type Props = {
  label: string;
  /** As 2026-11-26. */
  value: string | undefined;
  onChange: (day: string | undefined) => void;
  /** In a row of filters: small, its label not shown. */
  small?: boolean;
};

/** A day, written as in lists; a browser would write it in its own language. The calendar is the browser's. */
export function DayInput({ label, value, onChange, small }: Props) {
  const words = useWords({ es, en });
  const { day } = useFormat();
  const [typed, setTyped] = useState<string>();
  const [left, setLeft] = useState(false);
  const calendar = useRef<HTMLInputElement>(null);
  const wrong = typed !== undefined && typed.trim() !== '' && readDay(typed) === undefined;
  const type = (text: string) => {
    setTyped(text);
    setLeft(false);
    const read = readDay(text);
    if ((read || text.trim() === '') && read !== value) onChange(read);
  };
  return (
    <TextInput
      size={small ? 'xs' : undefined}
      w={small ? 136 : 170}
      label={small ? undefined : label}
      aria-label={small ? label : undefined}
      title={small ? label : undefined}
      placeholder={words.dayForm}
      autoComplete="off"
      value={typed ?? (value ? day(value) : '')}
      onChange={(e) => type(e.currentTarget.value)}
      onBlur={() => (wrong ? setLeft(true) : setTyped(undefined))}
      error={left && wrong ? words.noDay : undefined}
      rightSection={
        <>
          <ActionIcon size="sm" variant="subtle" color="gray" aria-label={words.calendar(label)} onClick={() => calendar.current?.showPicker()}>
            <IconCalendar size={14} aria-hidden />
          </ActionIcon>
          <input
            ref={calendar}
            type="date"
            tabIndex={-1}
            aria-hidden
            className={classes.native}
            value={value ?? ''}
            onChange={(e) => {
              setTyped(undefined);
              onChange(e.currentTarget.value || undefined);
            }}
          />
        </>
      }
    />
  );
}
