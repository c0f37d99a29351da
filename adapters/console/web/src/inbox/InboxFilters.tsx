import { Button, Checkbox, Group, NativeSelect, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useRef } from 'react';
import { inbox as en } from '../i18n/en/inbox';
import { inbox as es } from '../i18n/es/inbox';
import { useWords } from '../i18n/language';
import { useKeys } from '../keys/KeyLayer';
import { DayInput } from '../ui/DayInput';
import { useKinds } from '../ui/kinds';
import { useTyped } from '../ui/useTyped';
import { isFiltered, terms } from './filters';
import { SavedViews } from './SavedViews';
import type { InboxSearch, Term } from './views';

/** The filters of a list of documents, which the address keeps. */
export function InboxFilters({ search, onChange }: { search: InboxSearch; onChange: (part: Partial<InboxSearch>) => void }) {
  const words = useWords({ es, en });
  const kinds = useKinds();
  const field = useRef<HTMLInputElement>(null);
  const [typed, type] = useTyped(search.q ?? '', (q) => onChange({ q }), 400);
  useKeys([{ chord: '/', does: words.filter, run: () => field.current?.focus() }]);
  return (
    <Group gap="xs" wrap="wrap">
      <SavedViews search={search} />
      <TextInput
        ref={field}
        size="xs"
        w={240}
        aria-label={words.filter}
        placeholder={words.filter}
        leftSection={<IconSearch size={14} aria-hidden />}
        value={typed}
        onChange={(e) => type(e.currentTarget.value)}
      />
      <NativeSelect
        size="xs"
        aria-label={words.kind}
        value={search.tipo ?? ''}
        onChange={(e) => onChange({ tipo: e.currentTarget.value || undefined })}
        data={[{ value: '', label: words.allKinds }, ...kinds.choices]}
      />
      <NativeSelect
        size="xs"
        aria-label={words.due}
        value={search.vence ?? ''}
        onChange={(e) => onChange({ vence: (e.currentTarget.value || undefined) as Term | undefined })}
        data={[{ value: '', label: words.allDue }, ...(Object.keys(terms) as Term[]).map((t) => ({ value: t, label: words.dueOf[t] }))]}
      />
      <DayInput small label={words.from} value={search.desde} onChange={(desde) => onChange({ desde })} />
      <DayInput small label={words.to} value={search.hasta} onChange={(hasta) => onChange({ hasta })} />
      <Checkbox
        size="xs"
        label={words.mine}
        checked={search.asignados === 'mios'}
        onChange={(e) => onChange({ asignados: e.currentTarget.checked ? 'mios' : undefined })}
      />
      {isFiltered(search) && (
        <Button
          size="compact-xs"
          variant="subtle"
          onClick={() => onChange({ q: undefined, tipo: undefined, vence: undefined, desde: undefined, hasta: undefined, asignados: undefined })}
        >
          {words.clearFilters}
        </Button>
      )}
    </Group>
  );
}
