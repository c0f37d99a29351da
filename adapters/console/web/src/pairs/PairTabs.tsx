import { Tabs } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { pairs as en } from '../i18n/en/pairs';
import { pairs as es } from '../i18n/es/pairs';
import { useWords } from '../i18n/language';

/** Pairs, or form letters. */
export function PairTabs({ shown }: { shown: 'pairs' | 'letters' }) {
  const words = useWords({ es, en });
  const navigate = useNavigate();
  return (
    <Tabs value={shown} onChange={(v) => void navigate({ to: v === 'letters' ? '/duplicados/formatos' : '/duplicados' })} mb="xs">
      <Tabs.List aria-label={words.views}>
        <Tabs.Tab value="pairs" aria-controls="pair-list">{words.pairsTab}</Tabs.Tab>
        <Tabs.Tab value="letters" aria-controls="pair-list">{words.lettersTab}</Tabs.Tab>
      </Tabs.List>
    </Tabs>
  );
}
