import { Button, Group, Kbd, SegmentedControl, Skeleton, Text, Textarea, Title } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconArrowBackUp, IconChevronLeft, IconChevronRight, IconPrinter } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { contentQuery } from '../api/document';
import { keys } from '../api/keys';
import { useFreshLists } from '../api/useFreshLists';
import { pairs as en } from '../i18n/en/pairs';
import { pairs as es } from '../i18n/es/pairs';
import { useWords } from '../i18n/language';
import { useFormat } from '../i18n/useFormat';
import { useKeys } from '../keys/KeyLayer';
import { ErrorState } from '../ui/ErrorState';
import { AnchorLink } from '../ui/links';
import { targetOf } from '../ui/origin';
import { PageHeader } from '../ui/PageHeader';
import { useDraft } from '../ui/useDraft';
import type { ComparisonSearch } from './address';
import classes from './compare.module.css';
import { useDecide } from './decide';
import { Identities, RelationBadge, ScoreSum } from './Evidence';
import { across, type Stretch, stretchesOf } from './marks';
import { type Comparison, compareQuery, letterOfQuery, type Pair, pairsQuery, type Verdict } from './pairs';
import { PaperHead, PaperPages, PaperText, scrollTo, useTogether } from './Paper';
import { printComparison, PrintSheet } from './PrintSheet';

const route = getRouteApi('/comparar/$left/$right');

/** Two documents side by side, why they are or are not the same, and the decision. */
export function ComparePage() {
  const words = useWords({ es, en });
  const { left, right } = route.useParams() as { left: string; right: string };
  const navigate = useNavigate();
  const comparison = useQuery(compareQuery(left, right));
  // The earlier document is the left one, whatever the address says.
  const turned = left !== right && comparison.data?.later_id === left;
  useEffect(() => {
    if (turned) void navigate({ to: '/comparar/$left/$right', params: { left: right, right: left }, search: true, replace: true });
  }, [turned, left, right, navigate]);
  useFreshLists(keys.pairs, keys.comparisons);
  useEffect(() => {
    document.title = `${words.compare} · Cotejo`;
  }, [words]);
  if (comparison.isError) {
    return (
      <>
        <PageHeader title={words.compare} />
        <ErrorState error={comparison.error} onRetry={() => void comparison.refetch()} />
      </>
    );
  }
  const shown = turned ? undefined : comparison.data;
  return (
    <>
      <div className={classes.screen}>
        <CompareHead left={left} right={right} comparison={shown} />
        {shown ? <CompareBody comparison={shown} /> : <Skeleton flex={1} aria-busy />}
      </div>
      {shown && <PrintSheet comparison={shown} />}
    </>
  );
}

const same = (a: Pair, b: Pair) => a.document.id === b.document.id && a.earlier.id === b.earlier.id;

/**
 * The pairs of the list that the comparison began in: what was decided meanwhile keeps its place, what is new comes last.
 * `open` is the one after this that nobody has decided about, directly or through its group. A comparison that was
 * opened from another page has no list.
 */
function useWalk(left: string, right: string, search: ComparisonSearch) {
  const loaded = useQuery({ ...pairsQuery(search), enabled: !search.de }).data;
  const list = search.de ? undefined : loaded;
  const [order, setOrder] = useState<Pair[]>([]);
  useEffect(() => {
    const rows = list?.data ?? [];
    setOrder((old) => [...old.map((o) => rows.find((r) => same(o, r)) ?? o), ...rows.filter((r) => !old.some((o) => same(o, r)))]);
  }, [list]);
  const at = order.findIndex((p) => p.document.id === right && p.earlier.id === left);
  const isOpen = (p: Pair) => Boolean(list?.data.some((r) => same(p, r) && !r.decision));
  const open = order.slice(at + 1).find(isOpen);
  return { at, total: order.length, previous: order[at - 1], next: at < 0 ? open : order[at + 1], open };
}

