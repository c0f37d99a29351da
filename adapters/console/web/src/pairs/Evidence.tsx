import { Badge, Group, Stack, Text, Title } from '@mantine/core';
import { IconEqual, IconMinus, IconPlus } from '@tabler/icons-react';
import { useId } from 'react';
import { pairs as en } from '../i18n/en/pairs';
import { pairs as es } from '../i18n/es/pairs';
import { useWords } from '../i18n/language';
import { useFormat } from '../i18n/useFormat';
import classes from './compare.module.css';
import { type NamedIdentity, useIdentities, verdictIcons } from './identities';
import type { Comparison, Reason } from './pairs';
import { stepsOf } from './sum';

/** Parties, facts and claim: how far each is the same, with what both sides say. */
export function Identities({ details, sides }: { details: Comparison['details']; sides: Sides }) {
  const words = useWords({ es, en });
  const id = useId();
  const identities = useIdentities(details);
  return (
    <section aria-labelledby={id}>
      <Title order={2} size="h4" id={id} mb={6}>
        {words.identities}
      </Title>
      <Stack gap="xs">
        {identities.map((i) => (
          <IdentityRow key={i.name} {...i} sides={sides} />
        ))}
      </Stack>
    </section>
  );
}

/** What the left and the right side are called. */
type Sides = [string, string];

function IdentityRow({ name, said, identity, sides }: NamedIdentity & { sides: Sides }) {
  const words = useWords({ es, en });
  const { percent } = useFormat();
  const Icon = verdictIcons[identity.verdict];
  const unknown = identity.verdict === 'unknown';
  return (
    <div className={classes.identity} data-verdict={identity.verdict}>
      <Group justify="space-between" gap={4}>
        <Group gap={6} wrap="nowrap">
          <Icon size={18} aria-hidden className={classes.verdictIcon} />
          <Text fw={650} size="sm">
            {name}
          </Text>
          <Text size="sm" className={classes.verdict}>
            {said}
          </Text>
        </Group>
        {!unknown && (
          <Group gap={6} wrap="nowrap">
            <span className={classes.meter} aria-hidden>
              <span style={{ width: `${identity.score * 100}%` }} />
            </span>
            <Text size="xs" className={classes.unbroken}>
              {words.likeness(percent(identity.score))}
            </Text>
          </Group>
        )}
      </Group>
      {identity.evidence.length === 0 ? (
        <Text size="xs" c="dimmed" mt={4}>
          {words.noEvidence}
        </Text>
      ) : (
        <ul className={classes.reasons}>
          {identity.evidence.map((r) => (
            <ReasonLine key={r.code + r.text} reason={r} sides={sides} />
          ))}
        </ul>
      )}
    </div>
  );
}

function ReasonLine({ reason: r, sides }: { reason: Reason; sides: Sides }) {
  const words = useWords({ es, en });
  const [Icon, sense] = r.weight > 0 ? [IconPlus, words.favours] : r.weight < 0 ? [IconMinus, words.against] : [IconEqual, words.neutral];
  const { cedula, radicado } = useFormat();
  const both = r.left !== '' || r.right !== '';
  const shown = (value: string) => radicado(r.code.startsWith('cedula') ? cedula(value) : value);
  return (
    <li>
      <Icon size={13} role="img" aria-label={sense} className={r.weight > 0 ? classes.favours : r.weight < 0 ? classes.against : classes.neutral} />
      <div>
        <Text size="xs">{r.text}</Text>
        {both && r.left === r.right && !r.text.includes(shown(r.left)) && <div className={classes.values}>{shown(r.left)}</div>}
        {both && r.left !== r.right && (
          <div className={`${classes.values} ${classes.two}`}>
            <Value label={sides[0]} value={shown(r.left)} />
            <Value label={sides[1]} value={shown(r.right)} />
          </div>
        )}
      </div>
    </li>
  );
}

const Value = ({ label, value }: { label: string; value: string }) => (
  <Text size="xs" component="div" title={label}>
    <span className={classes.hidden}>{label}: </span>
    {value || '—'}
  </Text>
);

/** The three weighted scores and the rules, as bars that lead to the similarity and its threshold. */
export function ScoreSum({ comparison: c }: { comparison: Comparison }) {
  const words = useWords({ es, en });
  const { number, percent } = useFormat();
  const { steps, sum, changes, addsUp } = stepsOf(c);
  const two = (x: number) => number(Math.trunc(x * 100 + 1e-6) / 100, 2);
  const threshold = percent(c.threshold);
  return (
    <section aria-labelledby="sum">
      <Title order={2} size="h4" id="sum" mb={6}>
        {words.sum}
      </Title>
      <table className={classes.sum}>
        <thead>
          <tr>
            <th scope="col">{words.part}</th>
            <th scope="col">{words.weight}</th>
            <th scope="col">{words.score}</th>
            <th scope="col" className={classes.bars}>
              0 – 1
            </th>
            <th scope="col">{words.adds}</th>
          </tr>
        </thead>
        <tbody>
          {addsUp &&
            steps.map((s) => (
              <tr key={s.name}>
                <th scope="row">{words[s.name]}</th>
                <td>{two(s.weight)}</td>
                <td>{two(s.score)}</td>
                <td className={classes.bars}>
                  <Bar from={s.from} to={s.to} kind="step" threshold={c.threshold} />
                </td>
                <td>{two(s.to - s.from)}</td>
              </tr>
            ))}
          {addsUp && changes.length > 0 && (
            <tr className={classes.subtotal}>
              <th scope="row" colSpan={3}>
                {words.sumOfParts}
              </th>
              <td className={classes.bars}>
                <Bar from={0} to={sum} kind="sum" threshold={c.threshold} />
              </td>
              <td>{two(sum)}</td>
            </tr>
          )}
          {changes.map((a) => (
            <tr key={a.rule}>
              <th scope="row" colSpan={3}>
                {a.reason}
              </th>
              <td className={classes.bars}>
                <Bar from={Math.min(a.from, a.to)} to={Math.max(a.from, a.to)} kind={a.to < a.from ? 'less' : 'more'} threshold={c.threshold} />
              </td>
              <td>{(a.to < a.from ? '−' : '+') + two(Math.abs(a.to - a.from))}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              {words.similarity}
            </th>
            <td className={classes.bars}>
              <Bar from={0} to={c.similarity} kind="sum" threshold={c.threshold} />
            </td>
            <td>{two(c.similarity)}</td>
          </tr>
        </tfoot>
      </table>
      {!addsUp && (
        <Text size="xs" c="dimmed">
          {words.weightsChanged}
        </Text>
      )}
      <Text size="xs" c="dimmed" mt={2}>
        {words.above(threshold)}
      </Text>
    </section>
  );
}

function Bar({ from, to, kind, threshold }: { from: number; to: number; kind: 'step' | 'sum' | 'less' | 'more'; threshold: number }) {
  return (
    <span className={classes.bar} aria-hidden>
      <span data-kind={kind} style={{ left: `${from * 100}%`, width: `${Math.max(0.6, (to - from) * 100)}%` }} />
      <i style={{ left: `${threshold * 100}%` }} />
    </span>
  );
}

const colours = {
  duplicate: 'orange',
  same_file: 'orange',
  same_document: 'gray',
  new_claim: 'indigo',
  same_case: 'teal',
  mass: 'grape',
  unrelated: 'gray',
} as const;

export function RelationBadge({ relation }: { relation: Comparison['relation'] }) {
  const words = useWords({ es, en });
  return (
    <Badge variant="light" color={colours[relation]} miw="max-content" tt="none">
      {words.relations[relation]}
    </Badge>
  );
}
