import { Badge } from '@mantine/core';
import { IconAlarm, IconCalendarEvent } from '@tabler/icons-react';
import { useFormat } from '../i18n/useFormat';
import { type Notification, useRegisterWords } from './register';

/** By when something must be done: how late, today, or the day; nothing where nothing is due. */
export function DueBadge({ notification: n, long = false, narrow = false }: { notification: Notification; long?: boolean; narrow?: boolean }) {
  const words = useRegisterWords();
  const { day } = useFormat();
  if (n.vence === null || n.dias_habiles === null) return null;
  const left = n.dias_habiles;
  const Icon = n.vencida ? IconAlarm : IconCalendarEvent;
  const text = n.vencida ? words.late(-left) : left === 0 ? words.dueToday : words.dueOn(day(n.vence));
  return (
    <Badge
      variant="light"
      color={n.vencida ? 'red' : left <= 1 ? 'orange' : 'gray'}
      leftSection={<Icon size={13} aria-hidden />}
      miw={narrow ? 0 : 'max-content'}
      h={narrow ? 'auto' : undefined}
      styles={narrow ? { label: { whiteSpace: 'normal' } } : undefined}
      title={n.vencida ? words.dueOn(day(n.vence)) : words.left(left)}
    >
      {text}
      {long && !n.vencida && left > 0 && ` · ${words.left(left)}`}
    </Badge>
  );
}
