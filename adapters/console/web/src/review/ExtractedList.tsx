import { Group, Text, UnstyledButton } from '@mantine/core';
import type { Document } from '../api/document';
import { review as en } from '../i18n/en/review';
import { review as es } from '../i18n/es/review';
import { useWords } from '../i18n/language';
import { ConfidenceMark } from '../ui/ConfidenceMark';
import { Cedula, Copyable } from '../ui/Copyable';
import { extractedOf } from './extracted';
import classes from './FieldRow.module.css';

/** What else was read of a document, to look at and to copy. */
export function ExtractedList({ document: d, onPage }: { document: Document; onPage: (page: number) => void }) {
  const words = useWords({ es, en });
  const read = extractedOf(d);
  if (read.length === 0) return null;
  return (
    <section aria-labelledby="extracted" className={classes.extracted}>
      <Text id="extracted" size="xs" fw={600} c="dimmed" mb={4}>
        {words.alsoRead}
      </Text>
      {read.map(({ name, entity: e, of }) => (
        <div key={name + e.value} role="group" aria-label={`${words.extracted[name]}: ${e.value}`}>
          <Group justify="space-between" wrap="nowrap" gap="xs">
            <Text size="xs" fw={600}>
              {words.extracted[name]}
            </Text>
            <Group gap={6} wrap="nowrap">
              <ConfidenceMark confidence={e.confidence} doubtful={e.doubtful} />
              {e.page > 0 && d.original_available && (
                <UnstyledButton className={classes.why} onClick={() => onPage(e.page)}>
                  {words.onPage(e.page)}
                </UnstyledButton>
              )}
            </Group>
          </Group>
          <Text size="sm" component="div" mb={6} style={{ overflowWrap: 'anywhere' }}>
            {name === 'cedula' ? <Cedula value={e.value} /> : <Copyable value={e.value} />}
            {of && ` · ${of}`}
          </Text>
        </div>
      ))}
    </section>
  );
}
