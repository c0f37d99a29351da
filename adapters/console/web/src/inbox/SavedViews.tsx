import { ActionIcon, Badge, Button, Checkbox, Group, Popover, Stack, Text, TextInput, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconBookmark, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { keys } from '../api/keys';
import { Problem } from '../api/problem';
import { savedViews as en } from '../i18n/en/savedViews';
import { savedViews as es } from '../i18n/es/savedViews';
import { useWords } from '../i18n/language';
import { isAdmin, useSession } from '../session/session';
import { Dialog } from '../ui/Dialog';
import { ErrorState } from '../ui/ErrorState';
import { AnchorLink } from '../ui/links';
import { useNameOf } from './assignees';
import { filtersOf, sameFilters, searchOf } from './filters';
import { deleteView, type SavedView, savedViewsQuery, saveView } from './savedViews';
import type { InboxSearch } from './views';

/** The filters that were saved with a name, each a link to the list that it shows, and the way to save those of now. */
export function SavedViews({ search }: { search: InboxSearch }) {
  const words = useWords({ es, en });
  const [open, list] = useDisclosure();
  const [saving, dialog] = useDisclosure();
  const views = useQuery(savedViewsQuery);
  const current = views.data?.find((v) => sameFilters(v.filters, filtersOf(search)));
  return (
    <>
      <Popover opened={open} onChange={(o) => (o ? list.open() : list.close())} position="bottom-start" shadow="md" trapFocus returnFocus>
        <Popover.Target>
          <Button
            size="xs"
            variant="default"
            maw={220}
            leftSection={<IconBookmark size={14} aria-hidden />}
            aria-label={current && words.shown(current.name)}
            title={current?.name}
            onClick={list.toggle}
          >
            <Text inherit truncate>
              {current?.name ?? words.saved}
            </Text>
          </Button>
        </Popover.Target>
        <Popover.Dropdown maw={380}>
          <Stack gap="xs">
            {views.isError && <ErrorState error={views.error} onRetry={() => void views.refetch()} />}
            {views.data?.length === 0 && (
              <Text size="sm" c="dimmed">
                {words.none}
              </Text>
            )}
            {views.data && views.data.length > 0 && (
              <Stack gap={4} mah="50vh" style={{ overflowY: 'auto' }}>
                {views.data.map((v) => (
                  <Line key={v.id} view={v} current={v === current} onGo={list.close} />
                ))}
              </Stack>
            )}
            <Button
              size="xs"
              variant="light"
              onClick={() => {
                list.close();
                dialog.open();
              }}
            >
              {words.save}
            </Button>
          </Stack>
        </Popover.Dropdown>
      </Popover>
      <Dialog opened={saving} onClose={dialog.close} title={words.save}>
        <SaveForm search={search} views={views.data ?? []} onSaved={dialog.close} />
      </Dialog>
    </>
  );
}

function Line({ view: v, current, onGo }: { view: SavedView; current: boolean; onGo: () => void }) {
  const words = useWords({ es, en });
  const nameOf = useNameOf();
  const mayDelete = isAdmin(useSession()) || v.mine;
  const queries = useQueryClient();
  const deleting = useMutation({
    mutationFn: () => deleteView(v.id),
    onError: (error) => notifications.show({ color: 'red', autoClose: false, title: words.notDeleted, message: <ErrorState error={error} title="" /> }),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.savedViews }),
  });
  const search = searchOf(v.filters);
  return (
    <Group gap="xs" wrap="nowrap" justify="space-between">
      {search ? (
        <AnchorLink
          to="/bandeja"
          search={search}
          size="sm"
          fw={current ? 600 : undefined}
          truncate
          title={v.name}
          aria-current={current || undefined}
          onClick={onGo}
        >
          {v.name}
        </AnchorLink>
      ) : (
        <Tooltip label={words.notHere}>
          <Text size="sm" c="dimmed" truncate>
            {v.name}
          </Text>
        </Tooltip>
      )}
      <Group gap={4} wrap="nowrap">
        {v.shared && (
          <Badge variant="light" color="gray" size="sm" tt="none">
            {v.mine ? words.shared : words.sharedBy(nameOf(v.owner))}
          </Badge>
        )}
        {mayDelete && (
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            loading={deleting.isPending}
            aria-label={words.delete(v.name)}
            title={words.delete(v.name)}
            onClick={() => deleting.mutate()}
          >
            <IconTrash size={14} aria-hidden />
          </ActionIcon>
        )}
      </Group>
    </Group>
  );
}

function SaveForm({ search, views, onSaved }: { search: InboxSearch; views: SavedView[]; onSaved: () => void }) {
  const words = useWords({ es, en });
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const replaces = views.some((v) => v.mine && v.name === name.trim());
  const saving = useMutation({
    mutationFn: () => saveView({ name, shared, filters: filtersOf(search) }),
    onSuccess: async ({ data }) => {
      await queries.invalidateQueries({ queryKey: keys.savedViews });
      notifications.show({ message: words.done(data.name) });
      onSaved();
    },
  });
  const nameProblem = saving.error instanceof Problem ? saving.error.of('name') : undefined;
  const submit = (e: FormEvent) => {
    e.preventDefault();
    saving.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          label={words.name}
          description={words.hint}
          data-autofocus
          required
          withAsterisk={false}
          maxLength={60}
          autoComplete="off"
          value={name}
          onChange={(e) => setName(e.currentTarget.value)}
          error={nameProblem}
        />
        <Checkbox label={words.forAll} checked={shared} onChange={(e) => setShared(e.currentTarget.checked)} />
        {replaces && (
          <Text size="sm" c="dimmed">
            {words.replaces}
          </Text>
        )}
        {saving.isError && !nameProblem && <ErrorState error={saving.error} title={words.notSaved} />}
        <Group justify="flex-end">
          <Button type="submit" loading={saving.isPending} disabled={name.trim() === ''}>
            {replaces ? words.replace : words.doSave}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
