import { useMemo } from 'react';
import * as format from './format';
import { useLanguage } from './language';

/** The ways to write dates and numbers, in the clerk's language. */
export function useFormat() {
  const { language } = useLanguage();
  return useMemo(
    () => ({
      day: (iso: string) => format.formatDay(iso, language),
      moment: (iso: string) => format.formatMoment(iso, language),
      datesIn: (text: string) => format.formatDatesIn(text, language),
      month: (month: string) => format.formatMonth(month, language),
      weekdays: () => format.weekdays(language),
      number: (n: number, digits = 0) => format.formatNumber(n, language, digits),
      percent: (share: number) => format.formatPercent(share, language),
      size: (bytes: number) => format.formatSize(bytes, language),
      cedula: format.formatCedula,
      radicado: format.formatRadicado,
    }),
    [language],
  );
}
