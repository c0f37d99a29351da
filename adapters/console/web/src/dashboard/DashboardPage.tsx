import { Button, Group } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { dashboard as en } from '../i18n/en/dashboard';
import { dashboard as es } from '../i18n/es/dashboard';
import { today } from '../i18n/format';
import { useWords } from '../i18n/language';
import { useFormat } from '../i18n/useFormat';
import { DayInput } from '../ui/DayInput';
import { EmptyState } from '../ui/EmptyState';
import { ErrorState } from '../ui/ErrorState';
import { Loaded } from '../ui/Loaded';
import { PageHeader } from '../ui/PageHeader';
import { type Activity, activityQuery, type DashboardSearch, lastDays, totals } from './activity';
import classes from './Dashboard.module.css';
import { Figure } from './Figure';
import type { Destination } from './figures';
import { inbox, pairs, useFigures } from './useFigures';

const route = getRouteApi('/tablero');

/** What came in, what was decided, and what waits; every figure leads to its documents. */
export function DashboardPage() {
  const words = useWords({ es, en });
  const search: DashboardSearch = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(activityQuery(search));
  const set = (part: DashboardSearch) => void navigate({ search: { ...search, ...part }, replace: true });
  return (
    <>
      <PageHeader title={words.title}>
        <Group gap="xs" role="group" aria-label={words.period}>
          {[7, 30, 90, 365].map((n) => (
            <Button key={n} variant="default" size="xs" onClick={() => set(lastDays(n, today()))}>
              {words.days(n)}
            </Button>
          ))}
          <DayInput small label={words.from} value={search.desde ?? query.data?.date_from} onChange={(desde) => set({ desde })} />
          <DayInput small label={words.to} value={search.hasta ?? query.data?.date_to} onChange={(hasta) => set({ hasta })} />
        </Group>
      </PageHeader>
      {query.isError && query.data && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      <Loaded query={query}>{(a) => <Figures activity={a} />}</Loaded>
    </>
  );
}

function Figures({ activity: a }: { activity: Activity }) {
  const words = useWords({ es, en });
  const figures = useFigures(a);
  return (
    <>
      <Tiles activity={a} />
      {a.days.length === 0 ? (
        <EmptyState icon={<IconChartBar aria-hidden />} title={words.nothing} hint={words.nothingHint} />
      ) : (
        <div className={classes.figures}>
          <Figure figure={figures.arrivals} wide />
          <Figure figure={figures.kinds} />
          <Figure figure={figures.pairs} />
          <Figure figure={figures.confidences} />
          {a.recent.length > 0 && <Figure figure={figures.times} />}
        </div>
      )}
    </>
  );
}

function Tiles({ activity: a }: { activity: Activity }) {
  const words = useWords({ es, en });
  const { number, percent } = useFormat();
  const t = totals(a);
  const all = inbox(a.date_from, a.date_to);
  return (
    <div className={classes.tiles}>
      <Tile label={words.overdue} value={number(a.due.overdue ?? 0)} destination={{ to: '/bandeja', search: { vista: 'todos', vence: 'pasado' } }} />
      <Tile label={words.dueToday} value={number(a.due.today ?? 0)} destination={{ to: '/bandeja', search: { vista: 'todos', vence: 'hoy' } }} />
      <Tile label={words.dueThisWeek} value={number(a.due.week ?? 0)} destination={{ to: '/bandeja', search: { vista: 'todos', vence: 'semana' } }} />
      <Tile label={words.documents} value={number(t.documents)} destination={all} />
      <Tile label={words.found} value={number(t.found)} destination={pairs(a.date_from, a.date_to, 'all')} />
      <Tile label={words.undecided} value={number(a.pairs.open ?? 0)} destination={pairs(a.date_from, a.date_to, 'open')} />
      <Tile label={words.decided} value={number(a.pairs.decided ?? 0)} destination={pairs(a.date_from, a.date_to, 'decided')} />
      <Tile label={words.confidence} value={t.confidence === undefined ? '—' : percent(t.confidence)} destination={all} />
      <Tile
        label={words.perPage}
        value={t.perPage === undefined ? '—' : number(t.perPage, t.perPage < 1 ? 2 : 1)}
        destination={a.recent.length > 0 ? { to: '/tablero', search: { desde: a.date_from, hasta: a.date_to }, hash: 'segundos-por-pagina' } : undefined}
      />
      <Tile label={words.toReview} value={number(a.to_review)} destination={{ to: '/bandeja', search: { vista: 'dudosa' } }} />
      <Tile label={words.waiting} value={number(a.queue.pending ?? 0)} destination={{ to: '/bandeja', search: { vista: 'cola' } }} />
      <Tile label={words.reading} value={number(a.queue.processing ?? 0)} destination={{ to: '/bandeja', search: { vista: 'leyendo' } }} />
      <Tile label={words.failed} value={number(a.queue.failed ?? 0)} destination={{ to: '/bandeja', search: { vista: 'fallidos' } }} />
    </div>
  );
}

function Tile({ label, value, destination: d }: { label: string; value: string; destination?: Destination }) {
  const content = (
    <>
      <strong>{value}</strong>
      <span>{label}</span>
    </>
  );
  if (!d) return <div className={classes.tile}>{content}</div>;
  return (
    <Link className={classes.tile} to={d.to} search={d.search} hash={d.hash}>
      {content}
    </Link>
  );
}
