import { Button, TextInput } from '@mantine/core';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { useKeys } from '../keys/KeyLayer';
import { PageHeader } from '../ui/PageHeader';
import { useTyped } from '../ui/useTyped';

type Props = {
  title: string;
  note?: ReactNode;
  /** The button that makes a new one, by the n key as well. */
  add: string;
  onAdd: () => void;
  search?: { label: string; value: string | undefined; onChange: (q: string | undefined) => void };
  children: ReactNode;
};

/** The frame of a list: its title, the button that adds to it, the field that searches it. */
export function ListPage({ title, note, add, onAdd, search, children }: Props) {
  const field = useRef<HTMLInputElement>(null);
  useKeys([{ chord: 'n', does: add, run: onAdd }, ...(search ? [{ chord: '/', does: search.label, run: () => field.current?.focus() }] : [])]);
  return (
    <>
      <PageHeader title={title} note={note}>
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={onAdd}>
          {add}
        </Button>
      </PageHeader>
      {search && <SearchField key={search.label} field={field} {...search} />}
      {children}
    </>
  );
}

function SearchField({
  field,
  label,
  value,
  onChange,
}: {
  field: React.RefObject<HTMLInputElement | null>;
  label: string;
  value: string | undefined;
  onChange: (q: string | undefined) => void;
}) {
  const [typed, type] = useTyped(value ?? '', onChange, 300);
  return (
    <TextInput
      ref={field}
      size="xs"
      w={320}
      mb="xs"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={14} aria-hidden />}
      value={typed}
      onChange={(e) => type(e.currentTarget.value)}
    />
  );
}
