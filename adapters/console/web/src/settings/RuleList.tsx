import { ActionIcon, Button, Group, Stack, Switch, Text, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconMailCog, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useLanguage } from '../i18n/language';
import { EmptyState } from '../ui/EmptyState';
import { useKinds } from '../ui/kinds';
import { useMailRulesWords } from './mailRules';
import { RuleDialog } from './RuleDialog';
import { actionInWords, conditionsInWords, type Field, moveRule, newRule, type Rule, type RuleErrors } from './rules';
import classes from './Settings.module.css';

type Props = {
  rules: Rule[];
  /** What the server says, by the index of the rule. */
  errors: Record<number, RuleErrors>;
  /** Shows what changes the rules. */
  editable?: boolean;
  /** Takes the changed rules; nothing can be changed without it. */
  onChange?: (rules: Rule[]) => void;
};

/** The rules in the order in which they are tried. */
export function RuleList({ rules, errors, editable = false, onChange }: Props) {
  const words = useMailRulesWords();
  const list = useRef<HTMLOListElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState<number>();
  const [moved, setMoved] = useState<{ to: number; by: number; name: string }>();
  // The keyboard stays with the rule that it moves.
  useEffect(() => {
    if (!moved) return;
    const item = list.current?.children[moved.to];
    const enabled = (by: number) => item?.querySelector<HTMLButtonElement>(`[data-move="${by}"]:not(:disabled)`);
    (enabled(moved.by) ?? enabled(-moved.by))?.focus();
  }, [moved]);
  const replace = (i: number, rule: Rule) => onChange?.(rules.map((r, k) => (k === i ? rule : r)));
  const move = (i: number, by: number) => {
    onChange?.(moveRule(rules, i, by));
    setMoved({ to: i + by, by, name: rules[i]?.name ?? '' });
  };
  const remove = (i: number) => {
    onChange?.(rules.filter((_, k) => k !== i));
    add.current?.focus();
  };
  return (
    <>
      {rules.length === 0 && <EmptyState icon={<IconMailCog aria-hidden />} title={words.empty} hint={words.emptyHint} />}
      {rules.length > 0 && (
        <ol ref={list} className={classes.rules}>
          {rules.map((rule, i) => (
            <li key={i} className={classes.rule}>
              <Group justify="space-between" wrap="nowrap" align="flex-start">
                <Group wrap="nowrap" align="flex-start" miw={0}>
                  <Switch
                    aria-label={words.use(rule.name)}
                    checked={rule.enabled}
                    disabled={!onChange}
                    onChange={(e) => replace(i, { ...rule, enabled: e.currentTarget.checked })}
                  />
                  <RuleText rule={rule} errors={errors[i]} />
                </Group>
                {editable && (
                  <Group gap={4} wrap="nowrap">
                    <ActionIcon variant="default" data-move="-1" aria-label={words.up(rule.name)} disabled={!onChange || i === 0} onClick={() => move(i, -1)}>
                      <IconArrowUp size={16} aria-hidden />
                    </ActionIcon>
                    <ActionIcon
                      variant="default"
                      data-move="1"
                      aria-label={words.down(rule.name)}
                      disabled={!onChange || i === rules.length - 1}
                      onClick={() => move(i, 1)}
                    >
                      <IconArrowDown size={16} aria-hidden />
                    </ActionIcon>
                    <ActionIcon variant="default" aria-label={words.edit(rule.name)} disabled={!onChange} onClick={() => setOpen(i)}>
                      <IconPencil size={16} aria-hidden />
                    </ActionIcon>
                    <ActionIcon variant="default" aria-label={words.remove(rule.name)} disabled={!onChange} onClick={() => remove(i)}>
                      <IconTrash size={16} aria-hidden />
                    </ActionIcon>
                  </Group>
                )}
              </Group>
            </li>
          ))}
        </ol>
      )}
      <VisuallyHidden role="status">{moved && words.position(moved.name, moved.to + 1, rules.length)}</VisuallyHidden>
      {editable && (
        <Group>
          <Button ref={add} variant="default" leftSection={<IconPlus size={16} aria-hidden />} disabled={!onChange} onClick={() => setOpen(rules.length)}>
            {words.add}
          </Button>
        </Group>
      )}
      {open !== undefined && (
        <RuleDialog
          rule={rules[open] ?? newRule}
          title={rules[open] ? words.edit(rules[open].name) : words.add}
          errors={errors[open]}
          onClose={() => setOpen(undefined)}
          onAccept={(rule) => {
            if (open < rules.length) replace(open, rule);
            else onChange?.([...rules, rule]);
            setOpen(undefined);
          }}
        />
      )}
    </>
  );
}

/** A rule in words, and what the server says against it. */
function RuleText({ rule, errors = {} }: { rule: Rule; errors?: RuleErrors }) {
  const words = useMailRulesWords();
  const kinds = useKinds();
  const { language } = useLanguage();
  return (
    <Stack gap={0} miw={0} style={{ overflowWrap: 'anywhere' }} c={rule.enabled ? undefined : 'dimmed'}>
      <Text fw={600}>{rule.name}</Text>
      <Text size="sm">
        {conditionsInWords(rule, words, language)}, {actionInWords(rule, words, kinds.name)}
      </Text>
      {Object.entries(errors).map(([field, message]) => (
        <Text key={field} size="sm" c="var(--mantine-color-error)" role="alert">
          {words.fields[field as Field] ?? field}: {message}
        </Text>
      ))}
    </Stack>
  );
}
