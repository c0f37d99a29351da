import { Text } from '@mantine/core';
import classes from './Settings.module.css';

/** Who sent a message: the name, if it says one, and the address. */
export function Sender({ of: { sender, sender_name } }: { of: { sender: string; sender_name: string } }) {
  return (
    <div className={classes.words}>
      <Text size="sm">{sender_name || sender || '—'}</Text>
      {sender_name && (
        <Text size="xs" c="dimmed">
          {sender}
        </Text>
      )}
    </div>
  );
}
