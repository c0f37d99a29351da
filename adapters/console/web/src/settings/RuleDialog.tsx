import { Button, Fieldset, Group, NativeSelect, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Dialog } from '../ui/Dialog';
import { useKinds } from '../ui/kinds';
import { useMailRulesWords } from './mailRules';
import { actionNames, conditionNames, missingFields, type Rule, type RuleErrors } from './rules';

type Props = {
  rule: Rule;
  title: string;
  /** What the server says against the rule as it is. */
  errors?: RuleErrors;
  onClose: () => void;
  onAccept: (rule: Rule) => void;
};

/** A rule to fill in. It is accepted into the list, which is saved as a whole. */
export function RuleDialog({ title, ...form }: Props) {
  return (
    <Dialog opened onClose={form.onClose} title={title} size="lg">
      <RuleForm {...form} />
    </Dialog>
  );
}

function RuleForm({ rule: given, errors, onClose, onAccept }: Omit<Props, 'title'>) {
  const words = useMailRulesWords();
  const kinds = useKinds();
  const [rule, setRule] = useState(given);
  const form = useRef<HTMLFormElement>(null);
  const [tries, setTries] = useState(0);
  // The first field that is missing may have been scrolled out of sight.
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [tries]);
  const set = (part: Partial<Rule>) => setRule({ ...rule, ...part });
  const missing = missingFields(rule);
  const error = (field: keyof RuleErrors) => {
    const absent = tries > 0 ? missing.find((m) => m === field) : undefined;
    // What the server said holds of the value that it was sent.
    return absent ? words.missing[absent] : rule[field] === given[field] ? errors?.[field] : undefined;
  };
  const text = (field: 'name' | 'tag' | 'reason', maxLength: number) => ({
    label: words.fields[field],
    withAsterisk: true,
    'aria-required': true,
    maxLength,
    value: rule[field],
    error: error(field),
    onChange: (e: { currentTarget: { value: string } }) => set({ [field]: e.currentTarget.value }),
  });
  const submit = (e: FormEvent) => {
    e.preventDefault();
    if (missing.length === 0) onAccept(rule);
    else setTries(tries + 1);
  };
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput data-autofocus {...text('name', 100)} />
        <Fieldset legend={words.conditions}>
          <Text size="sm" c="dimmed" mb="xs">
            {words.conditionsHint}
          </Text>
          <Stack gap="sm">
            {conditionNames.map((c) => (
              <TagsInput
                key={c}
                label={words.fields[c]}
                description={words.fieldHints[c]}
                value={rule[c]}
                onChange={(texts) => set({ [c]: texts })}
                error={error(c)}
                maxTags={20}
                maxLength={200}
                splitChars={[]}
              />
            ))}
          </Stack>
        </Fieldset>
        <NativeSelect
          label={words.fields.action}
          value={rule.action}
          error={error('action')}
          onChange={(e) => set({ action: e.currentTarget.value as Rule['action'] })}
          data={actionNames.map((value) => ({ value, label: words.actions[value] }))}
        />
        {rule.action === 'type' && (
          <NativeSelect
            label={words.fields.type}
            withAsterisk
            value={rule.type}
            error={error('type')}
            onChange={(e) => set({ type: e.currentTarget.value })}
            data={[{ value: '', label: words.choose }, ...kinds.choices]}
          />
        )}
        {rule.action === 'tag' && <TextInput {...text('tag', 100)} />}
        {rule.action === 'ignore' && <TextInput description={words.reasonHint} {...text('reason', 300)} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button type="submit">{words.change}</Button>
        </Group>
      </Stack>
    </form>
  );
}
