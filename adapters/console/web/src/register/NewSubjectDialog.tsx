import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { FormEvent } from 'react';
import { Problem } from '../api/problem';
import { Dialog } from '../ui/Dialog';
import { ErrorState } from '../ui/ErrorState';
import { useDraft } from '../ui/useDraft';
import { documentTypes, makeSubject, parts, useChange, useRegisterWords } from './register';
import { useKey } from './useKey';

type Props = { opened: boolean; onClose: () => void; onMade: (id: string) => void };

const nobody = { nombre: '', tipo_documento: '', numero_documento: '', correo: '', telefono: '', direccion: '', tipo: '' };

export function NewSubjectDialog({ opened, ...props }: Props) {
  const words = useRegisterWords();
  return (
    <Dialog opened={opened} onClose={props.onClose} title={words.newSubject} size="lg">
      <NewSubjectForm {...props} />
    </Dialog>
  );
}

function NewSubjectForm({ onClose, onMade }: Omit<Props, 'opened'>) {
  const words = useRegisterWords();
  const { value, setValue, drop } = useDraft('new-subject', nobody);
  const key = useKey(JSON.stringify(value));
  const make = useChange(
    () => makeSubject(value, key),
    (made) => {
      drop();
      notifications.show({ message: words.subjectMade(made.nombre) });
      onClose();
      onMade(made.id);
    },
  );
  const problem = make.error instanceof Problem ? make.error : undefined;
  const field = (name: keyof typeof nobody) => ({
    value: value[name],
    onChange: (e: { currentTarget: { value: string } }) => setValue({ ...value, [name]: e.currentTarget.value }),
    error: problem?.of(name),
  });
  const submit = (e: FormEvent) => {
    e.preventDefault();
    make.mutate(undefined);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput label={words.name} required data-autofocus {...field('nombre')} />
        <NativeSelect label={words.part} {...field('tipo')} data={[{ value: '', label: '—' }, ...parts.map((p) => ({ value: p, label: words[p] }))]} />
        <Group grow align="flex-start">
          <NativeSelect label={words.documentType} {...field('tipo_documento')} data={[{ value: '', label: '—' }, ...documentTypes.map((d) => ({ value: d, label: d === 'OTRO' ? words.OTRO : d }))]} />
          <TextInput label={words.documentNumber} {...field('numero_documento')} />
        </Group>
        <Group grow align="flex-start">
          <TextInput label={words.email} type="email" {...field('correo')} />
          <TextInput label={words.phone} type="tel" {...field('telefono')} />
        </Group>
        <TextInput label={words.address} {...field('direccion')} />
        {make.isError && <ErrorState error={make.error} title={words.newSubject} />}
        <Button type="submit" loading={make.isPending}>
          {words.register}
        </Button>
      </Stack>
    </form>
  );
}
