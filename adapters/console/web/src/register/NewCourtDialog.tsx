import { Button, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type FormEvent, useState } from 'react';
import { Problem } from '../api/problem';
import { Dialog } from '../ui/Dialog';
import { ErrorState } from '../ui/ErrorState';
import { useKey } from '../ui/useKey';
import { makeCourt, useChange, useRegisterWords } from './register';

type Props = { opened: boolean; onClose: () => void; onMade?: (id: string) => void };

export function NewCourtDialog({ opened, ...props }: Props) {
  const words = useRegisterWords();
  return (
    <Dialog opened={opened} onClose={props.onClose} title={words.newCourt}>
      <NewCourtForm {...props} />
    </Dialog>
  );
}

function NewCourtForm({ onClose, onMade }: Omit<Props, 'opened'>) {
  const words = useRegisterWords();
  const [nombre, setName] = useState('');
  const key = useKey(nombre);
  const make = useChange(
    () => makeCourt({ nombre }, key),
    (made) => {
      notifications.show({ message: words.courtMade(made.nombre) });
      onClose();
      onMade?.(made.id);
    },
  );
  const problem = make.error instanceof Problem ? make.error : undefined;
  const submit = (e: FormEvent) => {
    e.preventDefault();
    make.mutate(undefined);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          label={words.name}
          required
          data-autofocus
          placeholder="Juzgado 1 Civil Municipal de Bogotá"
          value={nombre}
          onChange={(e) => setName(e.currentTarget.value)}
          error={problem?.of('nombre')}
        />
        {make.isError && <ErrorState error={make.error} title={words.newCourt} />}
        <Button type="submit" loading={make.isPending}>
          {words.register}
        </Button>
      </Stack>
    </form>
  );
}
