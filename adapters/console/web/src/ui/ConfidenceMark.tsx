import { Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { ui as en } from '../i18n/en/ui';
import { ui as es } from '../i18n/es/ui';
import { useWords } from '../i18n/language';
import { useFormat } from '../i18n/useFormat';

/** How sure a value is: a check or a warning, and the number. */
export function ConfidenceMark({ confidence, doubtful }: { confidence: number; doubtful: boolean }) {
  const words = useWords({ es, en });
  const { percent } = useFormat();
  const Icon = doubtful ? IconAlertTriangle : IconCheck;
  const text = percent(confidence);
  return (
    <Group
      component="span"
      gap={3}
      wrap="nowrap"
      c={doubtful ? 'var(--cotejo-partly)' : 'var(--cotejo-same)'}
      aria-label={doubtful ? words.doubtful(text) : words.sure(text)}
      role="img"
    >
      <Icon size={15} aria-hidden />
      <Text component="span" size="xs" aria-hidden>
        {text}
      </Text>
    </Group>
  );
}
