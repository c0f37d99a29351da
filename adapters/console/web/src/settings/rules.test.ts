import { expect, test } from 'vitest';
import { mailRules as en } from '../i18n/en/mailRules';
import { mailRules as es } from '../i18n/es/mailRules';
import { actionInWords, conditionsInWords, decidingRules, errorsByRule, missingFields, moveRule, newRule, type Rule, type Tried, wouldChange } from './rules';

const rule = (part: Partial<Rule>): Rule => ({ ...newRule, name: 'a', ...part });

test('conditions are a sentence, alternatives joined by or', () => {
  expect(conditionsInWords(rule({ subject: ['boletín'] }), es, 'es')).toBe('Si el asunto contiene «boletín»');
  const all = rule({ sender: ['@a.co', '@b.co', 'Ana'], recipient: ['reparto@'], attachment: ['.zip', '.rar'] });
  expect(conditionsInWords(all, es, 'es')).toBe(
    'Si el remitente contiene «@a.co», «@b.co» o «Ana», los destinatarios contienen «reparto@» y el nombre de un archivo contiene «.zip» o «.rar»',
  );
  expect(conditionsInWords(rule({ sender: ['a'], subject: ['b', 'c'] }), en, 'en')).toBe('If the sender contains “a” and the subject contains “b” or “c”');
});

test('actions are named with their value', () => {
  const kind = (k: string) => k.toUpperCase();
  expect(actionInWords(rule({ action: 'take' }), es, kind)).toBe('se recibe');
  expect(actionInWords(rule({ action: 'type', type: 'tutela' }), es, kind)).toBe('sus documentos son: TUTELA');
  expect(actionInWords(rule({ action: 'tag', tag: 'salud' }), en, kind)).toBe('its documents get the tag “salud”');
  expect(actionInWords(rule({ action: 'ignore', reason: 'No es un escrito.' }), es, kind)).toBe('se ignora: No es un escrito.');
});

test('a message changes if it would be ignored and is not, or the other way round', () => {
  const tried = (outcome: Tried['outcome'], state: Tried['state']) => ({ outcome, state }) as Tried;
  expect([tried('ignore', 'taken'), tried('take', 'ignored'), tried('take', 'taken'), tried('ignore', 'ignored')].map(wouldChange)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('an ignored message names the rule that ignores it, another one all rules that apply', () => {
  expect(decidingRules({ outcome: 'ignore', decided_by: 'b', rules: ['a', 'b'] } as Tried)).toEqual(['b']);
  expect(decidingRules({ outcome: 'take', decided_by: '', rules: ['a', 'b'] } as Tried)).toEqual(['a', 'b']);
});

test('a rule needs a name, a condition and what its action asks for', () => {
  expect(missingFields(newRule)).toEqual(['name', 'sender', 'reason']);
  expect(missingFields(rule({ subject: ['b'], action: 'type' }))).toEqual(['type']);
  expect(missingFields(rule({ subject: ['b'], action: 'tag', tag: ' ' }))).toEqual(['tag']);
  expect(missingFields(rule({ subject: ['b'], action: 'take' }))).toEqual([]);
});

test('a moved rule changes places with its neighbour', () => {
  const rules = ['a', 'b', 'c'].map((name) => rule({ name }));
  const names = (from: number, by: number) =>
    moveRule(rules, from, by)
      .map((r) => r.name)
      .join('');
  expect([names(0, 1), names(2, -1), names(1, 1)]).toEqual(['bac', 'acb', 'acb']);
});

test('errors of the server are those of a rule and a field', () => {
  const details = ['body.rules[3].reason', 'body.rules[3].subject[1]', 'body.rules[0].name', 'body.rules'].map((location) => ({ location, message: location }));
  expect(errorsByRule(details)).toEqual({ 3: { reason: 'body.rules[3].reason', subject: 'body.rules[3].subject[1]' }, 0: { name: 'body.rules[0].name' } });
});
