import { Text } from '@mantine/core';
import { people as en } from '../i18n/en/people';
import { people as es } from '../i18n/es/people';
import { useWords } from '../i18n/language';
import { useFormat } from '../i18n/useFormat';
import { AnchorLink } from '../ui/links';

/** Where only the latest documents are shown: how many, and a link that searches for all. */
export function LatestOnly({ shown, total, find }: { shown: number; total: number; find: string }) {
  const words = useWords({ es, en });
  const { number } = useFormat();
  if (total <= shown) return null;
  return (
    <Text size="sm" c="dimmed" mb="sm">
      {words.latestOnly(number(shown))}{' '}
      <AnchorLink size="sm" underline="always" to="/buscar" search={{ q: find }}>
        {words.findAll(number(total))}
      </AnchorLink>
    </Text>
  );
}
