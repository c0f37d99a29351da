import { useMemo } from 'react';
import { dashboard as en } from '../i18n/en/dashboard';
import { dashboard as es } from '../i18n/es/dashboard';
import { useWords } from '../i18n/language';
import { useFormat } from '../i18n/useFormat';
import { useKinds } from '../ui/kinds';
import { type Activity, arrivals, confidenceOf, daysOf, kindsOf, secondsAPage } from './activity';
import type { Destination, FigureData } from './figures';

const pairStates = ['open', 'duplicate', 'not_duplicate', 'new_claim'] as const;
type ListedPairs = (typeof pairStates)[number] | 'decided' | 'all';

/** The documents of a kind that came in from one day to another. */
export const inbox = (desde: string, hasta: string, tipo?: string): Destination => ({ to: '/bandeja', search: { vista: 'todos', desde, hasta, tipo } });
/** The pairs of a period in a state, whatever relates them: so they are counted. */
export const pairs = (desde: string, hasta: string, estado: ListedPairs): Destination => ({
  to: '/duplicados',
  search: { desde, hasta, ...(estado === 'open' ? { relacion: 'all' } : { estado }) },
});

/** What the dashboard draws of an activity. */
export function useFigures(a: Activity): Record<'arrivals' | 'kinds' | 'pairs' | 'confidences' | 'times', FigureData> {
  const words = useWords({ es, en });
  const kinds = useKinds();
  const { day, moment, number, percent } = useFormat();
  return useMemo(() => {
    const days = daysOf(a.date_from, a.date_to);
    const present = kindsOf(a);
    const ofKind = (kind: string) => days.reduce((n, d) => n + arrivals(a, d, kind), 0);
    const count = (value: unknown) => number(Number(value));
    const read = days.map((d) => confidenceOf(a, d));
    const recent = [...a.recent].reverse();
    const oneDay = new Set(recent.map((r) => day(r.ended_at))).size <= 1;
    const hour = (iso: string) => moment(iso).split(', ')[1];
    return {
      arrivals: {
        name: 'documentos-por-dia',
        title: words.arrivals,
        head: [words.day, ...present.map(kinds.name), words.total],
        rows: days.map((d) => ({
          cells: [day(d), ...present.map((k) => number(arrivals(a, d, k))), number(arrivals(a, d))],
          raw: [d, ...present.map((k) => arrivals(a, d, k)), arrivals(a, d)],
          destination: inbox(d, d),
        })),
        option: {
          trigger: 'axis',
          legend: true,
          xAxis: { type: 'category', data: days.map(day) },
          yAxis: { type: 'value', minInterval: 1, write: number },
          series: present.map((k) => ({ name: kinds.name(k), type: 'bar', stack: 'all', data: days.map((d) => arrivals(a, d, k)) })),
          valueFormatter: count,
        },
        pick: (i, series) =>
          inbox(
            days[i],
            days[i],
            present.find((k) => kinds.name(k) === series),
          ),
      },
      kinds: {
        name: 'documentos-por-tipo',
        title: words.byKind,
        head: [words.kind, words.count],
        rows: present.map((k) => ({
          cells: [kinds.name(k), number(ofKind(k))],
          raw: [kinds.name(k), ofKind(k)],
          destination: inbox(a.date_from, a.date_to, k),
        })),
        option: {
          trigger: 'item',
          xAxis: { type: 'value', minInterval: 1, write: number },
          yAxis: { type: 'category', data: present.map(kinds.name), inverse: true },
          series: [{ name: words.count, type: 'bar', data: present.map(ofKind) }],
          valueFormatter: count,
        },
        pick: (i) => inbox(a.date_from, a.date_to, present[i]),
      },
      pairs: {
        name: 'parejas',
        title: words.pairs,
        head: [words.state, words.pairCount],
        rows: pairStates.map((s) => ({
          cells: [words[s], number(a.pairs[s] ?? 0)],
          raw: [words[s], a.pairs[s] ?? 0],
          destination: pairs(a.date_from, a.date_to, s),
        })),
        option: {
          trigger: 'item',
          xAxis: { type: 'value', minInterval: 1, write: number },
          yAxis: { type: 'category', data: pairStates.map((s) => words[s]), inverse: true },
          series: [{ name: words.pairCount, type: 'bar', data: pairStates.map((s) => a.pairs[s] ?? 0) }],
          valueFormatter: count,
        },
        pick: (i) => pairs(a.date_from, a.date_to, pairStates[i]),
      },
      confidences: {
        name: 'seguridad-de-lectura',
        title: words.confidences,
        head: [words.day, words.confidence],
        rows: days.map((d, i) => ({
          cells: [day(d), read[i] === undefined ? '—' : percent(read[i])],
          raw: [d, read[i]?.toFixed(4) ?? ''],
          destination: inbox(d, d),
        })),
        option: {
          trigger: 'axis',
          xAxis: { type: 'category', data: days.map(day) },
          yAxis: { type: 'value', min: 0, max: 1, write: percent },
          series: [{ name: words.confidence, type: 'line', data: read.map((v) => v ?? null), connectNulls: true, symbolSize: 7 }],
          valueFormatter: (v) => (typeof v === 'number' ? percent(v) : '—'),
        },
        pick: (i) => inbox(days[i], days[i]),
      },
      times: {
        name: 'segundos-por-pagina',
        title: words.times,
        hint: words.timesHint,
        head: [words.file, words.read, words.pages, words.seconds],
        rows: recent.map((r) => ({
          cells: [r.file_name, moment(r.ended_at), number(r.pages), number(secondsAPage(r), 2)],
          raw: [r.file_name, r.ended_at, r.pages, secondsAPage(r).toFixed(3)],
          destination: { to: '/revisar/$id', params: { id: r.document_id } },
        })),
        option: {
          trigger: 'item',
          xAxis: { type: 'time', write: (time) => (oneDay ? hour : day)(new Date(time).toISOString()) },
          yAxis: { type: 'value', min: 0, write: (n) => number(n, 2) },
          series: [{ name: words.seconds, type: 'scatter', data: recent.map((r) => [r.ended_at, secondsAPage(r)]), symbolSize: 9 }],
          valueFormatter: (v) => (typeof v === 'number' ? number(v, 2) : String(v)),
        },
        pick: (i) => ({ to: '/revisar/$id', params: { id: recent[i].document_id } }),
      },
    };
  }, [a, words, kinds, day, moment, number, percent]);
}
