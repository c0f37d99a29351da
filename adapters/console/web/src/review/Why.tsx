import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import type { Document } from '../api/document';
import { review as en } from '../i18n/en/review';
import { review as es } from '../i18n/es/review';
import { useWords } from '../i18n/language';
import { useFormat } from '../i18n/useFormat';
import { useKinds } from '../ui/kinds';
import type { Entity } from './document';
import type { Field } from './fields';

/** Where a value comes from: how it stands on the paper, what found it, and what else was considered. */
export function Why({ id, document: d, field: f, onUse }: { id: string; document: Document; field: Field; onUse: (value: string) => void }) {
  const words = useWords({ es, en });
  const kinds = useKinds();
  const { percent } = useFormat();
  const suggested = f.name === 'document_type' ? d.suggested_type : null;
  return (
    <Stack id={id} gap={6} mt={6} p="xs" bg="var(--mantine-color-body)" style={{ border: '1px solid var(--cotejo-line)', borderRadius: 4 }}>
      {suggested && (
        <>
          <Text size="xs">{words.looksLike(kinds.name(suggested.value), percent(suggested.confidence))}</Text>
          {suggested.reasons.length > 0 && (
            <Text size="xs" c="dimmed">
              {words.because(suggested.reasons.join(', '))}
            </Text>
          )}
          {suggested.value !== f.value && <Use onClick={() => onUse(suggested.value)} text={words.use} />}
        </>
      )}
      {f.entities.map((e) => (
        <Evidence key={`${e.start}-${e.value}`} entity={e} />
      ))}
      {f.alternatives.length > 0 && (
        <Text size="xs" fw={600}>
          {words.alternatives}
        </Text>
      )}
      {f.alternatives.map((e) => (
        <div key={`${e.start}-${e.value}`}>
          <Evidence entity={e} />
          <Use onClick={() => onUse(e.value)} text={words.use} />
        </div>
      ))}
    </Stack>
  );
}

const Use = ({ onClick, text }: { onClick: () => void; text: string }) => (
  <Button size="compact-xs" variant="default" onClick={onClick}>
    {text}
  </Button>
);

function Evidence({ entity: e }: { entity: Entity }) {
  const words = useWords({ es, en });
  const { percent } = useFormat();
  const name = (extractor: string) => words.extractors[extractor as keyof typeof words.extractors] ?? extractor;
  return (
    <div>
      <Text size="xs">
        «{e.raw}»{e.page > 0 && ` · ${words.onPage(e.page)}`} · {percent(e.confidence)}
      </Text>
      {e.sources.map((s) => (
        <Group key={s.extractor} gap="xs" wrap="nowrap">
          <Text size="xs" c="dimmed" w={190}>
            {name(s.extractor)}
          </Text>
          <Progress value={s.confidence * 100} size="sm" w={90} aria-label={`${name(s.extractor)}: ${percent(s.confidence)}`} />
          <Text size="xs">{percent(s.confidence)}</Text>
        </Group>
      ))}
    </div>
  );
}
