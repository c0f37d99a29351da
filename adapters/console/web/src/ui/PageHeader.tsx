import { Box, Group, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';

type Props = {
  title: string;
  /** Beside the title, as a number of results. */
  note?: ReactNode;
  /** At the right end. */
  children?: ReactNode;
};

/** The head of a page; it also names the browser's tab. */
export function PageHeader({ title, note, children }: Props) {
  useEffect(() => {
    document.title = `${title} · Cotejo`;
  }, [title]);
  return (
    <Group justify="space-between" wrap="wrap" gap="xs" mb="sm">
      <Group gap="sm" align="baseline">
        <Title order={1}>{title}</Title>
        {note && (
          <Text component="div" size="sm" c="dimmed">
            {note}
          </Text>
        )}
      </Group>
      {children && <Box className="no-print">{children}</Box>}
    </Group>
  );
}
