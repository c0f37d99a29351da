import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Problem } from '../api/problem';
import { ui as en } from '../i18n/en/ui';
import { ui as es } from '../i18n/es/ui';
import { useWords } from '../i18n/language';

/** What went wrong, in the server's words, and the button to try again. */
export function ErrorState({ error, onRetry, title }: { error: unknown; onRetry?: () => void; title?: string }) {
  const words = useWords({ es, en });
  const problem = error instanceof Problem ? error : undefined;
  return (
    <Alert color="red" variant="light" icon={<IconAlertTriangle aria-hidden />} title={title ?? words.failed} role="alert">
      <Text size="sm">{problem ? problem.message : words.unreachable}</Text>
      {problem && problem.details.map((d) => (
        <Text size="sm" key={d.location + d.message}>
          {d.message}
        </Text>
      ))}
      <Group mt="xs" gap="sm">
        {onRetry && (
          <Button size="xs" variant="default" onClick={onRetry}>
            {words.retry}
          </Button>
        )}
        {problem && problem.status >= 500 && problem.instance && (
          <Text size="xs" c="dimmed">
            {words.reference(problem.instance)}
          </Text>
        )}
      </Group>
    </Alert>
  );
}
