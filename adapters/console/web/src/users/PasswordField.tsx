import { Button, Group, TextInput } from '@mantine/core';
import { users as en } from '../i18n/en/users';
import { users as es } from '../i18n/es/users';
import { useWords } from '../i18n/language';
import { inventPassword } from './users';

/** A temporary password, in plain sight: it is handed to somebody else. */
export function PasswordField({ label, value, onChange, error }: { label: string; value: string; onChange: (value: string) => void; error?: string }) {
  const words = useWords({ es, en });
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap">
      <TextInput
        flex={1}
        label={label}
        description={words.passwordHint}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(e) => onChange(e.currentTarget.value)}
        error={error}
      />
      <Button variant="default" onClick={() => onChange(inventPassword())}>
        {words.invent}
      </Button>
    </Group>
  );
}
