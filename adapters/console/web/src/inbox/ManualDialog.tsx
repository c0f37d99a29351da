import { Button, NativeSelect, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { Problem } from '../api/problem';
import { keys } from '../api/keys';
import { inbox as en } from '../i18n/en/inbox';
import { review as reviewEn } from '../i18n/en/review';
import { inbox as es } from '../i18n/es/inbox';
import { review as reviewEs } from '../i18n/es/review';
import { useWords } from '../i18n/language';
import { Dialog } from '../ui/Dialog';
import { ErrorState } from '../ui/ErrorState';
import { useKinds } from '../ui/kinds';
import { useDraft } from '../ui/useDraft';
import { useKey } from '../ui/useKey';
import { emptyManual, isRequired, type Manual, manualFields, registerManual } from './manual';

type Props = { opened: boolean; onClose: () => void; kind: string };

/** Registers a document of which there is no file, and opens it. */
export function ManualDialog({ opened, onClose, kind }: Props) {
  const words = useWords({ es, en });
  return (
    <Dialog opened={opened} onClose={onClose} title={words.manual} size="xl">
      <ManualForm kind={kind} />
    </Dialog>
  );
}

function ManualForm({ kind }: { kind: string }) {
  const words = useWords({ es, en });
  const { fields } = useWords({ es: reviewEs, en: reviewEn });
  const kinds = useKinds();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { value, setValue, drop } = useDraft<Manual>('manual', emptyManual(kind));
  const key = useKey(JSON.stringify(value));
  const saving = useMutation({
    mutationFn: () => registerManual(value, key),
    onSuccess: (made) => {
      drop();
      void queries.invalidateQueries({ queryKey: keys.documents, refetchType: 'none' });
      const warnings = made.warnings ?? [];
      notifications.show({ message: [words.manualMade(made.numero_acta), ...warnings].join(' '), color: warnings.length > 0 ? 'yellow' : undefined });
      void navigate({ to: '/revisar/$id', params: { id: made.document_id } });
    },
  });
  const problem = saving.error instanceof Problem ? saving.error : undefined;
  const submit = (e: FormEvent) => {
    e.preventDefault();
    saving.mutate();
  };
  const field = (name: keyof Manual) => ({
    value: value[name],
    onChange: (e: { currentTarget: { value: string } }) => setValue({ ...value, [name]: e.currentTarget.value }),
    error: problem?.of(name),
  });
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" verticalSpacing="sm">
          <NativeSelect label={fields.document_type} data={kinds.choices} {...field('doc_type')} />
          {manualFields.map((name) =>
            name === 'observaciones' ? null : (
              <TextInput
                key={name}
                label={fields[name]}
                required={isRequired(name)}
                data-autofocus={name === manualFields[0] || undefined}
                autoComplete="off"
                spellCheck={false}
                {...field(name)}
              />
            ),
          )}
        </SimpleGrid>
        <Textarea label={fields.observaciones} autosize minRows={2} maxRows={6} {...field('observaciones')} />
        {saving.isError && <ErrorState error={saving.error} title={words.notRegistered} />}
        <Button type="submit" loading={saving.isPending}>
          {words.register}
        </Button>
      </Stack>
    </form>
  );
}
