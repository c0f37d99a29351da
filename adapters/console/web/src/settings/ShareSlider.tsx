import { Group, Slider, Text } from '@mantine/core';
import { useFormat } from '../i18n/useFormat';

/** A share of 1 in hundredths, moved by mouse or arrows, its value always in sight. */
export function ShareSlider({ label, value, disabled, onChange }: { label: string; value: number; disabled?: boolean; onChange: (value: number) => void }) {
  const { percent } = useFormat();
  return (
    <div>
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{label}</Text>
        <Text size="sm" fw={600}>
          {percent(value)}
        </Text>
      </Group>
      <Slider min={0} max={1} step={0.01} label={null} thumbLabel={label} value={value} disabled={disabled} onChange={onChange} />
    </div>
  );
}
