import { Button, Group, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { ui as en } from '../i18n/en/ui';
import { ui as es } from '../i18n/es/ui';
import { useWords } from '../i18n/language';
import { useFormat } from '../i18n/useFormat';

type Meta = { page: number; total: number; total_pages: number; total_exact?: boolean };

/** Leads from page to page of a list; nothing where there is one alone. */
export function Pages({ meta, onPage }: { meta: Meta | undefined; onPage: (page: number) => void }) {
  const words = useWords({ es, en });
  const { number } = useFormat();
  if (!meta || meta.total_pages < 2) return null;
  return (
    <Group justify="center" gap="sm" mt="xs" className="no-print">
      <Button
        variant="default"
        size="xs"
        disabled={meta.page <= 1}
        onClick={() => onPage(meta.page - 1)}
        leftSection={<IconChevronLeft size={16} aria-hidden />}
      >
        {words.previous}
      </Button>
      <Text size="sm">{words.pageOf(meta.page, number(meta.total_pages) + (meta.total_exact === false ? '+' : ''))}</Text>
      <Button
        variant="default"
        size="xs"
        disabled={meta.page >= meta.total_pages}
        onClick={() => onPage(meta.page + 1)}
        rightSection={<IconChevronRight size={16} aria-hidden />}
      >
        {words.next}
      </Button>
    </Group>
  );
}
