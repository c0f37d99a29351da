import { Alert, Button, Divider, Group, Radio, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useFormat } from '../i18n/useFormat';
import { Copyable } from '../ui/Copyable';
import { Dialog } from '../ui/Dialog';
import { ErrorState } from '../ui/ErrorState';
import { Loaded } from '../ui/Loaded';
import { AnchorLink } from '../ui/links';
import { CaseSelect, SubjectSelect } from './choices';
import { KindBadge } from './KindBadge';
import { MessageLink, withStatus } from './ReceiptList';
import { type Receipt, receiptQuery, settleReceipt, useReceiptWords } from './receipts';
import { type Notification, notificationQuery, notificationsQuery, subjectsQuery, useChange, useRegisterWords, utc } from './register';
import { StateBadge } from './StateBadge';

/** One receipt: what came, and of which notification it is, which a person decides once. */
export function ReceiptDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const words = useReceiptWords();
  const query = useQuery(receiptQuery(id));
  const settle = useChange(
    (of: Notification | null) => settleReceipt(id, of && of.id),
    (_, of) => notifications.show({ message: of ? words.assigned(of.nombre_sujeto) : words.dismissed }),
  );
  // Another person may have decided: what that was is shown below the refusal.
  const decide = (of: Notification | null) => settle.mutate(of, { onError: () => void query.refetch() });
  return (
    <Dialog opened onClose={onClose} title={query.data ? query.data.asunto || words.noSubject : words.title} size="xl">
      <Loaded query={query}>
        {(r) => (
          <Stack gap="md">
            <ReceiptFacts receipt={r} />
            {settle.error && <ErrorState error={settle.error} title={settle.variables === null ? words.dismissTitle : words.assignTitle} />}
            {r.efecto === 'SIN_ASOCIAR' && <Settlement receipt={r} onDecide={decide} busy={settle.isPending} />}
            {r.id_notificacion && <Assigned id={r.id_notificacion} byPerson={r.resuelto_por !== null} />}
          </Stack>
        )}
      </Loaded>
    </Dialog>
  );
}

