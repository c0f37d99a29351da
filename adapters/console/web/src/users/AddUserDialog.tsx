import { Button, Modal, NativeSelect, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type FormEvent, useState } from 'react';
import { Problem } from '../api/problem';
import { users as en } from '../i18n/en/users';
import { users as es } from '../i18n/es/users';
import { useWords } from '../i18n/language';
import { ErrorState } from '../ui/ErrorState';
import { useDraft } from '../ui/useDraft';
import { PasswordField } from './PasswordField';
import { addUser, type NewUser, useUserMutation } from './users';

const nobody = { username: '', name: '', email: '', role: 'user' as NewUser['role'] };

export function AddUserDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const words = useWords({ es, en });
  return (
    <Modal opened={opened} onClose={onClose} title={words.add}>
      <AddUserForm onClose={onClose} />
    </Modal>
  );
}

function AddUserForm({ onClose }: { onClose: () => void }) {
  const words = useWords({ es, en });
  const { value, setValue, drop } = useDraft('new-user', nobody);
  const [password, setPassword] = useState('');
  const add = useUserMutation(addUser, (user) => {
    drop();
    onClose();
    notifications.show({ message: words.added(user.username) });
  });
  const problem = add.error instanceof Problem ? add.error : undefined;
  const text = (field: 'username' | 'name' | 'email') => ({
    value: value[field],
    onChange: (e: { currentTarget: { value: string } }) => setValue({ ...value, [field]: e.currentTarget.value }),
    error: problem?.of(field),
    autoComplete: 'off',
  });
  const submit = (e: FormEvent) => {
    e.preventDefault();
    add.mutate({ ...value, password, must_change_password: true });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput label={words.username} required data-autofocus autoCapitalize="none" spellCheck={false} {...text('username')} />
        <TextInput label={words.name} {...text('name')} />
        <TextInput label={words.email} type="email" {...text('email')} />
        <NativeSelect
          label={words.role}
          description={words.adminHint}
          value={value.role}
          onChange={(e) => setValue({ ...value, role: e.currentTarget.value as NewUser['role'] })}
          data={[
            { value: 'user', label: words.user },
            { value: 'admin', label: words.admin },
          ]}
        />
        <PasswordField label={words.password} value={password} onChange={setPassword} error={problem?.of('password')} />
        {add.isError && <ErrorState error={add.error} title={words.add} />}
        <Button type="submit" loading={add.isPending}>
          {words.add}
        </Button>
      </Stack>
    </form>
  );
}
