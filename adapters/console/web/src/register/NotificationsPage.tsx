import { Badge, Button, Checkbox, CloseButton, Group, NativeSelect, SegmentedControl } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormat } from '../i18n/useFormat';
import { useKeys } from '../keys/KeyLayer';
import { ErrorState } from '../ui/ErrorState';
import { PageHeader } from '../ui/PageHeader';
import { Pages } from '../ui/Pages';
import { Board } from './Board';
import { CourtCalendar } from './CourtCalendar';
import { FirstSteps } from './FirstSteps';
import { NewNotificationDialog } from './NewNotificationDialog';
import { NotificationDialog } from './NotificationDialog';
import { NotificationTable } from './NotificationTable';
import {
  caseQuery,
  type Channel,
  channels,
  type NotificationQuery,
  notificationsQuery,
  pageSize,
  pagesOf,
  type State,
  states,
  subjectQuery,
  useRegisterWords,
} from './register';
import type { RegisterSearch } from './search';

const route = getRouteApi('/notificaciones');

/** What the service is asked for, by what the address says. */
const queryOf = (s: RegisterSearch): NotificationQuery => ({ canal: s.canal, id_proceso: s.proceso, id_sujeto: s.sujeto, vencidas: s.vencidas });

export function NotificationsPage() {
  const words = useRegisterWords();
  const search: RegisterSearch = route.useSearch();
  const navigate = route.useNavigate();
  const [making, setMaking] = useState(false);
  const [chosen, setChosen] = useState<State>();
  const set = (part: Partial<RegisterSearch>, replace = true) => void navigate({ search: { ...search, pagina: undefined, ...part }, replace });
  const open = (id: string, to?: State) => {
    setChosen(to);
    set({ notificacion: id, pagina: search.pagina }, false);
  };
  const view = search.vista ?? 'tablero';
  const empty = useQuery(notificationsQuery({ page_size: 1 })).data?.total === 0;
  useKeys([
    { chord: 'n', does: words.newNotification, run: () => setMaking(true) },
    { chord: 'v b', does: words.board, run: () => set({ vista: undefined }) },
    { chord: 'v t', does: words.table, run: () => set({ vista: 'tabla' }) },
    { chord: 'v c', does: words.calendar, run: () => set({ vista: 'calendario' }) },
  ]);
  return (
    <>
      <PageHeader title={words.notifications}>
        <Group gap="sm">
          <SegmentedControl
            size="xs"
            aria-label={words.view}
            transitionDuration={0}
            value={view}
            onChange={(v) => set({ vista: v === 'tablero' ? undefined : (v as RegisterSearch['vista']) })}
            data={[
              { value: 'tablero', label: words.board },
              { value: 'tabla', label: words.table },
              { value: 'calendario', label: words.calendar },
            ]}
          />
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setMaking(true)}>
            {words.newNotification}
          </Button>
        </Group>
      </PageHeader>
      {view !== 'calendario' && empty && <FirstSteps onNew={() => setMaking(true)} />}
      {view !== 'calendario' && !empty && <Filters search={search} set={set} table={view === 'tabla'} />}
      {view === 'tablero' && !empty && <Board query={queryOf(search)} onOpen={open} />}
      {view === 'tabla' && !empty && <TableView search={search} set={set} onOpen={open} />}
      {view === 'calendario' && <CourtCalendar month={search.mes} onMonth={(mes) => set({ mes })} />}
      {search.notificacion && (
        <NotificationDialog
          key={search.notificacion}
          id={search.notificacion}
          to={chosen}
          onClose={() => set({ notificacion: undefined, pagina: search.pagina })}
        />
      )}
      <NewNotificationDialog opened={making} onClose={() => setMaking(false)} onMade={(id) => open(id)} />
    </>
  );
}

type Change = (part: Partial<RegisterSearch>) => void;

function Filters({ search, set, table }: { search: RegisterSearch; set: Change; table: boolean }) {
  const words = useRegisterWords();
  const { day, radicado } = useFormat();
  const about = useQuery({ ...caseQuery(search.proceso ?? ''), enabled: search.proceso !== undefined });
  const subject = useQuery({ ...subjectQuery(search.sujeto ?? ''), enabled: search.sujeto !== undefined });
  const filtered = search.canal || search.vencidas || search.vence || search.proceso || search.sujeto || search.estado;
  return (
    <Group gap="sm" mb="xs">
      <NativeSelect
        size="xs"
        aria-label={words.channel}
        value={search.canal ?? ''}
        onChange={(e) => set({ canal: (e.currentTarget.value || undefined) as Channel | undefined })}
        data={[{ value: '', label: words.allChannels }, ...channels.map((c) => ({ value: c, label: words[c] }))]}
      />
      {table && (
        <NativeSelect
          size="xs"
          aria-label={words.state}
          value={search.estado ?? (search.todas ? 'todas' : '')}
          onChange={(e) => {
            const value = e.currentTarget.value;
            set({ estado: states.find((s) => s === value), todas: value === 'todas' || undefined, vence: undefined });
          }}
          data={[{ value: '', label: words.openOnly }, { value: 'todas', label: words.allStates }, ...states.map((s) => ({ value: s, label: words[s] }))]}
        />
      )}
      <Checkbox
        size="xs"
        label={words.overdueOnly}
        checked={search.vencidas ?? false}
        onChange={(e) => set({ vencidas: e.currentTarget.checked || undefined })}
      />
      {search.vence && <Chosen text={words.dueThatDay(day(search.vence))} onClear={() => set({ vence: undefined })} />}
      {about.data && <Chosen text={radicado(about.data.radicado)} onClear={() => set({ proceso: undefined })} />}
      {subject.data && <Chosen text={words.notificationsOf(subject.data.nombre)} onClear={() => set({ sujeto: undefined })} />}
      {filtered && (
        <Button
          size="compact-xs"
          variant="subtle"
          onClick={() => set({ canal: undefined, vencidas: undefined, vence: undefined, proceso: undefined, sujeto: undefined, estado: undefined })}
        >
          {words.clear}
        </Button>
      )}
    </Group>
  );
}

function Chosen({ text, onClear }: { text: string; onClear: () => void }) {
  const words = useRegisterWords();
  return (
    <Badge variant="light" size="lg" rightSection={<CloseButton size="xs" aria-label={words.clear} onClick={onClear} />}>
      {text}
    </Badge>
  );
}

function TableView({ search, set, onOpen }: { search: RegisterSearch; set: Change; onOpen: (id: string) => void }) {
  const words = useRegisterWords();
  // Without a state: what is to be done, what is due first on top.
  const all = search.todas || search.estado || search.sujeto || search.proceso;
  const list = useQuery(
    notificationsQuery({
      ...queryOf(search),
      estado: search.estado,
      vence: search.vence,
      abiertas: all ? undefined : true,
      orden: all ? 'recientes' : 'antiguas',
      page: search.pagina,
      page_size: pageSize,
    }),
  );
  if (list.isError && !list.data) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  return (
    <>
      <NotificationTable notifications={list.data?.items} onOpen={onOpen} label={words.notifications} />
      <Pages meta={pagesOf(list.data)} onPage={(pagina) => set({ pagina })} />
    </>
  );
}
