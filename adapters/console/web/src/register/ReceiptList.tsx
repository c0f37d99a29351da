import { Alert, Anchor, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useFormat } from '../i18n/useFormat';
import { AnchorLink } from '../ui/links';
import { KindBadge } from './KindBadge';
import { messageAddress, type Receipt, useReceiptWords } from './receipts';
import { type Detail, utc } from './register';

/** From when a notification by e-mail counts, with the rule; that it does not count yet, once it was sent. */
export function Deemed({ notification: n }: { notification: Detail }) {
  const words = useReceiptWords();
  const { day, datesIn } = useFormat();
  if (n.se_entiende_realizada) {
    return (
      <Alert mt="xs" variant="light" color="teal" title={words.deemed(day(n.se_entiende_realizada.fecha))}>
        {datesIn(n.se_entiende_realizada.base)}
      </Alert>
    );
  }
  if (n.canal !== 'EMAIL' || n.estado !== 'ENVIADA') return null;
  return (
    <Text size="sm" c="dimmed" mt="xs">
      {words.notDeemed}
    </Text>
  );
}

/** How many receipts are shown at first, and how many the service sends with a notification. */
const collapsedCount = 5;
const detailLimit = 100;

/** What came back for the e-mails of a notification, newest first; nothing where no e-mail went out. */
export function ReceiptList({ notification: n }: { notification: Detail }) {
  const words = useReceiptWords();
  const { number } = useFormat();
  const [all, setAll] = useState(false);
  if (n.recibos.length === 0 && (n.canal !== 'EMAIL' || n.fecha_envio === null)) return null;
  const shown = all ? n.recibos : n.recibos.slice(0, collapsedCount);
  return (
    <section>
      <Title order={2} size="h3" mb={6}>
        {words.receipts}
      </Title>
      {n.recibos.length === 0 && (
        <Text size="sm" c="dimmed">
          {words.noneYet}
        </Text>
      )}
      <Stack gap="xs">
        {shown.map((r) => (
          <ReceiptCard key={r.id} receipt={r} />
        ))}
      </Stack>
      {shown.length < n.recibos.length && (
        <Button variant="subtle" size="compact-sm" mt={4} onClick={() => setAll(true)}>
          {words.more(number(n.recibos.length - shown.length))}
        </Button>
      )}
      {all && n.recibos.length >= detailLimit && (
        <AnchorLink to="/recibos" search={{ vista: 'todos', notificacion: n.id }} size="sm">
          {words.older}
        </AnchorLink>
      )}
    </section>
  );
}

function ReceiptCard({ receipt: r }: { receipt: Receipt }) {
  const words = useReceiptWords();
  const { moment } = useFormat();
  return (
    <Paper withBorder p="xs">
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <KindBadge kind={r.tipo} />
          <Text size="sm">{moment(utc(r.fecha_llegada))}</Text>
          {r.efecto === 'APLICADO' && (
            <Text size="sm" fw={500}>
              {words.effect.APLICADO}
            </Text>
          )}
        </Group>
        <MessageLink receipt={r} />
      </Group>
      <Text size="sm" mt={4} style={{ overflowWrap: 'anywhere' }}>
        {words.from(r.remitente)}: {r.asunto || words.noSubject}
      </Text>
      {r.motivo && <Text size="sm">{withStatus(r)}</Text>}
      {r.detalle && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }} lineClamp={3} title={r.detalle}>
          {words.server}: {r.detalle}
        </Text>
      )}
      {r.nota && (
        <Text size="sm" c="dimmed">
          {r.nota} {r.resuelto_por && `(${r.resuelto_por})`}
        </Text>
      )}
    </Paper>
  );
}

/** The reason for a failure or a delay, with the status of the mail server. */
export const withStatus = (r: Receipt) => [r.motivo, r.codigo && `(${r.codigo})`].filter(Boolean).join(' ');

/** Downloads the message of a receipt as it came. */
export function MessageLink({ receipt: r }: { receipt: Receipt }) {
  const words = useReceiptWords();
  const { size } = useFormat();
  return (
    <Anchor href={messageAddress(r)} download size="sm">
      <IconDownload size={14} aria-hidden /> {words.download(size(r.bytes))}
    </Anchor>
  );
}
