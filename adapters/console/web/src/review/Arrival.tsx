import { Anchor, Button, Group, Paper, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { Document } from '../api/document';
import { review as en } from '../i18n/en/review';
import { review as es } from '../i18n/es/review';
import { useWords } from '../i18n/language';
import { useFormat } from '../i18n/useFormat';
import { DeliveryDialog } from './DeliveryDialog';
import { deliveryQuery } from './document';

/** The message in which a document came, with the links in it that somebody must open. */
export function Arrival({ document: d }: { document: Document }) {
  const words = useWords({ es, en });
  const { moment } = useFormat();
  const delivery = useQuery(deliveryQuery(d.id)).data;
  const [opened, dialog] = useDisclosure();
  if (!delivery) return null;
  const by = delivery.sender_name ? `${delivery.sender_name} <${delivery.sender}>` : delivery.sender;
  const title = delivery.sender ? words.cameByMail(by, moment(delivery.arrived_at)) : words.cameIn(delivery.file_name);
  return (
    <Paper withBorder p="xs" m="xs" role="group" aria-label={title}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Text size="xs" miw={0} style={{ overflowWrap: 'anywhere' }}>
          {title}
        </Text>
        <Button size="compact-xs" variant="default" style={{ flexShrink: 0 }} onClick={dialog.open}>
          {delivery.sender ? words.openMail : words.openArchive}
        </Button>
      </Group>
      <DeliveryDialog id={delivery.id} title={delivery.subject || delivery.file_name} opened={opened} onClose={dialog.close} />
      {delivery.subject && (
        <Text size="xs" c="dimmed" truncate title={delivery.subject}>
          {delivery.subject}
        </Text>
      )}
      {delivery.links.length > 0 && (
        <Text size="xs" mt={4}>
          {words.mailLinks}{' '}
          {delivery.links.map((link) => (
            <Anchor key={link} href={link} size="xs" target="_blank" rel="noopener noreferrer" display="block" style={{ overflowWrap: 'anywhere' }}>
              {link}
            </Anchor>
          ))}
        </Text>
      )}
    </Paper>
  );
}
