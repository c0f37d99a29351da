import { Alert, Button, Group, Paper, Stack, Text, Textarea, Timeline, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconMailForward } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormat } from '../i18n/useFormat';
import { Dialog } from '../ui/Dialog';
import { ErrorState } from '../ui/ErrorState';
import { Loaded } from '../ui/Loaded';
import { AnchorLink } from '../ui/links';
import { useDraft } from '../ui/useDraft';
import { useKey } from '../ui/useKey';
import { Attachments } from './Attachments';
import { ChannelName } from './ChannelName';
import { DueBadge } from './DueBadge';
import { MailText } from './MailText';
import { Deemed, ReceiptList } from './ReceiptList';
import {
  type Detail,
  mailPreviewQuery,
  moveNotification,
  type Notification,
  notificationQuery,
  sendNotification,
  type State,
  stopNotification,
  useChange,
  useRegisterWords,
  utc,
} from './register';
import { StateBadge } from './StateBadge';

/** One notification: what may be done with it, why the rest may not, and what was done. */
export function NotificationDialog({ id, to, onClose }: { id: string; to?: State; onClose: () => void }) {
  const words = useRegisterWords();
  const { radicado } = useFormat();
  const query = useQuery(notificationQuery(id));
  return (
    <Dialog opened onClose={onClose} title={query.data ? words.of(radicado(query.data.radicado)) : words.notifications} size="xl">
      <Loaded query={query}>{(n) => <NotificationView notification={n} to={to} />}</Loaded>
    </Dialog>
  );
}

function NotificationView({ notification: n, to }: { notification: Detail; to?: State }) {
  const words = useRegisterWords();
  return (
    <Stack gap="md">
      <div>
        <Group gap="xs">
          <Text fw={600}>{n.nombre_sujeto}</Text>
          <StateBadge state={n.estado} />
          <DueBadge notification={n} long />
        </Group>
        <Group gap="md" mt={4}>
          <Text size="sm" component="div">
            <ChannelName channel={n.canal} />
          </Text>
          <AnchorLink to="/procesos/$id" params={{ id: n.id_proceso }} size="sm">
            {words.openCase}
          </AnchorLink>
        </Group>
        {n.observacion && (
          <Text size="sm" mt="xs" style={{ whiteSpace: 'pre-wrap' }}>
            {n.observacion}
          </Text>
        )}
        {n.advertencias.map((warning) => (
          <Alert key={warning} mt="xs" variant="light" color="yellow">
            {warning}
          </Alert>
        ))}
        {n.envio && <Mail id={n.id} mail={n.envio} />}
        <Deemed notification={n} />
      </div>
      <Attachments notification={n} />
      <Moves key={n.estado} notification={n} to={to} />
      <ReceiptList notification={n} />
      <History notification={n} />
    </Stack>
  );
}

/** The latest e-mail, and while it is queued the way to stop it. */
function Mail({ id, mail }: { id: string; mail: NonNullable<Notification['envio']> }) {
  const words = useRegisterWords();
  const [asking, setAsking] = useState(false);
  const stop = useChange(
    () => stopNotification(id),
    () => notifications.show({ message: words.stopped }),
  );
  return (
    <Alert mt="xs" variant="light" color={mail.estado === 'RECHAZADO' ? 'red' : mail.estado === 'INCIERTO' ? 'yellow' : 'blue'}>
      {words.mail(mail.para, words[mail.estado])}
      {mail.motivo && <div>{mail.motivo}</div>}
      {mail.estado === 'EN_COLA' &&
        (asking ? (
          <>
            <Text size="sm" mt="xs">
              {words.stopQuestion}
            </Text>
            <Group gap="xs" mt="xs">
              <Button size="xs" color="red" onClick={() => stop.mutate(undefined)} loading={stop.isPending}>
                {words.confirmStop}
              </Button>
              <Button size="xs" variant="default" onClick={() => setAsking(false)} disabled={stop.isPending}>
                {words.keepSending}
              </Button>
            </Group>
          </>
        ) : (
          <Button size="xs" variant="default" mt="xs" onClick={() => setAsking(true)}>
            {words.stop}
          </Button>
        ))}
      {stop.error && <ErrorState error={stop.error} title={words.stop} />}
    </Alert>
  );
}

