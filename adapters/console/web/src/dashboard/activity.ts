import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answer, intake } from '../api/client';
import type { components } from '../api/intake';
import { keys } from '../api/keys';

export type Activity = components['schemas']['Activity'];

/** What the address of the dashboard says. */
export type DashboardSearch = { desde?: string; hasta?: string };

const day = (value: unknown) => (/^\d{4}-\d\d-\d\d$/.test(String(value)) ? String(value) : undefined);

export const readDashboardSearch = (search: Record<string, unknown>): DashboardSearch => ({ desde: day(search.desde), hasta: day(search.hasta) });

export const activityQuery = (search: DashboardSearch) =>
  queryOptions({
    queryKey: keys.activity(search),
    queryFn: () => answer(intake.GET('/api/v1/stats/activity', { params: { query: { date_from: search.desde, date_to: search.hasta } } })).then((a) => a.data),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });

/** Every day of a period, the empty ones as well. */
export function daysOf(from: string, to: string): string[] {
  const days: string[] = [];
  for (let at = Date.parse(`${from}T00:00:00Z`); at <= Date.parse(`${to}T00:00:00Z`); at += 86_400_000) days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}

/** The day that lies so many days before the last one of a period of that length. */
export function lastDays(n: number, today: string): DashboardSearch {
  const [first] = daysOf(new Date(Date.parse(`${today}T00:00:00Z`) - (n - 1) * 86_400_000).toISOString().slice(0, 10), today);
  return { desde: first, hasta: today };
}

const sum = (values: number[]) => values.reduce((a, b) => a + b, 0);

export function totals(a: Activity) {
  const withText = sum(a.days.map((d) => d.with_text));
  return {
    documents: sum(a.days.map((d) => d.documents)),
    found: (a.pairs.open ?? 0) + (a.pairs.decided ?? 0),
    confidence: withText > 0 ? sum(a.days.map((d) => d.avg_ocr_confidence * d.with_text)) / withText : undefined,
    perPage: median(a.recent.map(secondsAPage)),
  };
}

export const secondsAPage = (r: Activity['recent'][number]) => r.took_ms / 1000 / r.pages;

export function median(values: number[]): number | undefined {
  if (values.length === 0) return undefined;
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

export const kindsOf = (a: Activity) => [...new Set(a.days.map((d) => d.document_type))].sort();

/** How many documents of a kind a day brought; of all kinds without one. */
export const arrivals = (a: Activity, date: string, kind?: string) =>
  sum(a.days.filter((d) => d.date === date && (kind === undefined || d.document_type === kind)).map((d) => d.documents));

/** The average confidence of a day; undefined where nothing was read. */
export function confidenceOf(a: Activity, date: string): number | undefined {
  const read = a.days.filter((d) => d.date === date);
  const withText = sum(read.map((d) => d.with_text));
  return withText > 0 ? sum(read.map((d) => d.avg_ocr_confidence * d.with_text)) / withText : undefined;
}
