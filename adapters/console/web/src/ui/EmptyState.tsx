import { Stack, Text, ThemeIcon } from '@mantine/core';
import type { ReactNode } from 'react';

/** What stands where there is nothing yet: what that means and what to do next. */
export function EmptyState({ icon, title, hint, children }: { icon?: ReactNode; title: string; hint?: ReactNode; children?: ReactNode }) {
  return (
    <Stack align="center" gap={6} py="xl" px="md" ta="center">
      {icon && (
        <ThemeIcon variant="light" color="gray" size={48} radius="xl">
          {icon}
        </ThemeIcon>
      )}
      <Text fw={600}>{title}</Text>
      {hint && (
        <Text component="div" size="sm" c="dimmed" maw={520}>
          {hint}
        </Text>
      )}
      {children}
    </Stack>
  );
}