function Moves({ notification: n, to }: { notification: Notification; to?: State }) {
  const words = useRegisterWords();
  const note = useDraft(`move:${n.id}`, '');
  const key = useKey(`send:${n.id}:${n.intentos}:${n.historial.length}`);
  const move = useChange(
    (state: State) => moveNotification(n.id, state, note.value),
    (moved) => {
      note.drop();
      notifications.show({ message: words.moved(moved.nombre_sujeto, words[moved.estado]) });
    },
  );
  const send = useChange(
    () => sendNotification(n.id, key),
    () => notifications.show({ message: words.sent }),
  );
  const allowed = n.cambios.filter((c) => c.permitido);
  const refused = n.cambios.filter((c) => !c.permitido);
  const busy = move.isPending || send.isPending;
  return (
    <section>
      <Title order={2} size="h3" mb={6}>
        {words.changeState}
      </Title>
      {allowed.length > 0 && (
        <>
          <Textarea
            label={words.note}
            description={words.noteHint}
            value={note.value}
            onChange={(e) => note.setValue(e.currentTarget.value)}
            autosize
            minRows={1}
            maxRows={6}
            mb="xs"
          />
          {n.no_se_envia === null && <Preview id={n.id} />}
          <Group gap="xs">
            {n.no_se_envia === null && (
              <Button leftSection={<IconMailForward size={18} aria-hidden />} onClick={() => send.mutate(undefined)} loading={send.isPending} disabled={busy}>
                {words.send}
              </Button>
            )}
            {allowed.map((c) => (
              <Button
                key={c.a}
                variant={c.a === to ? 'filled' : 'default'}
                data-autofocus={c.a === to || undefined}
                loading={move.isPending && move.variables === c.a}
                disabled={busy}
                onClick={() => move.mutate(c.a)}
              >
                {words.moveTo(words[c.a])}
              </Button>
            ))}
          </Group>
        </>
      )}
      {(move.error ?? send.error) && (
        <div>
          <ErrorState error={move.error ?? send.error} title={words.changeState} />
        </div>
      )}
      <Refused refused={refused} mail={n.canal === 'EMAIL' && n.estado === 'PENDIENTE' ? n.no_se_envia : null} />
    </section>
  );
}

/** The e-mail that the button sends. */
function Preview({ id }: { id: string }) {
  const words = useRegisterWords();
  const query = useQuery(mailPreviewQuery(id));
  return (
    <Paper withBorder p="sm" mb="xs" role="group" aria-label={words.preview}>
      <Text size="sm" c="dimmed">
        {words.preview}
      </Text>
      <Loaded query={query}>{(mail) => <MailText mail={mail} />}</Loaded>
    </Paper>
  );
}

/** Why the other moves are not offered: those with one reason in one line. */
function Refused({ refused, mail }: { refused: Notification['cambios']; mail: string | null }) {
  const words = useRegisterWords();
  const reasons = [...new Set(refused.map((c) => c.motivo ?? ''))];
  if (reasons.length === 0 && !mail) return null;
  return (
    <Stack gap={2} mt="sm">
      <Text size="sm" fw={500}>
        {words.notAllowed}
      </Text>
      {reasons.map((reason) => (
        <Text key={reason} size="sm" c="dimmed">
          {refused
            .filter((c) => c.motivo === reason)
            .map((c) => words[c.a])
            .join(', ')}
          : {reason}
        </Text>
      ))}
      {mail && (
        <Text size="sm" c="dimmed">
          {words.send}: {mail}
        </Text>
      )}
    </Stack>
  );
}

function History({ notification: n }: { notification: Notification }) {
  const words = useRegisterWords();
  const { moment } = useFormat();
  const [all, setAll] = useState(false);
  const steps = [...n.historial].reverse();
  const shown = all ? steps : steps.slice(0, 8);
  return (
    <section>
      <Title order={2} size="h3" mb={6}>
        {words.history}
      </Title>
      <Timeline bulletSize={12} lineWidth={2}>
        {shown.map((m, i) => (
          <Timeline.Item key={steps.length - i} title={<Text size="sm">{words.step(words[m.de as State], words[m.a as State])}</Text>}>
            <Text size="xs" c="dimmed">
              {moment(utc(m.fecha))} {words.by(m.usuario)}
            </Text>
            {m.observacion && (
              <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
                {m.observacion}
              </Text>
            )}
          </Timeline.Item>
        ))}
        {(all || steps.length <= shown.length) && (
          <Timeline.Item title={<Text size="sm">{words.begun}</Text>}>
            <Text size="xs" c="dimmed">
              {moment(utc(n.fecha_creacion))} {words.by(n.creado_por)}
            </Text>
          </Timeline.Item>
        )}
      </Timeline>
      {!all && steps.length > shown.length && (
        <Button variant="subtle" size="compact-sm" onClick={() => setAll(true)}>
          {words.all}
        </Button>
      )}
    </section>
  );
}
