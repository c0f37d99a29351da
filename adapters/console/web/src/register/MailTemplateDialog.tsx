import { Alert, Button, Group, Paper, SimpleGrid, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { type ChangeEvent, type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { isProblem, Problem } from '../api/problem';
import { useFormat } from '../i18n/useFormat';
import { isAdmin, useSession } from '../session/session';
import { Dialog } from '../ui/Dialog';
import { ErrorState } from '../ui/ErrorState';
import { Loaded } from '../ui/Loaded';
import { useDraft } from '../ui/useDraft';
import { MailText } from './MailText';
import {
  type Court,
  courtCorrectionsQuery,
  type MailTemplate,
  mailTemplateQuery,
  resetMailTemplate,
  setMailTemplate,
  templatePreviewQuery,
  type TemplateValues,
  useChange,
  useRegisterWords,
  utc,
} from './register';

/** What the e-mails of a court say: administrators change it, the others see it. */
export function MailTemplateDialog({ court, onClose }: { court: Court; onClose: () => void }) {
  const words = useRegisterWords();
  const query = useQuery(mailTemplateQuery(court.id));
  return (
    <Dialog opened onClose={onClose} title={words.templateOf(court.nombre)} size="72rem">
      <Loaded query={query}>{(t) => <TemplateForm key={t.fecha_actualizacion ?? ''} court={court} template={t} onClose={onClose} />}</Loaded>
    </Dialog>
  );
}

type Field = 'asunto' | 'texto';

function TemplateForm({ court, template: t, onClose }: { court: Court; template: MailTemplate; onClose: () => void }) {
  const words = useRegisterWords();
  const admin = isAdmin(useSession());
  const { value, setValue, drop } = useDraft(`template:${court.id}:${t.fecha_actualizacion}`, { asunto: t.asunto, texto: t.texto.trimEnd(), firma: t.firma });
  const [settled] = useDebouncedValue(value, 400);
  const preview = useQuery(templatePreviewQuery(court.id, settled));
  const saving = useChange(
    () => setMailTemplate(court.id, value),
    () => {
      drop();
      notifications.show({ message: words.templateSaved(court.nombre) });
      onClose();
    },
  );
  const inserting = useInsertion(value, setValue);
  const faults = [preview.error, saving.error].filter((e) => e instanceof Problem);
  const field = (name: keyof TemplateValues) => ({
    value: value[name],
    onChange: (e: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      saving.reset();
      setValue({ ...value, [name]: e.currentTarget.value });
    },
    error: faults.map((f) => f.of(name)).find(Boolean),
    readOnly: !admin,
  });
  const submit = (e: FormEvent) => {
    e.preventDefault();
    saving.mutate(undefined);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <TemplateOrigin template={t} admin={admin} />
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          <Stack gap="sm">
            <TextInput label={words.mailSubject} required data-autofocus {...field('asunto')} {...inserting.target('asunto')} />
            <Textarea label={words.mailText} required autosize minRows={10} maxRows={18} {...field('texto')} {...inserting.target('texto')} />
            <Textarea label={words.signature} description={words.signatureHint} autosize minRows={2} maxRows={6} {...field('firma')} />
          </Stack>
          <Stack gap="sm">
            {admin && <Placeholders template={t} into={inserting.into} onInsert={inserting.insert} />}
            <Paper withBorder p="sm" role="group" aria-label={words.templatePreview} aria-busy={preview.isFetching}>
              <Text size="sm" c="dimmed">
                {words.templatePreview}
              </Text>
              {isProblem(preview.error, 'validation_failed') ? (
                <Text size="sm">{words.noPreview}</Text>
              ) : (
                <Loaded query={preview}>{(mail) => <MailText mail={mail} />}</Loaded>
              )}
            </Paper>
          </Stack>
        </SimpleGrid>
        {saving.isError && <ErrorState error={saving.error} title={words.template} />}
        {admin && (
          <Group justify="space-between" align="flex-start">
            <Button type="submit" loading={saving.isPending}>
              {words.saveTemplate}
            </Button>
            {!t.predeterminada && <Reset court={court} onDone={drop} />}
          </Group>
        )}
        <TemplateHistory court={court} />
      </Stack>
    </form>
  );
}

/** Whose text this is, and for a notifier that it cannot be changed. */
function TemplateOrigin({ template: t, admin }: { template: MailTemplate; admin: boolean }) {
  const words = useRegisterWords();
  const { moment } = useFormat();
  return (
    <div>
      <Text size="sm">
        {t.fecha_actualizacion === null
          ? words.defaultTemplate
          : `${words.ownTemplate} ${moment(utc(t.fecha_actualizacion))} ${words.by(t.actualizado_por ?? '')}`}
        . {words.queuedStay}
      </Text>
      {!admin && (
        <Text size="sm" c="dimmed">
          {words.adminsChange}
        </Text>
      )}
    </div>
  );
}

/** The placeholders, each a button that writes it where the cursor is. */
function Placeholders({ template: t, into, onInsert }: { template: MailTemplate; into: Field; onInsert: (text: string) => void }) {
  const words = useRegisterWords();
  return (
    <section aria-label={words.placeholders}>
      <Text size="sm" fw={500} mb={4}>
        {words.placeholders}
      </Text>
      <Stack gap={4}>
        {t.campos.map((c) => (
          <Group key={c.campo} gap="xs" wrap="nowrap" align="flex-start">
            <Button size="compact-xs" variant="default" w={120} flex="none" onClick={() => onInsert(c.campo)} disabled={into === 'asunto' && !c.en_asunto}>
              {c.campo}
            </Button>
            <Text size="xs" c="dimmed">
              {c.descripcion}
            </Text>
          </Group>
        ))}
      </Stack>
    </section>
  );
}

/** Writes into the field that had the focus last, where its cursor is, which moves behind what was written. */
function useInsertion(value: TemplateValues, setValue: (value: TemplateValues) => void) {
  const subject = useRef<HTMLInputElement>(null);
  const text = useRef<HTMLTextAreaElement>(null);
  const [into, setInto] = useState<Field>('texto');
  const caret = useRef<number>(undefined);
  const element = () => (into === 'asunto' ? subject.current : text.current);
  useLayoutEffect(() => {
    if (caret.current === undefined) return;
    element()?.focus();
    element()?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  });
  const insert = (placeholder: string) => {
    const current = value[into];
    const from = element()?.selectionStart ?? current.length;
    const to = element()?.selectionEnd ?? current.length;
    caret.current = from + placeholder.length;
    setValue({ ...value, [into]: current.slice(0, from) + placeholder + current.slice(to) });
  };
  const target = <F extends Field>(field: F) => ({
    ref: (field === 'asunto' ? subject : text) as F extends 'asunto' ? typeof subject : typeof text,
    onFocus: () => setInto(field),
  });
  return { into, insert, target };
}

/** The way back to the default template, asked twice. */
function Reset({ court, onDone }: { court: Court; onDone: () => void }) {
  const words = useRegisterWords();
  const [asking, setAsking] = useState(false);
  const reset = useChange(
    () => resetMailTemplate(court.id),
    () => {
      onDone();
      notifications.show({ message: words.templateReset(court.nombre) });
    },
  );
  if (!asking)
    return (
      <Button variant="default" onClick={() => setAsking(true)}>
        {words.resetTemplate}
      </Button>
    );
  return (
    <Alert variant="light" color="yellow">
      <Text size="sm">{words.resetQuestion}</Text>
      <Group gap="xs" mt="xs">
        <Button size="xs" color="red" onClick={() => reset.mutate(undefined)} loading={reset.isPending}>
          {words.confirmReset}
        </Button>
        <Button size="xs" variant="default" onClick={() => setAsking(false)} disabled={reset.isPending}>
          {words.keepTemplate}
        </Button>
      </Group>
      {reset.error && <ErrorState error={reset.error} title={words.resetTemplate} />}
    </Alert>
  );
}

/** Who changed which part of the template, and what it said before; nothing while nobody did. */
function TemplateHistory({ court }: { court: Court }) {
  const words = useRegisterWords();
  const { moment } = useFormat();
  const { data = [] } = useQuery(courtCorrectionsQuery(court.id));
  if (data.length === 0) return null;
  return (
    <section>
      <Title order={2} size="h3" mb={6}>
        {words.history}
      </Title>
      <Stack gap={4}>
        {data.map((c) => (
          <details key={c.fecha + c.campo}>
            <Text size="sm" component="summary" style={{ cursor: 'pointer' }}>
              {words.field[c.campo as keyof typeof words.field] ?? c.campo}{' '}
              <Text span c="dimmed">
                {moment(utc(c.fecha))} {words.by(c.usuario)}
              </Text>
            </Text>
            <Paper withBorder p="xs" my={4}>
              <Text size="xs" c="dimmed">
                {words.before}
              </Text>
              <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                {c.de ?? '—'}
              </Text>
            </Paper>
          </details>
        ))}
      </Stack>
    </section>
  );
}