function ReceiptFacts({ receipt: r }: { receipt: Receipt }) {
  const words = useReceiptWords();
  const { moment } = useFormat();
  const rows: [string, ReactNode][] = [
    [words.arrived, moment(utc(r.fecha_llegada))],
    [words.sender, r.remitente || '—'],
    [words.recipient, r.destinatario ?? '—'],
    [
      words.says,
      <Group key="says" gap="xs">
        <KindBadge kind={r.tipo} />
        {r.motivo && <span>{withStatus(r)}</span>}
      </Group>,
    ],
  ];
  if (r.detalle) rows.push([words.server, r.detalle]);
  rows.push([r.efecto === 'SIN_ASOCIAR' ? words.why : words.outcome, r.nota ?? words.effect[r.efecto]]);
  if (r.resuelto_por) rows.push([words.settledBy, r.resuelto_por]);
  rows.push([
    words.message,
    <Stack key="message" gap={2}>
      <MessageLink receipt={r} />
      <Text size="xs" c="dimmed">
        {words.downloadHint}
      </Text>
      <Text size="xs" c="dimmed" component="div">
        {words.digest}: <Copyable value={r.sha256} shown={`${r.sha256.slice(0, 16)}…`} />
      </Text>
    </Stack>,
  ]);
  return (
    <Table variant="vertical" layout="fixed">
      <Table.Tbody>
        {rows.map(([label, value]) => (
          <Table.Tr key={label}>
            <Table.Th scope="row" w={170}>
              {label}
            </Table.Th>
            <Table.Td style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** How many notifications are offered at once. */
const candidateCount = 6;

/** Assigns a receipt to one of the notifications by e-mail, first to those of whom it names; or dismisses it. */
function Settlement({ receipt: r, onDecide, busy }: { receipt: Receipt; onDecide: (of: Notification | null) => void; busy: boolean }) {
  const words = useReceiptWords();
  const { number } = useFormat();
  const named = useQuery({ ...subjectsQuery({ q: r.destinatario ?? '' }), enabled: r.destinatario !== null });
  const guess = named.data?.items.find((s) => s.correo?.toLowerCase() === r.destinatario?.toLowerCase())?.id ?? '';
  const [subject, setSubject] = useState<string>();
  const [about, setAbout] = useState('');
  const [chosen, setChosen] = useState('');
  const [asked, setAsked] = useState(false);
  const of = subject ?? guess;
  // Once it is known whom the receipt names: candidates do not change under the hand that chooses.
  const list = useQuery({
    ...notificationsQuery({ canal: 'EMAIL', id_sujeto: of || undefined, id_proceso: about || undefined, page_size: candidateCount }),
    enabled: subject !== undefined || !named.isLoading,
  });
  const choice = list.data?.items.find((n) => n.id === chosen);
  return (
    <section>
      <Title order={2} size="h3">
        {words.assignTitle}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {words.assignHint}
      </Text>
      <SimpleGrid cols={2} mb="xs">
        <SubjectSelect optional value={of} onChange={setSubject} />
        <CaseSelect optional value={about} onChange={setAbout} />
      </SimpleGrid>
      <Loaded query={list}>
        {({ items, total }) => (
          <>
            {items.length === 0 && <Text size="sm">{words.noCandidates}</Text>}
            <Radio.Group
              aria-label={words.candidates}
              value={choice ? chosen : ''}
              onChange={(id) => {
                setChosen(id);
                setAsked(false);
              }}
            >
              <Stack gap={6}>
                {items.map((n) => (
                  <Candidate key={n.id} notification={n} />
                ))}
              </Stack>
            </Radio.Group>
            {total > items.length && (
              <Text size="sm" c="dimmed" mt={6}>
                {words.moreCandidates(number(total - items.length))}
              </Text>
            )}
          </>
        )}
      </Loaded>
      <Button mt="sm" disabled={!choice || busy} loading={busy && !asked} onClick={() => choice && onDecide(choice)}>
        {words.assign}
      </Button>
      <Divider my="md" />
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" c="dimmed">
          {words.dismissHint}
        </Text>
        <Button style={{ flexShrink: 0 }} color="red" variant="default" disabled={busy || asked} onClick={() => setAsked(true)}>
          {words.dismiss}
        </Button>
      </Group>
      {asked && (
        // Elsewhere than the button that asks, so that a double click dismisses nothing.
        <Alert color="red" variant="light" mt="sm" title={words.askDismiss}>
          <Group>
            <Button variant="default" onClick={() => setAsked(false)}>
              {words.keep}
            </Button>
            <Button color="red" disabled={busy} loading={busy} onClick={() => onDecide(null)}>
              {words.confirmDismiss}
            </Button>
          </Group>
        </Alert>
      )}
    </section>
  );
}

function Candidate({ notification: n }: { notification: Notification }) {
  const words = useReceiptWords();
  const { moment, radicado } = useFormat();
  return (
    <Radio
      value={n.id}
      label={
        <Group gap="xs">
          <span>{n.nombre_sujeto}</span>
          <StateBadge state={n.estado} />
        </Group>
      }
      description={[radicado(n.radicado), n.fecha_envio ? words.sentOn(moment(utc(n.fecha_envio))) : words.notSent, n.envio?.para].filter(Boolean).join(' · ')}
    />
  );
}

/** The notification that a receipt is of. */
function Assigned({ id, byPerson }: { id: string; byPerson: boolean }) {
  const words = useReceiptWords();
  const register = useRegisterWords();
  const { radicado } = useFormat();
  const query = useQuery(notificationQuery(id));
  return (
    <Loaded query={query}>
      {(n) => (
        <Alert variant="light" color="blue" title={register.of(radicado(n.radicado))}>
          <Group gap="xs" mb={4}>
            <Text size="sm">{n.nombre_sujeto}</Text>
            <StateBadge state={n.estado} />
          </Group>
          {byPerson && n.estado === 'ENVIADA' && (
            <Text size="sm" mb={4}>
              {words.assignedHint}
            </Text>
          )}
          <AnchorLink to="/notificaciones" search={{ notificacion: id }} size="sm">
            {words.open}
          </AnchorLink>
        </Alert>
      )}
    </Loaded>
  );
}
