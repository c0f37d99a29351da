import { Button, NativeSelect, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type FormEvent, useState } from 'react';
import { Problem } from '../api/problem';
import { Dialog } from '../ui/Dialog';
import { ErrorState } from '../ui/ErrorState';
import { useDraft } from '../ui/useDraft';
import { useKey } from '../ui/useKey';
import { PasswordField } from '../users/PasswordField';
import { makeUser, type User, useChange, useRegisterWords } from './register';

export function AddRegisterUserDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const words = useRegisterWords();
  return (
    <Dialog opened={opened} onClose={onClose} title={words.addUser}>
      <AddRegisterUserForm onClose={onClose} />
    </Dialog>
  );
}

function AddRegisterUserForm({ onClose }: { onClose: () => void }) {
  const words = useRegisterWords();
  const { value, setValue, drop } = useDraft('new-register-user', { email: '', nombre: '', rol: 'NOTIFICADOR' as User['rol'] });
  const [password, setPassword] = useState('');
  const key = useKey(JSON.stringify([value.email, value.nombre, value.rol, password.length]));
  const make = useChange(
    () => makeUser({ ...value, password }, key),
    (made) => {
      drop();
      notifications.show({ message: words.userAdded(made.email) });
      onClose();
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
          label={words.email}
          type="email"
          required
          data-autofocus
          autoComplete="off"
          value={value.email}
          onChange={(e) => setValue({ ...value, email: e.currentTarget.value })}
          error={problem?.of('email')}
        />
        <TextInput
          label={words.name}
          required
          autoComplete="off"
          value={value.nombre}
          onChange={(e) => setValue({ ...value, nombre: e.currentTarget.value })}
          error={problem?.of('nombre')}
        />
        <NativeSelect
          label={words.role}
          value={value.rol}
          onChange={(e) => setValue({ ...value, rol: e.currentTarget.value as User['rol'] })}
          data={(['NOTIFICADOR', 'ADMINISTRADOR'] as const).map((r) => ({ value: r, label: words[r] }))}
        />
        <PasswordField label={words.password} value={password} onChange={setPassword} error={problem?.of('password')} />
        {make.isError && <ErrorState error={make.error} title={words.addUser} />}
        <Button type="submit" loading={make.isPending}>
          {words.addUser}
        </Button>
      </Stack>
    </form>
  );
}
