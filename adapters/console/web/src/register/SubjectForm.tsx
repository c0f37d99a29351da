import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import { Problem } from '../api/problem';
import { ErrorState } from '../ui/ErrorState';
import { useDraft } from '../ui/useDraft';
import { useKey } from '../ui/useKey';
import { documentTypes, parts, type Subject, useChange, useRegisterWords } from './register';

const nobody = { nombre: '', tipo_documento: '', numero_documento: '', correo: '', telefono: '', direccion: '', tipo: '' };
export type SubjectValues = typeof nobody;

/** What the form shows of a subject. */
export const valuesOf = (s: Subject): SubjectValues => ({
  nombre: s.nombre,
  tipo_documento: s.tipo_documento ?? '',
  numero_documento: s.numero_documento ?? '',
  correo: s.correo ?? '',
  telefono: s.telefono ?? '',
  direccion: s.direccion ?? '',
  tipo: s.tipo ?? '',
});

type Props = {
  draft: string;
  values?: SubjectValues;
  title: string;
  action: string;
  save: (values: SubjectValues, key: string) => Promise<Subject>;
  onSaved: (saved: Subject) => void;
};

/** All that is said of a subject: of a new one, or of one to be corrected. */
export function SubjectForm({ draft, values = nobody, title, action, save, onSaved }: Props) {
  const words = useRegisterWords();
  const { value, setValue, drop } = useDraft(draft, values);
  const key = useKey(JSON.stringify(value));
  const saving = useChange(
    () => save(value, key),
    (saved) => {
      drop();
      onSaved(saved);
    },
  );
  const problem = saving.error instanceof Problem ? saving.error : undefined;
  const field = (name: keyof SubjectValues) => ({
    value: value[name],
    onChange: (e: { currentTarget: { value: string } }) => setValue({ ...value, [name]: e.currentTarget.value }),
    error: problem?.of(name),
  });
  const submit = (e: FormEvent) => {
    e.preventDefault();
    saving.mutate(undefined);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput label={words.name} required data-autofocus {...field('nombre')} />
        <NativeSelect label={words.part} {...field('tipo')} data={[{ value: '', label: '—' }, ...parts.map((p) => ({ value: p, label: words[p] }))]} />
        <Group grow align="flex-start">
          <NativeSelect
            label={words.documentType}
            {...field('tipo_documento')}
            data={[{ value: '', label: '—' }, ...documentTypes.map((d) => ({ value: d, label: d === 'OTRO' ? words.OTRO : d }))]}
          />
          <TextInput label={words.documentNumber} {...field('numero_documento')} />
        </Group>
        <Group grow align="flex-start">
          <TextInput label={words.email} type="email" {...field('correo')} />
          <TextInput label={words.phone} type="tel" {...field('telefono')} />
        </Group>
        <TextInput label={words.address} {...field('direccion')} />
        {saving.isError && <ErrorState error={saving.error} title={title} />}
        <Button type="submit" loading={saving.isPending}>
          {action}
        </Button>
      </Stack>
    </form>
  );
}
