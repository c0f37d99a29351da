import { Alert, Button, Group, Text } from '@mantine/core';
import { IconFileSpreadsheet, IconPencil, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormat } from '../i18n/useFormat';
import { useKeys } from '../keys/KeyLayer';
import { Radicado } from '../ui/Copyable';
import { ErrorState } from '../ui/ErrorState';
import { Loaded } from '../ui/Loaded';
import { PageHeader } from '../ui/PageHeader';
import { Pages } from '../ui/Pages';
import { CorrectCaseDialog } from './CorrectCaseDialog';
import { Corrections } from './Corrections';
import { NewNotificationDialog } from './NewNotificationDialog';
import { NotificationDialog } from './NotificationDialog';
import { NotificationTable } from './NotificationTable';
import { type Case, caseCorrectionsQuery, caseQuery, courtsQuery, notificationsQuery, pageSize, pagesOf, useRegisterWords, utc } from './register';
import type { RegisterSearch } from './search';

const route = getRouteApi('/procesos/$id');

export function CasePage() {
  const { id } = route.useParams();
  const query = useQuery(caseQuery(id));
  return <Loaded query={query}>{(c) => <CaseView case={c} />}</Loaded>;
}

function CaseView({ case: c }: { case: Case }) {
  const words = useRegisterWords();
  const { moment, radicado } = useFormat();
  const search: RegisterSearch = route.useSearch();
  const navigate = route.useNavigate();
  const [making, setMaking] = useState(false);
  const [correcting, setCorrecting] = useState(false);
  const courts = useQuery(courtsQuery);
  const list = useQuery(notificationsQuery({ id_proceso: c.id, page: search.pagina, page_size: pageSize }));
  const set = (part: Partial<RegisterSearch>) => void navigate({ search: { ...search, ...part } });
  useKeys([{ chord: 'n', does: words.newNotification, run: () => setMaking(true) }]);
  return (
    <>
      <PageHeader title={radicado(c.radicado)} note={<Radicado value={c.radicado} />}>
        <Group gap="sm">
          <Button variant="default" leftSection={<IconPencil size={18} aria-hidden />} onClick={() => setCorrecting(true)}>
            {words.correct}
          </Button>
          <Button
            component="a"
            href={`/procesos/${c.id}/notificaciones/excel`}
            download
            variant="default"
            leftSection={<IconFileSpreadsheet size={18} aria-hidden />}
          >
            {words.excel}
          </Button>
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setMaking(true)}>
            {words.newNotification}
          </Button>
        </Group>
      </PageHeader>
      {c.advertencias.length > 0 && (
        <Alert color="yellow" variant="light" title={words.warnings} mb="sm">
          {c.advertencias.map((w) => (
            <div key={w}>{w}</div>
          ))}
        </Alert>
      )}
      <Text style={{ whiteSpace: 'pre-wrap' }}>{c.descripcion}</Text>
      <Text size="sm" c="dimmed" mb="md">
        {[courts.data?.find((j) => j.id === c.juzgado_id)?.nombre, `${words.registered} ${moment(utc(c.fecha_creacion))} ${words.by(c.creado_por)}`]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      {list.isError && !list.data ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <NotificationTable notifications={list.data?.items} onOpen={(id) => set({ notificacion: id })} label={words.notifications} />
      )}
      <Pages meta={pagesOf(list.data)} onPage={(pagina) => set({ pagina })} />
      <Corrections query={caseCorrectionsQuery(c.id)} />
      {correcting && <CorrectCaseDialog case={c} onClose={() => setCorrecting(false)} />}
      {search.notificacion && <NotificationDialog key={search.notificacion} id={search.notificacion} onClose={() => set({ notificacion: undefined })} />}
      <NewNotificationDialog opened={making} caseID={c.id} onClose={() => setMaking(false)} onMade={(id) => set({ notificacion: id })} />
    </>
  );
}
