import { Stack, Switch, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { ErrorState } from '../ui/ErrorState';
import { useDraft } from '../ui/useDraft';
import { Head } from './ComparingSettings';
import { SaveBar } from './SaveBar';
import classes from './Settings.module.css';
import { type Extraction, extractionHistoryQuery, saveExtraction, undoExtraction, useSettingsChange, useSettingsWords } from './settings';
import { SettingsHistory } from './SettingsHistory';
import { ShareSlider } from './ShareSlider';

/** Which ways of finding a value are used, and how much each is believed. */
export function ExtractionSettings({ stored }: { stored: Extraction }) {
  const words = useSettingsWords();
  const draft = useDraft<Extraction | null>('extraction', null);
  const config = draft.value ?? stored;
  const changed = JSON.stringify(config) !== JSON.stringify(stored);
  const save = useSettingsChange(saveExtraction, () => {
    draft.drop();
    notifications.show({ message: words.saved });
  });
  const undo = useSettingsChange<void>(undoExtraction, () => {
    draft.drop();
    notifications.show({ message: words.undone });
  });
  const busy = save.isPending || undo.isPending;
  const set = (name: string, part: Partial<Extraction['extractors'][number]>) =>
    draft.setValue({ ...config, extractors: config.extractors.map((x) => (x.name === name ? { ...x, ...part } : x)) });
  return (
    <div className={classes.columns}>
      <Stack gap="md" className={classes.box}>
        <Head title={words.extractors} hint={words.extractorsHint} />
        {config.extractors.map((x) => {
          const name = String(words[x.name as 'pattern']);
          return (
            <div key={x.name}>
              <Switch
                label={words.use(name)}
                description={x.description}
                checked={x.enabled}
                disabled={busy}
                onChange={(e) => set(x.name, { enabled: e.currentTarget.checked })}
                mb={4}
              />
              <ShareSlider label={words.trust(name)} value={x.weight} disabled={busy || !x.enabled} onChange={(weight) => set(x.name, { weight })} />
            </div>
          );
        })}
        <div>
          <ShareSlider
            label={words.minConfidence}
            value={config.min_confidence}
            disabled={busy}
            onChange={(min_confidence) => draft.setValue({ ...config, min_confidence })}
          />
          <Text size="sm" c="dimmed" mt={4}>
            {words.minConfidenceHint}
          </Text>
        </div>
        {save.isError && <ErrorState error={save.error} title={words.save} />}
        <SaveBar changed={changed} saving={save.isPending} onSave={() => save.mutate(config)} onDiscard={draft.drop} />
      </Stack>
      <SettingsHistory query={extractionHistoryQuery} undo={undo} />
    </div>
  );
}
