import type { components } from '../api/intake';
import type { mailRules } from '../i18n/es/mailRules';

type Schemas = components['schemas'];
export type Rule = Schemas['MailRule'];
export type Tried = Schemas['TriedMessage'];
type Words = typeof mailRules;
export type Field = keyof Words['fields'];

export const conditionNames = ['sender', 'recipient', 'subject', 'attachment'] as const;
export const actionNames = ['take', 'ignore', 'type', 'tag'] as const;

export const newRule: Rule = {
  name: '',
  enabled: true,
  sender: [],
  recipient: [],
  subject: [],
  attachment: [],
  action: 'ignore',
  type: '',
  tag: '',
  reason: '',
};

/** The conditions of a rule as a sentence: "Si el asunto contiene «boletín» o «circular»". */
export function conditionsInWords(rule: Rule, words: Words, language: string): string {
  const join = (type: 'conjunction' | 'disjunction', parts: string[]) => new Intl.ListFormat(language, { type }).format(parts);
  const conditions = conditionNames.filter((c) => rule[c].length > 0).map((c) => words.contains[c](join('disjunction', rule[c].map(words.quoted))));
  return words.when(join('conjunction', conditions));
}

/** What a rule does with a message that meets its conditions. */
export function actionInWords(rule: Rule, words: Words, kindName: (kind: string) => string): string {
  switch (rule.action) {
    case 'take':
      return words.does.take;
    case 'type':
      return words.does.type(kindName(rule.type));
    case 'tag':
      return words.does.tag(rule.tag);
    case 'ignore':
      return words.does.ignore(rule.reason);
  }
}

/** Reports whether the rules would decide otherwise about a message than what it is now. */
export const wouldChange = (m: Tried): boolean => (m.outcome === 'ignore') !== (m.state === 'ignored');

/** The rule that decides about a message, or else the rules that apply to it. */
export const decidingRules = (m: Tried): string[] => (m.outcome === 'ignore' ? [m.decided_by] : m.rules);

/** The fields of a rule that must still be filled in. */
export function missingFields(rule: Rule): (keyof Words['missing'])[] {
  const empty = (field: 'name' | 'type' | 'tag' | 'reason') => rule[field].trim() === '';
  const missing: (keyof Words['missing'])[] = [];
  if (empty('name')) missing.push('name');
  if (conditionNames.every((c) => rule[c].length === 0)) missing.push('sender');
  if (rule.action === 'type' && empty('type')) missing.push('type');
  if (rule.action === 'tag' && empty('tag')) missing.push('tag');
  if (rule.action === 'ignore' && empty('reason')) missing.push('reason');
  return missing;
}

/** The rules with the one at an index moved by a number of places. */
export function moveRule(rules: Rule[], from: number, by: number): Rule[] {
  const rest = rules.filter((_, i) => i !== from);
  return [...rest.slice(0, from + by), rules[from], ...rest.slice(from + by)];
}

/** What a server says about a rule: the message of each field. */
export type RuleErrors = Partial<Record<Field, string>>;

/** The details of a problem that name a rule, as "body.rules[3].reason", by the index of the rule. */
export function errorsByRule(details: { location: string; message: string }[]): Record<number, RuleErrors> {
  const errors: Record<number, RuleErrors> = {};
  for (const { location, message } of details) {
    const [, index, field] = /^body\.rules\[(\d+)\]\.([a-z]+)/.exec(location) ?? [];
    if (index !== undefined) errors[Number(index)] = { ...errors[Number(index)], [field as Field]: message };
  }
  return errors;
}
