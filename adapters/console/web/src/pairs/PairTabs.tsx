import { Tabs } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { pairs as en } from '../i18n/en/pairs';
import { pairs as es } from '../i18n/es/pairs';
import { useWords } from '../i18n/language';

const pages = { pairs: '/duplicados', letters: '/duplicados/formatos', check: '/duplicados/comprobar' } as const;

/** Pairs, form letters, or a text to be checked. */
export function PairTabs({ shown }: { shown: keyof typeof pages }) {
  const words = useWords({ es, en });
  const navigate = useNavigate();
  return (
    <Tabs value={shown} onChange={(v) => void navigate({ to: pages[v as keyof typeof pages] })} mb="xs">
      <Tabs.List aria-label={words.views}>
        <Tabs.Tab value="pairs" aria-controls="pair-list">
          {words.pairsTab}
        </Tabs.Tab>
        <Tabs.Tab value="letters" aria-controls="pair-list">
          {words.lettersTab}
        </Tabs.Tab>
        <Tabs.Tab value="check" aria-controls="pair-list">
          {words.checkTab}
        </Tabs.Tab>
      </Tabs.List>
    </Tabs>
  );
}
