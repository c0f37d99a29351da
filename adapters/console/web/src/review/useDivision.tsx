import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { keys } from '../api/keys';
import { division as en } from '../i18n/en/division';
import { division as es } from '../i18n/es/division';
import { useWords } from '../i18n/language';
import { ErrorState } from '../ui/ErrorState';
import { joinDocument, splitDocument } from './division';

/** The notification that offers to undo the latest division. */
let offered: string | undefined;

const withdraw = () => offered && notifications.hide(offered);

/** Divides files, and undoes it. */
export function useDivision() {
  const words = useWords({ es, en });
  const queries = useQueryClient();
  const navigate = useNavigate();
  const stale = (...ids: string[]) => {
    for (const queryKey of [keys.documents, keys.bin, keys.pairs, keys.comparisons, keys.tasks, keys.persons, keys.cases, ...ids.map(keys.document)])
      void queries.invalidateQueries({ queryKey, refetchType: 'active' });
  };

  const join = useMutation({
    mutationFn: ({ id }: { id: string; name: string; parts: string[] }) => joinDocument(id),
    onSuccess: (_, { id, name, parts }) => {
      withdraw();
      stale(id, ...parts);
      notifications.show({ message: words.joined(name) });
      void navigate({ to: '/revisar/$id', params: { id }, search: {} });
    },
  });
  const undo = async (file: { id: string; name: string; parts: string[] }) => {
    try {
      await join.mutateAsync(file);
    } catch (error) {
      notifications.show({ color: 'red', autoClose: false, title: words.notJoined, message: <ErrorState error={error} title="" /> });
    }
  };

  const split = useMutation({
    mutationFn: ({ id, etag, begins }: { id: string; etag: string; begins: number[] }) => splitDocument(id, etag, begins),
    onSuccess: ({ document_id: id, file_name: name, parts }) => {
      withdraw();
      stale(id);
      offered = notifications.show({
        autoClose: 10_000,
        message: (
          <Group justify="space-between" gap="xs" wrap="nowrap">
            <Text size="sm">{words.done(parts.length)}</Text>
            <Button
              size="compact-sm"
              variant="default"
              style={{ flexShrink: 0 }}
              onClick={() => {
                withdraw();
                void undo({ id, name, parts: parts.map((p) => p.document_id) });
              }}
            >
              {words.undo}
            </Button>
          </Group>
        ),
      });
    },
  });
  return { split, join };
}
