import { Button, Group, NativeSelect, Stack, Table, Text, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { answer, intake } from '../api/client';
import type { components } from '../api/intake';
import { Problem } from '../api/problem';
import { pairs as en } from '../i18n/en/pairs';
import { pairs as es } from '../i18n/es/pairs';
import { useWords } from '../i18n/language';
import { useFormat } from '../i18n/useFormat';
import { ErrorState } from '../ui/ErrorState';
import { useKinds } from '../ui/kinds';
import { PageHeader } from '../ui/PageHeader';
import { AnchorLink } from '../ui/links';
import { useDraft } from '../ui/useDraft';
import { useReviewLink } from '../ui/useReviewLink';
import { Identities, RelationBadge } from './Evidence';
import classes from './pairs.module.css';
import { PairTabs } from './PairTabs';

type Found = components['schemas']['Candidates'];

const verify = async (body: components['schemas']['Verify']) => (await answer(intake.POST('/api/v1/duplicates/verify', { body }))).data;

const empty = { text: '', document_type: 'tutela' };

/** Which documents say the same as a text that is not stored. */
export function CheckPage() {
  const words = useWords({ es, en });
  const { number } = useFormat();
  const kinds = useKinds();
  const { value, setValue, drop } = useDraft('check', empty);
  const checking = useMutation({ mutationFn: verify });
  const change = (part: Partial<typeof empty>) => {
    setValue({ ...value, ...part });
    checking.reset(); // what was found is of another text
  };
  const submit = (e: FormEvent) => {
    e.preventDefault();
    checking.mutate(value);
  };
  const problem = checking.error instanceof Problem ? checking.error : undefined;
  return (
    <>
      <PageHeader title={words.title} />
      <PairTabs shown="check" />
      <div id="pair-list" role="tabpanel" aria-label={words.checkTab}>
        <div className={classes.check}>
          <Stack component="form" gap="sm" onSubmit={submit}>
            <Textarea
              label={words.pasted}
              description={words.pastedHint}
              required
              rows={12}
              spellCheck={false}
              value={value.text}
              onChange={(e) => change({ text: e.currentTarget.value })}
              error={problem?.of('text')}
            />
            <Group gap="sm" align="end">
              <NativeSelect
                label={words.fields.kind}
                value={value.document_type}
                data={kinds.choices}
                onChange={(e) => change({ document_type: e.currentTarget.value })}
                error={problem?.of('document_type')}
              />
              <Button type="submit" loading={checking.isPending}>
                {words.check}
              </Button>
              {value.text !== '' && (
                <Button
                  variant="subtle"
                  onClick={() => {
                    drop();
                    checking.reset();
                  }}
                >
                  {words.clearText}
                </Button>
              )}
              <Text size="sm" c="dimmed">
                {words.characters(number([...value.text].length))}
              </Text>
            </Group>
            {checking.isError && <ErrorState error={checking.error} title={words.notChecked} />}
          </Stack>
          {checking.data && (
            <div>
              <Similar found={checking.data} />
            </div>
          )}
        </div>
      </div>
    </>
  );
}

/** What a text repeats, and what is like it without being a duplicate; the reasons of the most similar one are open. */
function Similar({ found }: { found: Found }) {
  const words = useWords({ es, en });
  const { number } = useFormat();
  const rows = [
    ...found.candidates.map((c) => ({ ...c, relation: 'duplicate' as const })),
    ...found.new_claims.map((c) => ({ ...c, relation: 'new_claim' as const })),
    ...found.same_case.map((c) => ({ ...c, relation: 'same_case' as const })),
    ...found.mass.map((c) => ({ ...c, relation: 'mass' as const })),
  ];
  return (
    <>
      <Text fw={600} role="status">
        {words.similarCount(rows.length, number(rows.length))}
      </Text>
      {rows.length > 0 && (
        <Table>
          <Table.Thead>
            <Table.Tr>
              {[words.certainty, words.relation, words.fields.file, words.reason].map((head) => (
                <Table.Th key={head} scope="col">
                  {head}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((c, i) => (
              <SimilarRow key={c.document_id} candidate={c} opened={i === 0} />
            ))}
          </Table.Tbody>
        </Table>
      )}
    </>
  );
}

type Candidate = Found['candidates'][number] & { relation: 'duplicate' | 'new_claim' | 'same_case' | 'mass' };

function SimilarRow({ candidate: c, opened }: { candidate: Candidate; opened: boolean }) {
  const words = useWords({ es, en });
  const { percent } = useFormat();
  const review = useReviewLink();
  const [shown, { toggle }] = useDisclosure(opened);
  const name = c.file_name || c.document_id;
  return (
    <>
      <Table.Tr>
        <Table.Td>{percent(c.similarity)}</Table.Td>
        <Table.Td>
          <RelationBadge relation={c.relation} />
        </Table.Td>
        <Table.Td>
          <AnchorLink size="sm" {...review(c.document_id)}>
            {name}
          </AnchorLink>
        </Table.Td>
        <Table.Td>
          <Button
            type="button"
            variant="subtle"
            size="compact-sm"
            aria-expanded={shown}
            aria-label={words.reasonsOf(name)}
            rightSection={shown ? <IconChevronUp size={14} aria-hidden /> : <IconChevronDown size={14} aria-hidden />}
            onClick={toggle}
          >
            {words.evidence}
          </Button>
        </Table.Td>
      </Table.Tr>
      {shown && (
        <Table.Tr>
          <Table.Td colSpan={4}>
            <Identities details={c.details} sides={[words.inPasted, words.inDocument]} />
          </Table.Td>
        </Table.Tr>
      )}
    </>
  );
}
