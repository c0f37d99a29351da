import { ActionIcon, Group, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { ui as en } from '../i18n/en/ui';
import { ui as es } from '../i18n/es/ui';
import { formatCedula, formatRadicado } from '../i18n/format';
import { useWords } from '../i18n/language';

/** A number shown in groups, and copied without them, by the button or by hand. */
export function Copyable({ value, shown }: { value: string; shown?: string }) {
  const words = useWords({ es, en });
  const clipboard = useClipboard({ timeout: 1200 });
  return (
    <Group component="span" gap={2} wrap="nowrap" display="inline-flex">
      <span
        onCopy={(e) => {
          e.clipboardData.setData('text/plain', value);
          e.preventDefault();
        }}
      >
        {shown ?? value}
      </span>
      <Tooltip label={clipboard.copied ? words.copied : words.copy}>
        <ActionIcon size="xs" variant="subtle" color="gray" className="no-print" aria-label={`${words.copy} ${value}`} onClick={() => clipboard.copy(value)}>
          {clipboard.copied ? <IconCheck size={13} aria-hidden /> : <IconCopy size={13} aria-hidden />}
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}

export const Cedula = ({ value }: { value: string }) => <Copyable value={value} shown={formatCedula(value)} />;
export const Radicado = ({ value }: { value: string }) => <Copyable value={value} shown={formatRadicado(value)} />;
