import { Button, Stack, Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type FormEvent, useState } from 'react';
import { Problem } from '../api/problem';
import { Dialog } from '../ui/Dialog';
import { ErrorState } from '../ui/ErrorState';
import { useDraft } from '../ui/useDraft';
import { CourtSelect } from './choices';
import { NewCourtDialog } from './NewCourtDialog';
import { makeCase, useChange, useRegisterWords } from './register';
import { useKey } from './useKey';

type Props = { opened: boolean; onClose: () => void; onMade: (id: string) => void };

export function NewCaseDialog({ opened, ...props }: Props) {
  const words = useRegisterWords();
  return (
    <Dialog opened={opened} onClose={props.onClose} title={words.newCase} size="lg">
      <NewCaseForm {...props} />
    </Dialog>
  );
}

function NewCaseForm({ onClose, onMade }: Omit<Props, 'opened'>) {
  const words = useRegisterWords();
  const [court, setCourt] = useState(false);
  const { value, setValue, drop } = useDraft('new-case', { radicado: '', descripcion: '', juzgado_id: '' });
  const key = useKey(JSON.stringify(value));
  const make = useChange(
    () => makeCase(value, key),
    (made) => {
      drop();
      notifications.show({ message: words.caseMade(made.radicado), color: made.advertencias.length > 0 ? 'yellow' : undefined });
      onClose();
      onMade(made.id);
    },
  );
  const problem = make.error instanceof Problem ? make.error : undefined;
  const submit = (e: FormEvent) => {
    e.preventDefault();
    make.mutate(undefined);
  };
  return (
    <>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput label={words.radicado} description={words.caseHint} required data-autofocus spellCheck={false} value={value.radicado} onChange={(e) => setValue({ ...value, radicado: e.currentTarget.value })} error={problem?.of('radicado')} />
          <Textarea label={words.description} required autosize minRows={2} maxRows={8} value={value.descripcion} onChange={(e) => setValue({ ...value, descripcion: e.currentTarget.value })} error={problem?.of('descripcion')} />
          <CourtSelect value={value.juzgado_id} onChange={(juzgado_id) => setValue({ ...value, juzgado_id })} error={problem?.of('juzgado_id')} />
          <Button variant="subtle" size="compact-sm" w="max-content" onClick={() => setCourt(true)}>
            {words.newCourt}
          </Button>
          {make.isError && <ErrorState error={make.error} title={words.newCase} />}
          <Button type="submit" loading={make.isPending} disabled={!value.juzgado_id}>
            {words.register}
          </Button>
        </Stack>
      </form>
      <NewCourtDialog opened={court} onClose={() => setCourt(false)} onMade={(juzgado_id) => setValue({ ...value, juzgado_id })} />
    </>
  );
}