function CompareHead({ left, right, comparison }: { left: string; right: string; comparison: Comparison | undefined }) {
  const words = useWords({ es, en });
  const navigate = useNavigate();
  const queries = useQueryClient();
  const search: ComparisonSearch = route.useSearch();
  const walk = useWalk(left, right, search);
  const go = (p: { left: string; right: string } | undefined) => p && void navigate({ to: '/comparar/$left/$right', params: p, search });
  const toPair = (p: Pair | undefined) => p && { left: p.earlier.id, right: p.document.id };
  const origin = search.de ? targetOf(search.de) : { to: '/duplicados', search };
  const backLabel = search.de ? words.backToOrigin : words.back;
  const back = () => void navigate(origin);
  useKeys([
    { chord: 'j', does: words.next, run: () => go(toPair(walk.next)) },
    { chord: 'k', does: words.previous, run: () => go(toPair(walk.previous)) },
    { chord: 'Escape', does: backLabel, run: back },
    { chord: 'i', does: words.print, run: () => void printComparison() },
  ]);
  useEffect(() => {
    const next = toPair(walk.next);
    if (next) void queries.prefetchQuery(compareQuery(next.left, next.right));
  }, [queries, walk.next]);
  return (
    <header>
      <Group justify="space-between" gap="sm">
        <Group gap="sm" wrap="nowrap">
          <Title order={1}>{words.compare}</Title>
          {comparison && <RelationBadge relation={comparison.relation} />}
          {comparison && comparison.relation === 'mass' && <LetterLink document={right} />}
        </Group>
        <Group gap="xs" wrap="nowrap" flex="none" style={{ whiteSpace: 'nowrap' }}>
          {walk.at >= 0 && (
            <Text size="sm" c="dimmed" role="status">
              {words.position(walk.at + 1, walk.total)}
            </Text>
          )}
          <Button
            variant="default"
            size="compact-sm"
            disabled={!walk.previous}
            onClick={() => go(toPair(walk.previous))}
            leftSection={<IconChevronLeft size={16} aria-hidden />}
            aria-label={words.previous}
          >
            <Kbd size="xs">k</Kbd>
          </Button>
          <Button
            variant="default"
            size="compact-sm"
            disabled={!walk.next}
            onClick={() => go(toPair(walk.next))}
            rightSection={<IconChevronRight size={16} aria-hidden />}
            aria-label={words.next}
          >
            <Kbd size="xs">j</Kbd>
          </Button>
          <Button variant="default" size="compact-sm" onClick={() => void printComparison()} leftSection={<IconPrinter size={16} aria-hidden />}>
            {words.print}
          </Button>
          <AnchorLink size="sm" {...origin}>
            {backLabel}
          </AnchorLink>
        </Group>
      </Group>
      <DecisionBar
        couple={{ left, right }}
        decision={comparison?.decision ?? null}
        ready={Boolean(comparison)}
        onDecided={() => (walk.open ? go(toPair(walk.open)) : back())}
        onUndone={(c) => go(c)}
      />
    </header>
  );
}

const chords: Record<Verdict, string> = { duplicate: 'd', not_duplicate: 'n', new_claim: 'p' };
const colours: Record<Verdict, string> = { duplicate: 'orange', not_duplicate: 'gray', new_claim: 'indigo' };

type DecisionBarProps = {
  couple: { left: string; right: string };
  decision: Comparison['decision'];
  ready: boolean;
  onDecided: () => void;
  onUndone: (couple: { left: string; right: string }) => void;
};

/** One key decides, another takes it back. */
function DecisionBar({ couple, decision, ready, onDecided, onUndone }: DecisionBarProps) {
  const words = useWords({ es, en });
  const { moment } = useFormat();
  const { decide, undo } = useDecide();
  const field = useRef<HTMLTextAreaElement>(null);
  const note = useDraft(`note:${couple.left}:${couple.right}`, decision?.note ?? '');
  const say = (verdict: Verdict) => {
    if (!ready) return;
    const { drop } = note;
    void decide(couple, decision, verdict, note.value.trim()).then((stored) => stored && drop());
    onDecided();
  };
  const takeBack = () => {
    const couple = undo();
    if (couple) onUndone(couple);
  };
  const verdicts = Object.keys(chords) as Verdict[];
  useKeys([
    ...verdicts.map((v) => ({ chord: chords[v], does: words.verdicts[v], run: () => say(v) })),
    { chord: 'z', does: words.undo, run: takeBack },
    { chord: 'm', does: words.writeNote, run: () => field.current?.focus() },
  ]);
  return (
    <div className={classes.decide} role="group" aria-label={words.decide}>
      {verdicts.map((v) => (
        <Button
          key={v}
          variant={decision?.decision === v ? 'filled' : 'default'}
          color={colours[v]}
          disabled={!ready}
          aria-pressed={decision?.decision === v}
          leftSection={<Kbd size="xs">{chords[v]}</Kbd>}
          onClick={() => say(v)}
        >
          {words.verdicts[v]}
        </Button>
      ))}
      <Button variant="default" leftSection={<Kbd size="xs">z</Kbd>} rightSection={<IconArrowBackUp size={16} aria-hidden />} onClick={takeBack}>
        {words.undoShort}
      </Button>
      <Textarea
        ref={field}
        size="sm"
        flex={1}
        miw={200}
        autosize
        minRows={1}
        maxRows={3}
        maxLength={2000}
        aria-label={words.note}
        placeholder={`${words.notePlaceholder} · m`}
        value={note.value}
        onChange={(e) => note.setValue(e.currentTarget.value)}
        onKeyDown={(e) => {
          if (e.key !== 'Escape') return;
          e.preventDefault();
          e.currentTarget.blur();
        }}
      />
      <Text size="sm" c="dimmed" role="status" w="100%" lineClamp={2}>
        {!ready
          ? '\u00a0'
          : decision
            ? words.decidedBy(words.verdicts[decision.decision], decision.decided_by, moment(decision.decided_at)) +
              (decision.note ? ` · «${decision.note}»` : '')
            : words.undecided}
      </Text>
    </div>
  );
}

