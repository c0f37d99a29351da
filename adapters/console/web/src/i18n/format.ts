import type { Language } from './language';

const zone = 'America/Bogota';
const locale = { es: 'es-CO', en: 'en-GB' };

const formatOf = (language: Language) =>
  new Intl.DateTimeFormat(locale[language], {
    timeZone: zone,
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
// Made once: to make one costs a browser more than to use it fifty times.
const formats = { es: formatOf('es'), en: formatOf('en') };

function parts(iso: string, language: Language): Record<string, string> {
  // A day without a time is that day everywhere.
  const at = new Date(/^\d{4}-\d\d-\d\d$/.test(iso) ? `${iso}T12:00:00-05:00` : iso);
  return Object.fromEntries(formats[language].formatToParts(at).map((p) => [p.type, p.value]));
}

const dayOf = (p: Record<string, string>) => `${p.day} ${p.month.replace('.', '').slice(0, 3)} ${p.year}`;

/** 12 mar 2024 */
export const formatDay = (iso: string, language: Language): string => dayOf(parts(iso, language));

/** 12 mar 2024, 3:05 p. m.; in English 15:05 */
export function formatMoment(iso: string, language: Language): string {
  const p = parts(iso, language);
  const time = language === 'es' ? `${Number(p.hour) % 12 || 12}:${p.minute}\u00a0${Number(p.hour) < 12 ? 'a' : 'p'}.\u00a0m.` : `${p.hour}:${p.minute}`;
  return `${dayOf(p)}, ${time}`;
}

/** A sentence of the service whose days and times in Colombia, as 2026-03-04 15:04, are written as the console writes them. */
export const formatDatesIn = (text: string, language: Language): string =>
  text.replace(/\b(\d{4}-\d\d-\d\d)(?: (\d\d:\d\d))?\b(\.?)/g, (_, date: string, time: string | undefined, stop: string) => {
    const written = time ? formatMoment(`${date}T${time}:00-05:00`, language) : formatDay(date, language);
    return written.endsWith('.') ? written : written + stop; // the stop of «p. m.» ends a sentence, too
  });

/** Of a month as 2024-03: marzo de 2024 */
export const formatMonth = (month: string, language: Language): string =>
  new Intl.DateTimeFormat(locale[language], { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${month}-15T00:00:00Z`));

/** The seven days of a week, from Monday. */
export const weekdays = (language: Language): string[] =>
  Array.from({ length: 7 }, (_, i) =>
    new Intl.DateTimeFormat(locale[language], { weekday: 'long', timeZone: 'UTC' }).format(new Date(Date.UTC(2024, 0, 1 + i))),
  );

const months = ['ene jan', 'feb', 'mar', 'abr apr', 'may', 'jun', 'jul', 'ago aug', 'sep', 'oct', 'nov', 'dic dec'];

/** A day that somebody wrote, as 26/11/2026, 26 nov 2026 or 2026-11-26, as the last of these; undefined where it is none. */
export function readDay(text: string): string | undefined {
  const iso = /^\s*(\d{4})-(\d\d)-(\d\d)\s*$/.exec(text);
  const written = /^\s*(\d{1,2})[\s/.-]+(\d{1,2}|\p{L}{3})\p{L}*[\s/.-]+(\d{4})\s*$/u.exec(text);
  if (!iso && !written) return undefined;
  const [year, name, date] = iso ? [iso[1], iso[2], iso[3]] : [written![3], written![2], written![1]];
  const month = /^\d/.test(name) ? Number(name) : months.findIndex((m) => m.split(' ').includes(name.toLowerCase())) + 1;
  const day = new Date(Date.UTC(Number(year), month - 1, Number(date)));
  return month > 0 && day.getUTCMonth() === month - 1 ? day.toISOString().slice(0, 10) : undefined;
}

/** The day that it is in Colombia, as 2024-03-12. */
export const today = (): string => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date());

/** 1.234, where Spanish would leave four digits ungrouped. */
export const formatNumber = (n: number, language: Language, digits = 0): string =>
  new Intl.NumberFormat(language === 'es' ? 'de' : 'en', { maximumFractionDigits: digits }).format(n);

/** 94 %, never rounded up to 100. */
export function formatPercent(share: number, language: Language): string {
  const percent = share < 1 ? Math.min(99, Math.round(share * 100)) : 100;
  return language === 'es' ? `${percent}\u00a0%` : `${percent}%`;
}

/** 1,2 MB */
export function formatSize(bytes: number, language: Language): string {
  if (bytes < 1000) return `${bytes} B`;
  const [unit, value] = bytes < 1e6 ? ['kB', bytes / 1e3] : ['MB', bytes / 1e6];
  return `${formatNumber(value, language, value < 10 ? 1 : 0)} ${unit}`;
}

/** 20.923.212, where it is the number of a person or company; anything else as it is. */
export const formatCedula = (value: string): string => (/^\d{5,10}$/.test(value) ? value.replace(/\B(?=(\d{3})+$)/g, '.') : value);

/** 11001 40 03 012 2024 00231 00, where it is a radicado of 23 digits; anything else as it is. */
export const formatRadicado = (value: string): string =>
  /^\d{23}$/.test(value) ? value.replace(/^(\d{5})(\d{2})(\d{2})(\d{3})(\d{4})(\d{5})(\d{2})$/, '$1 $2 $3 $4 $5 $6 $7') : value;
