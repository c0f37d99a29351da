import { Button, Group, Text, Title } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { today } from '../i18n/format';
import { useFormat } from '../i18n/useFormat';
import { Loaded } from '../ui/Loaded';
import { AnchorLink } from '../ui/links';
import classes from './CourtCalendar.module.css';
import { calendarQuery, type Day, useRegisterWords } from './register';

/** Of months as 2026-03. */
const shift = (month: string, by: number) => new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)) - 1 + by, 1)).toISOString().slice(0, 7);
const lastDay = (month: string) => new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10);
/** Monday is 0. */
const weekday = (day: string) => (new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7;

/** A month of the courts: business days, why the others are none, and what is due on each. */
export function CourtCalendar({ month = today().slice(0, 7), onMonth }: { month?: string; onMonth: (month: string | undefined) => void }) {
  const words = useRegisterWords();
  const format = useFormat();
  const query = useQuery(calendarQuery(`${month}-01`, lastDay(month)));
  const name = format.month(month);
  return (
    <>
      <Group gap="xs" mb="xs">
        <Button size="xs" variant="default" onClick={() => onMonth(shift(month, -1))} leftSection={<IconChevronLeft size={16} aria-hidden />}>
          {words.previousMonth}
        </Button>
        <Button size="xs" variant="default" onClick={() => onMonth(undefined)}>
          {words.today}
        </Button>
        <Button size="xs" variant="default" onClick={() => onMonth(shift(month, 1))} rightSection={<IconChevronRight size={16} aria-hidden />}>
          {words.nextMonth}
        </Button>
        <Title order={2} ml="sm" aria-live="polite">
          {name}
        </Title>
      </Group>
      <Loaded query={query}>
        {(days) => (
          <table className={classes.grid} aria-label={words.month(name)}>
            <thead>
              <tr>
                {format.weekdays().map((d) => (
                  <th key={d} scope="col">
                    {d}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {weeks(days).map((week, i) => (
                <tr key={i}>{week.map((day, j) => (day ? <DayCell key={day.fecha} day={day} /> : <td key={j} data-closed />))}</tr>
              ))}
            </tbody>
          </table>
        )}
      </Loaded>
      <Text size="sm" c="dimmed" mt="xs">
        {words.calendarHint}
      </Text>
    </>
  );
}

function weeks(days: Day[]): (Day | undefined)[][] {
  const cells: (Day | undefined)[] = [...Array.from({ length: days.length ? weekday(days[0].fecha) : 0 }, () => undefined), ...days];
  while (cells.length % 7) cells.push(undefined);
  return Array.from({ length: cells.length / 7 }, (_, i) => cells.slice(7 * i, 7 * i + 7));
}

function DayCell({ day }: { day: Day }) {
  const words = useRegisterWords();
  return (
    <td data-closed={!day.habil || undefined} data-today={day.hoy || undefined}>
      <Group justify="space-between" gap={4} wrap="nowrap">
        <Text component="span" size="sm" fw={day.hoy ? 700 : 400}>
          {Number(day.fecha.slice(8))}
        </Text>
        {day.hoy && (
          <Text component="span" size="xs" fw={600}>
            {words.today}
          </Text>
        )}
      </Group>
      {day.motivo && <div className={classes.why}>{day.motivo}</div>}
      {day.vencen > 0 && (
        <AnchorLink to="/notificaciones" search={{ vista: 'tabla', vence: day.fecha }} size="sm" fw={600}>
          {words.dueCount(day.vencen)}
        </AnchorLink>
      )}
    </td>
  );
}
