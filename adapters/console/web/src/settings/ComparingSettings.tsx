import { Stack, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { ErrorState } from '../ui/ErrorState';
import { useDraft } from '../ui/useDraft';
import { Effect } from './Effect';
import { SaveBar } from './SaveBar';
import classes from './Settings.module.css';
import { type Comparing, comparingHistoryQuery, saveComparing, thresholdNames, undoComparing, useSettingsChange, useSettingsWords } from './settings';
import { SettingsHistory } from './SettingsHistory';
import { ShareSlider } from './ShareSlider';
import { rebalance, weightNames } from './weights';

/** Weights and thresholds, and what they would change about the pairs that are open. */
export function ComparingSettings({ stored }: { stored: Comparing }) {
  const words = useSettingsWords();
  const draft = useDraft<Comparing | null>('comparing', null);
  const config = draft.value ?? stored;
  const changed = [...weightNames, ...thresholdNames].some((n) => config[n] !== stored[n]);
  const save = useSettingsChange(saveComparing, () => {
    draft.drop();
    notifications.show({ message: words.saved });
  });
  const undo = useSettingsChange<void>(undoComparing, () => {
    draft.drop();
    notifications.show({ message: words.undone });
  });
  const busy = save.isPending || undo.isPending;
  return (
    <div className={classes.columns}>
      <Stack gap="md" className={classes.box}>
        <Head title={words.weights} hint={words.weightsHint} />
        {weightNames.map((n) => (
          <ShareSlider key={n} label={words[n]} value={config[n]} disabled={busy} onChange={(v) => draft.setValue({ ...config, ...rebalance(config, n, v) })} />
        ))}
        <Head title={words.thresholds} hint={words.thresholdsHint} />
        {thresholdNames.map((n) => (
          <ShareSlider key={n} label={words[n]} value={config[n]} disabled={busy} onChange={(v) => draft.setValue({ ...config, [n]: v })} />
        ))}
        {save.isError && <ErrorState error={save.error} title={words.save} />}
        <SaveBar changed={changed} saving={save.isPending} onSave={() => save.mutate(config)} onDiscard={draft.drop} />
      </Stack>
      <Stack gap="md">
        <Effect config={changed ? config : undefined} />
        <SettingsHistory query={comparingHistoryQuery} undo={undo} />
      </Stack>
    </div>
  );
}

export function Head({ title, hint }: { title: string; hint: string }) {
  return (
    <div>
      <Title order={2}>{title}</Title>
      <Text size="sm" c="dimmed">
        {hint}
      </Text>
    </div>
  );
}
