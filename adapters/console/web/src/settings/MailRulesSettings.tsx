import { Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { keys } from '../api/keys';
import { isProblem, Problem } from '../api/problem';
import { isAdmin, useSession } from '../session/session';
import { ErrorState } from '../ui/ErrorState';
import { useDraft } from '../ui/useDraft';
import { Head } from './ComparingSettings';
import { IgnoredMessages } from './IgnoredMessages';
import { type MailRules, mailRulesHistoryQuery, saveMailRules, tryMailRules, undoMailRules, useMailRulesWords } from './mailRules';
import { RuleList } from './RuleList';
import { RuleTrial } from './RuleTrial';
import { errorsByRule, type Rule } from './rules';
import { SaveBar } from './SaveBar';
import classes from './Settings.module.css';
import { useSettingsChange, useSettingsWords } from './settings';
import { SettingsHistory } from './SettingsHistory';

type Draft = { number: number; rules: Rule[] };

/** The rules of the mailbox: administrators change them, others read them. */
export function MailRulesSettings({ stored }: { stored: MailRules }) {
  const admin = isAdmin(useSession());
  const words = useMailRulesWords();
  return (
    <Stack gap="md">
      {admin ? (
        <Editor stored={stored} />
      ) : (
        <>
          <section className={classes.box} aria-label={words.title}>
            <Head title={words.title} hint={`${words.hint} ${words.readOnly}`} />
            <RuleList rules={stored.rules} errors={{}} />
          </section>
          <SettingsHistory query={mailRulesHistoryQuery} untouched={words.noneSaved} />
        </>
      )}
      <IgnoredMessages />
    </Stack>
  );
}

function Editor({ stored }: { stored: MailRules }) {
  const words = useMailRulesWords();
  const settings = useSettingsWords();
  const queries = useQueryClient();
  // The draft keeps the number of the version that it changes: the server refuses it once there is another.
  const draft = useDraft<Draft | null>('mail-rules', null);
  const rules = draft.value?.rules ?? stored.rules;
  const changed = JSON.stringify(rules) !== JSON.stringify(stored.rules);
  const save = useSettingsChange(saveMailRules, () => {
    draft.drop();
    notifications.show({ message: settings.saved });
  });
  const undo = useSettingsChange<void>(undoMailRules, () => {
    draft.drop();
    notifications.show({ message: settings.undone });
  });
  const trial = useMutation({ mutationFn: tryMailRules });
  const busy = save.isPending || undo.isPending;
  const discard = () => {
    draft.drop();
    save.reset();
    trial.reset();
    void queries.invalidateQueries({ queryKey: keys.settings });
  };
  // What the server said of a rule is by its place, which a change may move.
  const change = (next: Rule[]) => {
    draft.setValue({ number: draft.value?.number ?? stored.number, rules: next });
    save.reset();
    if (trial.isError) trial.reset();
  };
  const refused = save.error ?? trial.error;
  return (
    <>
      <section className={classes.box} aria-label={words.title}>
        <Stack gap="md">
          <Head title={words.title} hint={words.hint} />
          <RuleList rules={rules} errors={refused instanceof Problem ? errorsByRule(refused.details) : {}} onChange={busy ? undefined : change} editable />
          {save.isError && <ErrorState error={withoutDetails(save.error, words.changedMeanwhile)} title={settings.save} />}
          <SaveBar
            changed={changed}
            saving={save.isPending}
            onSave={() => save.mutate({ number: draft.value?.number ?? stored.number, rules })}
            onDiscard={discard}
          />
        </Stack>
      </section>
      <RuleTrial rules={rules} trial={trial} error={trial.isError ? withoutDetails(trial.error) : undefined} />
      <SettingsHistory query={mailRulesHistoryQuery} undo={undo} untouched={words.noneSaved} />
    </>
  );
}

/** An error without what is shown at its rule; a version that is not current any more is said in words of the console. */
function withoutDetails(error: Error, stale?: string): Error {
  if (stale !== undefined && isProblem(error, 'mail_rules_changed')) return new Problem(error.status, { code: error.code, detail: stale });
  if (!isProblem(error, 'invalid_mail_rules')) return error;
  return new Problem(error.status, { code: error.code, detail: error.message });
}
