import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { ui as en } from '../i18n/en/ui';
import { ui as es } from '../i18n/es/ui';
import { formatCedula, formatRadicado } from '../i18n/format';
import { useWords } from '../i18n/language';
import classes from './Copyable.module.css';

/** A number shown in groups, and copied without them, by the button or by hand. */
export function Copyable({ value, shown }: { value: string; shown?: string }) {
  const words = useWords({ es, en });
  const clipboard = useClipboard({ timeout: 1200 });
  return (
    <span className={classes.copyable}>
      <span
        onCopy={(e) => {
          e.clipboardData.setData('text/plain', value);
          e.preventDefault();
        }}
      >
        {shown ?? value}
      </span>
      <button
        type="button"
        className={classes.copy}
        title={clipboard.copied ? words.copied : words.copy}
        aria-label={`${words.copy} ${value}`}
        onClick={() => clipboard.copy(value)}
      >
        {clipboard.copied ? <IconCheck size={13} aria-hidden /> : <IconCopy size={13} aria-hidden />}
      </button>
    </span>
  );
}

export const Cedula = ({ value }: { value: string }) => <Copyable value={value} shown={formatCedula(value)} />;
export const Radicado = ({ value }: { value: string }) => <Copyable value={value} shown={formatRadicado(value)} />;
