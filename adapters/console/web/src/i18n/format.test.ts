import { describe, expect, test } from 'vitest';
import {
  formatCedula,
  formatDatesIn,
  formatDay,
  formatMoment,
  formatMonth,
  formatNumber,
  formatPercent,
  formatRadicado,
  formatSize,
  readDay,
  weekdays,
} from './format';

describe('format', () => {
  test.each([
    ['afternoon', formatMoment('2024-03-12T20:05:00Z', 'es'), '12 mar 2024, 3:05\u00a0p.\u00a0m.'],
    ['midnight belongs to the new day', formatMoment('2024-03-12T05:00:00Z', 'es'), '12 mar 2024, 12:00\u00a0a.\u00a0m.'],
    ['before midnight in Colombia, after it in UTC', formatMoment('2024-03-13T03:59:00Z', 'es'), '12 mar 2024, 10:59\u00a0p.\u00a0m.'],
    ['noon', formatMoment('2024-03-12T17:00:00Z', 'es'), '12 mar 2024, 12:00\u00a0p.\u00a0m.'],
    ['in English', formatMoment('2024-09-01T20:05:00Z', 'en'), '1 Sep 2024, 15:05'],
    ['a day without time stays that day', formatDay('2024-09-01', 'es'), '1 sep 2024'],
    [
      'days and times within a sentence',
      formatDatesIn('Leído el 2026-03-04 15:04; enviada el 2026-03-02.', 'es'),
      'Leído el 4 mar 2026, 3:04\u00a0p.\u00a0m.; enviada el 2 mar 2026.',
    ],
    ['a time at the end of a sentence', formatDatesIn('Leído el 2026-03-04 15:04. Bien.', 'es'), 'Leído el 4 mar 2026, 3:04\u00a0p.\u00a0m. Bien.'],
    ['a radicado is no day', formatDatesIn('11001-40-03-001-2026-00001-00', 'es'), '11001-40-03-001-2026-00001-00'],
    ['a month', formatMonth('2024-03', 'es'), 'marzo de 2024'],
    ['a week begins on Monday', weekdays('es')[0], 'lunes'],
    ...['26/11/2026', '26 nov 2026', '26-11-2026', '2026-11-26', ' 26 noviembre 2026'].map((text) => [`${text} is a day`, readDay(text) ?? '', '2026-11-26']),
    ...['', '31/11/2026', '26/11/26', '11/26/2026', '26 xyz 2026', '0/1/2026'].map((text) => [`«${text}» is no day`, readDay(text) ?? '', '']),
    ['thousands', formatNumber(1234, 'es'), '1.234'],
    ['nearly sure is not sure', formatPercent(0.999, 'es'), '99\u00a0%'],
    ['sure', formatPercent(1, 'es'), '100\u00a0%'],
    ['a size', formatSize(1_234_567, 'es'), '1,2 MB'],
    ['a cédula', formatCedula('20923212'), '20.923.212'],
    ['a passport stays as it is', formatCedula('AR123456'), 'AR123456'],
    ['a radicado', formatRadicado('11001400301220240023100'), '11001 40 03 012 2024 00231 00'],
    ['a number that is no radicado stays as it is', formatRadicado('2024-00231'), '2024-00231'],
  ])('%s', (_, got, want) => expect(got).toBe(want));
});
