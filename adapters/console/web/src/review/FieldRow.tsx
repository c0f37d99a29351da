import { Button, Group, NativeSelect, Text, Textarea, TextInput, UnstyledButton } from '@mantine/core';
import { IconCheck, IconPencil } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import type { Document } from '../api/document';
import { review as en } from '../i18n/en/review';
import { review as es } from '../i18n/es/review';
import { formatCedula, formatRadicado } from '../i18n/format';
import { useFormat } from '../i18n/useFormat';
import { useWords } from '../i18n/language';
import { ConfidenceMark } from '../ui/ConfidenceMark';
import { useKinds } from '../ui/kinds';
import type { Field } from './fields';
import type { FieldActions } from './FieldList';
import classes from './FieldRow.module.css';
import { Why } from './Why';

type Props = { document: Document; field: Field; active: boolean; explained: boolean; actions: FieldActions };

/** One field: its name, its value to correct, how sure it is, and why. */
export function FieldRow({ document: d, field: f, active, explained, actions }: Props) {
  const words = useWords({ es, en });
  const kinds = useKinds();
  const { day } = useFormat();
  const id = `field-${f.name}`;
  const input = {
    id,
    size: 'xs' as const,
    value: f.value,
    'data-field': f.name,
    'aria-describedby': f.doubt ? `${id}-state ${id}-doubt` : `${id}-state`,
    onFocus: () => actions.focus(f.name),
    onChange: (e: { currentTarget: { value: string } }) => actions.edit(f.name, e.currentTarget.value),
    onKeyDown: (e: KeyboardEvent) => {
      if (e.ctrlKey || e.altKey || e.metaKey || e.nativeEvent.isComposing) return;
      if (e.key === 'Enter' && !(f.name === 'observaciones' && e.shiftKey)) {
        e.preventDefault();
        actions.acceptAndGo(f.name);
      }
      if (e.key === 'Escape') {
        if (f.state === 'corrected') actions.restore(f.name);
        else if (e.currentTarget instanceof HTMLElement) e.currentTarget.blur();
      }
    },
  };
  const grouped = f.name === 'cedula' ? formatCedula(f.value) : f.name === 'radicado' ? formatRadicado(f.value) : f.value;
  return (
    <div className={classes.row} data-active={active || undefined} data-state={f.conflict ? 'conflict' : f.state}>
      <Group justify="space-between" wrap="nowrap" gap="xs" mih={20}>
        <Text component="label" htmlFor={id} size="xs" fw={600}>
          {words.fields[f.name]}
        </Text>
        <Group gap={6} wrap="nowrap" id={`${id}-state`}>
          {grouped !== f.value && (
            <Text size="xs" c="dimmed">
              {grouped}
            </Text>
          )}
          <State field={f} looksLike={d.suggested_type && f.name === 'document_type' ? kinds.name(d.suggested_type.value) : undefined} />
          {(f.entities.length > 0 || f.alternatives.length > 0 || (f.name === 'document_type' && d.suggested_type)) && (
            <UnstyledButton
              className={classes.why}
              aria-expanded={explained}
              aria-controls={`${id}-why`}
              tabIndex={-1}
              onClick={() => actions.explain(explained ? undefined : f.name)}
            >
              {words.why}
            </UnstyledButton>
          )}
        </Group>
      </Group>
      {f.name === 'document_type' ? (
        <NativeSelect {...input} data={kinds.choices} />
      ) : f.name === 'vence' ? (
        <TextInput {...input} type="date" />
      ) : f.name === 'observaciones' ? (
        <Textarea {...input} autosize minRows={2} maxRows={6} />
      ) : (
        <TextInput {...input} autoComplete="off" spellCheck={false} />
      )}
      {f.name === 'vence' && f.stored !== '' && (
        <Text size="xs" c="dimmed" mt={2}>
          {d.term && `${words.term(d.term.purpose, d.term.days, d.term.calendar_days, day(d.term.from), d.term.basis)}. ${d.term.note} `}
          {words.termHint}
        </Text>
      )}
      {f.state === 'doubtful' && f.doubt && (
        <Text size="xs" c="var(--cotejo-partly)" mt={2} id={`${id}-doubt`}>
          {words.check(f.doubt)}
        </Text>
      )}
      {f.conflict && (
        <Group gap="xs" mt={4} role="alert">
          <Text size="xs">{words.conflict(f.stored || '—')}</Text>
          <Button size="compact-xs" variant="default" onClick={() => actions.restore(f.name)}>
            {words.useTheirs}
          </Button>
          <Button size="compact-xs" variant="default" onClick={() => actions.accept(f.name)}>
            {words.keepMine}
          </Button>
        </Group>
      )}
      {explained && <Why id={`${id}-why`} document={d} field={f} onUse={(value) => actions.edit(f.name, value)} />}
    </div>
  );
}

function State({ field: f, looksLike }: { field: Field; looksLike?: string }) {
  const words = useWords({ es, en });
  if (f.state === 'corrected') return <Mark icon={<IconPencil size={14} aria-hidden />} text={words.corrected} />;
  if (f.state === 'accepted') return <Mark icon={<IconCheck size={14} aria-hidden />} text={words.accepted} />;
  if (f.state === 'doubtful' && f.value === '')
    return (
      <Text size="xs" c="var(--cotejo-partly)">
        {words.tooDoubtful}
      </Text>
    );
  if (f.state === 'doubtful' && looksLike)
    return (
      <Text size="xs" c="var(--cotejo-partly)">
        {words.seems(looksLike)}
      </Text>
    );
  if (f.confidence !== undefined && f.value !== '') return <ConfidenceMark confidence={f.confidence} doubtful={f.state === 'doubtful'} />;
  return null;
}

const Mark = ({ icon, text }: { icon: React.ReactNode; text: string }) => (
  <Group gap={3} wrap="nowrap" c="var(--cotejo-same)">
    {icon}
    <Text size="xs">{text}</Text>
  </Group>
);
