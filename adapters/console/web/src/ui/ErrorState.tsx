import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Problem } from '../api/problem';
import { fields as fieldsEn } from '../i18n/en/fields';
import { ui as en } from '../i18n/en/ui';
import { fields as fieldsEs } from '../i18n/es/fields';
import { ui as es } from '../i18n/es/ui';
import { useWords } from '../i18n/language';
import { placeName, withLabels } from './fieldNames';

/** What went wrong, in the server's words, and the button to try again. */
export function ErrorState({ error, onRetry, title }: { error: unknown; onRetry?: () => void; title?: string }) {
  const words = useWords({ es, en });
  const problem = error instanceof Problem ? error : undefined;
  return (
    <Alert color="red" variant="light" icon={<IconAlertTriangle aria-hidden />} title={title ?? words.failed} role="alert">
      {problem ? <Sentences problem={problem} /> : <Text size="sm">{words.unreachable}</Text>}
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

/** What the server says; of wrong fields, each by its label. */
function Sentences({ problem: p }: { problem: Problem }) {
  const labels = useWords({ es: fieldsEs, en: fieldsEn });
  const details = p.details.map((d) => [placeName(d.location, labels), withLabels(d.message, labels)].filter(Boolean).join(': '));
  // The message of a request with wrong fields repeats the first of them.
  const lines = p.code === 'validation_failed' && details.length > 0 ? details : [withLabels(p.message, labels), ...details];
  return [...new Set(lines)].map((line) => (
    <Text size="sm" key={line}>
      {line}
    </Text>
  ));
}
