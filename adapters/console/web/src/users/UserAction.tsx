import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';

type Props = {
  text: string;
  hint: string;
  /** What the button says before it does something that is not undone. */
  confirm?: string;
  loading: boolean;
  onRun: () => void;
};

/** Something that an administrator does with a user: what it is for, and its button. */
export function UserAction({ text, hint, confirm, loading, onRun }: Props) {
  const [asked, setAsked] = useState(false);
  return (
    <Group justify="space-between" wrap="nowrap">
      <div>
        <Text size="sm" fw={500}>
          {text}
        </Text>
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
      </div>
      <Button
        flex="none"
        color={confirm && 'red'}
        variant={asked ? 'filled' : 'default'}
        loading={loading}
        onClick={() => (confirm && !asked ? setAsked(true) : onRun())}
      >
        {asked ? confirm : text}
      </Button>
    </Group>
  );
}
