import { Anchor, Button, FileButton, Group, List, Stack, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconDownload, IconPaperclip } from '@tabler/icons-react';
import { useState } from 'react';
import { useFormat } from '../i18n/useFormat';
import { ErrorState } from '../ui/ErrorState';
import { type Attachment, attachFile, attachmentAddress, type Detail, detachFile, useChange, useRegisterWords } from './register';

/** The files that go with the e-mail; they change until it is queued. */
export function Attachments({ notification: n }: { notification: Detail }) {
  const words = useRegisterWords();
  const add = useChange(
    (file: File) => attachFile(n.id, file),
    (a) => notifications.show({ message: words.attached(a.nombre) }),
  );
  const open = n.no_se_envia === null;
  if (!open && n.adjuntos.length === 0) return null;
  return (
    <section>
      <Title order={2} size="h3" mb={6}>
        {words.attachments}
      </Title>
      {n.adjuntos.length > 0 && (
        <Stack component="ul" gap={6} p={0} m={0} mb="xs" style={{ listStyle: 'none' }} aria-label={words.attachments}>
          {n.adjuntos.map((a) => (
            <Row key={a.id} id={n.id} attachment={a} open={open} />
          ))}
        </Stack>
      )}
      {open && (
        <>
          <FileButton onChange={(file) => file && add.mutate(file)} accept=".pdf,.docx,.jpg,.jpeg,.png" inputProps={{ 'aria-label': words.attach }}>
            {(props) => (
              <Button {...props} size="xs" variant="default" leftSection={<IconPaperclip size={16} aria-hidden />} loading={add.isPending}>
                {words.attach}
              </Button>
            )}
          </FileButton>
          <Text size="xs" c="dimmed" mt={4}>
            {words.attachHint}
          </Text>
        </>
      )}
      {add.error && <ErrorState error={add.error} title={words.attach} />}
    </section>
  );
}

function Row({ id, attachment: a, open }: { id: string; attachment: Attachment; open: boolean }) {
  const words = useRegisterWords();
  const { size } = useFormat();
  const [asking, setAsking] = useState(false);
  const remove = useChange(
    () => detachFile(id, a.id),
    () => notifications.show({ message: words.detached(a.nombre) }),
  );
  return (
    <li>
      <Group gap="xs">
        <Anchor href={attachmentAddress(id, a)} download size="sm" style={{ overflowWrap: 'anywhere' }}>
          <IconDownload size={14} aria-hidden /> {a.nombre}
        </Anchor>
        <Text size="sm" c="dimmed">
          {size(a.tamano)}
        </Text>
        {open && !asking && (
          <Button size="compact-xs" variant="subtle" aria-label={words.detachOf(a.nombre)} onClick={() => setAsking(true)}>
            {words.detach}
          </Button>
        )}
      </Group>
      {asking && (
        <Group gap="xs" mt={4}>
          <Text size="sm">{words.detachQuestion}</Text>
          <Button size="compact-sm" color="red" onClick={() => remove.mutate(undefined)} loading={remove.isPending}>
            {words.confirmDetach}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => setAsking(false)} disabled={remove.isPending}>
            {words.keepAttachment}
          </Button>
        </Group>
      )}
      {remove.error && <ErrorState error={remove.error} title={words.detach} />}
    </li>
  );
}

/** The files of an e-mail, by name. */
export function AttachmentNames({ attachments }: { attachments: Attachment[] }) {
  const words = useRegisterWords();
  const { size } = useFormat();
  if (attachments.length === 0) return null;
  return (
    <>
      <Text size="sm" mt="xs">
        {words.attachments}:
      </Text>
      <List size="sm" icon={<IconPaperclip size={14} aria-hidden />}>
        {attachments.map((a) => (
          <List.Item key={a.id}>
            {a.nombre} ({size(a.tamano)})
          </List.Item>
        ))}
      </List>
    </>
  );
}
