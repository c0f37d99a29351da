import { queryOptions } from '@tanstack/react-query';
import { answer, intake } from '../api/client';
import type { components } from '../api/intake';
import { keys } from '../api/keys';
import { mailRules as en } from '../i18n/en/mailRules';
import { mailRules as es } from '../i18n/es/mailRules';
import { useWords } from '../i18n/language';
import type { Rule } from './rules';

export type MailRules = components['schemas']['MailRules'];

export const useMailRulesWords = () => useWords({ es, en });

export const mailRulesQuery = queryOptions({ queryKey: keys.mailRules, queryFn: () => answer(intake.GET('/api/v1/config/mail-rules')).then((a) => a.data) });

export const mailRulesHistoryQuery = queryOptions({
  queryKey: keys.mailRulesHistory,
  queryFn: async () => {
    const { data } = await answer(intake.GET('/api/v1/config/mail-rules/history', { params: { query: { per_page: 50 } } }));
    // A version in the history was saved, by hand or by going back.
    return data.map(({ number, at, by, origin }) => ({ number, at: at ?? '', by, origin: origin as 'manual' | 'undo' }));
  },
});

/** The messages that rules ignored and nobody has taken in, newest first. */
export const ignoredQuery = queryOptions({
  queryKey: keys.ignored,
  queryFn: () => answer(intake.GET('/api/v1/deliveries', { params: { query: { state: 'ignored', per_page: 50 } } })),
});

/** Stores rules in place of the version of that number; a Problem with the status 412 where somebody changed them since. */
export const saveMailRules = ({ number, rules }: { number: number; rules: Rule[] }) =>
  answer(intake.PUT('/api/v1/config/mail-rules', { params: { header: { 'If-Match': `"${number}"` } }, body: { rules } }));
export const undoMailRules = () => answer(intake.POST('/api/v1/config/mail-rules/undo'));

/** What rules would do with the messages that came last; it stores nothing. */
export const tryMailRules = (rules: Rule[]) => answer(intake.POST('/api/v1/config/mail-rules/preview', { body: { rules } })).then((a) => a.data);

export const takeDelivery = (id: string) => answer(intake.POST('/api/v1/deliveries/{id}/take', { params: { path: { id } } }));