/** Leads to the letter of a document, if several people used it. */
function LetterLink({ document }: { document: string }) {
  const words = useWords({ es, en });
  const { number } = useFormat();
  const letter = useQuery(letterOfQuery(document)).data;
  if (!letter) return null;
  return (
    <AnchorLink size="sm" to="/duplicados/formatos/$id" params={{ id: letter.id }}>
      {words.usedBy(number(letter.people), number(letter.documents))}
    </AnchorLink>
  );
}

function CompareBody({ comparison: c }: { comparison: Comparison }) {
  const words = useWords({ es, en });
  const { percent } = useFormat();
  const [view, setView] = useLocalStorage<'pages' | 'text'>({ key: 'cotejo-compare-view', defaultValue: 'pages', getInitialValueInEffect: false });
  const [evidence, setEvidence] = useLocalStorage({ key: 'cotejo-compare-evidence', defaultValue: true, getInitialValueInEffect: false });
  const left = useMemo(() => stretchesOf(c.passages, 'left'), [c.passages]);
  const right = useMemo(() => stretchesOf(c.passages, 'right'), [c.passages]);
  const together = useTogether(left, right, across);
  useKeys([
    { chord: 'v', does: words.toggleView, run: () => setView(view === 'pages' ? 'text' : 'pages') },
    { chord: 'e', does: words.toggleEvidence, run: () => setEvidence(!evidence) },
    { chord: 'Space', does: `${words.pages} ↓`, run: () => together.scrollBy(0.8) },
    { chord: 'Shift+Space', does: `${words.pages} ↑`, run: () => together.scrollBy(-0.8) },
  ]);
  return (
    <>
      <Group justify="space-between" gap="sm" mb={6}>
        <Group gap="md">
          <SegmentedControl
            size="xs"
            transitionDuration={0}
            value={view}
            onChange={(v) => setView(v)}
            aria-label={words.toggleView}
            data={[
              { value: 'pages', label: words.pages },
              { value: 'text', label: words.text },
            ]}
          />
          <Button variant="subtle" size="compact-xs" aria-expanded={evidence} onClick={() => setEvidence(!evidence)} leftSection={<Kbd size="xs">e</Kbd>}>
            {words.toggleEvidence}
          </Button>
        </Group>
        <Group gap="md">
          {c.aligned && (
            <Text size="xs" c="dimmed">
              {words.sharedWords(percent(c.shared_words))}
            </Text>
          )}
          <span className={classes.legend} role="note" aria-label={words.legend}>
            <span>{words.equal}</span>
            <span>{words.changed}</span>
          </span>
        </Group>
      </Group>
      {!c.aligned && <Text size="sm">{words.notAligned}</Text>}
      <div className={classes.body} data-evidence={evidence ? 'shown' : 'hidden'}>
        <div className={classes.papers}>
          <PaperPane summary={c.left} role={c.later_id === c.left.id ? words.later : words.earlier} stretches={left} view={view} pane={together.left} />
          <PaperPane summary={c.right} role={c.later_id === c.right.id ? words.later : words.earlier} stretches={right} view={view} pane={together.right} />
        </div>
        {evidence && (
          <aside className={classes.evidence} aria-label={words.evidence} tabIndex={0}>
            <Identities details={c.details} sides={c.later_id === c.left.id ? [words.inLater, words.inEarlier] : [words.inEarlier, words.inLater]} />
            <ScoreSum comparison={c} />
          </aside>
        )}
      </div>
    </>
  );
}

type PaneProps = { summary: Comparison['left']; role: string; stretches: Stretch[]; view: 'pages' | 'text'; pane: React.RefObject<HTMLDivElement | null> };

function PaperPane({ summary, role, stretches, view, pane }: PaneProps) {
  const words = useWords({ es, en });
  const detail = useQuery(contentQuery(summary.id));
  // In a file of several filings the one that is compared may begin on a later page.
  const start = stretches[0]?.start ?? 0;
  const shown = detail.data?.id;
  useEffect(() => {
    if (shown && pane.current) scrollTo(pane.current, start);
  }, [shown, start, view, pane]);
  const asPages = view === 'pages' && detail.data?.original_available && detail.data.page_details.length > 0;
  return (
    <article className={classes.paper} aria-label={`${role}: ${summary.file_name}`}>
      <PaperHead document={summary} role={role} />
      <div className={classes.pane} ref={pane} tabIndex={0} role="region" aria-label={words.document(summary.file_name)}>
        {detail.isError && <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />}
        {!detail.data ? (
          !detail.isError && <Skeleton height={600} />
        ) : asPages ? (
          <PaperPages document={detail.data} stretches={stretches} />
        ) : (
          <>
            {view === 'pages' && (
              <Text size="sm" c="dimmed" mb="xs">
                {words.noPages}
              </Text>
            )}
            <PaperText text={detail.data.text || detail.data.observaciones} stretches={stretches} />
          </>
        )}
      </div>
    </article>
  );
}
