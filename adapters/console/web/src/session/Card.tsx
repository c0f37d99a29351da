import { Center, Paper, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';

/** The one thing there is on the page, in its middle. */
export function Card({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Cotejo`;
  }, [title]);
  return (
    <Center component="main" mih="100dvh" p="md">
      <Paper withBorder p="xl" w="100%" maw={400} shadow="xs">
        <Stack gap="md">
          <div>
            <Text fw={650} c="var(--mantine-color-anchor)">
              Cotejo
            </Text>
            <Title order={1}>{title}</Title>
            {hint && (
              <Text size="sm" c="dimmed" mt={4}>
                {hint}
              </Text>
            )}
          </div>
          {children}
        </Stack>
      </Paper>
    </Center>
  );
}
