import { Button, Group } from '@mantine/core';
import { useKeys } from '../keys/KeyLayer';
import { useSettingsWords } from './settings';

export function SaveBar({ changed, saving, onSave, onDiscard }: { changed: boolean; saving: boolean; onSave: () => void; onDiscard: () => void }) {
  const words = useSettingsWords();
  useKeys([{ chord: 'Ctrl+Enter', does: words.save, run: () => changed && !saving && onSave(), inFields: true }]);
  return (
    <Group gap="sm">
      <Button disabled={!changed} loading={saving} onClick={onSave}>
        {words.save}
      </Button>
      <Button variant="default" disabled={!changed || saving} onClick={onDiscard}>
        {words.discard}
      </Button>
    </Group>
  );
}
