import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../i18n/useFormat';
import { type subjectCorrectionsQuery, useRegisterWords, utc } from './register';

/** What was corrected, newest first; nothing while nothing was. */
export function Corrections({ query }: { query: ReturnType<typeof subjectCorrectionsQuery> }) {
  const words = useRegisterWords();
  const { moment } = useFormat();
  const { data = [] } = useQuery(query);
  if (data.length === 0) return null;
  return (
    <section>
      <Title order={2} size="h3" mb={6}>
        {words.corrections}
      </Title>
      <Stack gap={4}>
        {data.map((c) => (
          <Text size="sm" key={c.fecha + c.campo}>
            {words.correction(words.field[c.campo as keyof typeof words.field] ?? c.campo, c.de ?? '—', c.a ?? '—')}{' '}
            <Text span c="dimmed">
              {moment(utc(c.fecha))} {words.by(c.usuario)}
            </Text>
          </Text>
        ))}
      </Stack>
    </section>
  );
}
