import { Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { theConsole } from '../api/console';
import { keys } from '../api/keys';
import { review as en } from '../i18n/en/review';
import { ui as uiEn } from '../i18n/en/ui';
import { review as es } from '../i18n/es/review';
import { ui as uiEs } from '../i18n/es/ui';
import { useWords } from '../i18n/language';
import { Dialog } from '../ui/Dialog';
import { ErrorState } from '../ui/ErrorState';
import { deleteDocument } from './document';

type Props = { id: string; name: string; opened: boolean; onClose: () => void; onDeleted: () => void };

/** Asks before a document is deleted: only an administrator brings it back, and for a while. */
export function DeleteDialog({ id, name, opened, onClose, onDeleted }: Props) {
  const words = useWords({ es, en });
  const { cancel } = useWords({ es: uiEs, en: uiEn });
  const queries = useQueryClient();
  const deleting = useMutation({
    mutationFn: () => deleteDocument(id),
    onSuccess: () => {
      notifications.show({ message: words.deleted(name) });
      void queries.invalidateQueries({ queryKey: keys.documents, refetchType: 'none' });
      void queries.invalidateQueries({ queryKey: keys.bin, refetchType: 'none' });
      void queries.invalidateQueries({ queryKey: keys.document(id), refetchType: 'none' });
      onDeleted();
    },
  });
  return (
    <Dialog opened={opened} onClose={onClose} title={words.deleteDocument}>
      <Stack gap="sm">
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <Text size="sm">{words.deleteHint(theConsole().bin_days ?? 0)}</Text>
        {deleting.isError && <ErrorState error={deleting.error} title={words.notDeleted} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} data-autofocus>
            {cancel}
          </Button>
          <Button color="red" onClick={() => deleting.mutate()} loading={deleting.isPending}>
            {words.confirmDelete}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
