import { Button, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconUserCheck } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Document } from '../api/document';
import { bulk as bulkEn } from '../i18n/en/bulk';
import { inbox as inboxEn } from '../i18n/en/inbox';
import { bulk as bulkEs } from '../i18n/es/bulk';
import { inbox as inboxEs } from '../i18n/es/inbox';
import { useWords } from '../i18n/language';
import { assigneesQuery, useNameOf } from '../inbox/assignees';
import { sendChange, staleAfter } from '../inbox/bulk';
import { refusedOf } from '../inbox/changeAll';
import { ErrorState } from '../ui/ErrorState';

/** To whom a document is assigned, and the menu that changes it. */
export function Assignee({ document: d }: { document: Document }) {
  const words = useWords({ es: bulkEs, en: bulkEn });
  const { assignedTo } = useWords({ es: inboxEs, en: inboxEn });
  const nameOf = useNameOf();
  const queries = useQueryClient();
  const { data: users } = useQuery(assigneesQuery);
  const assigning = useMutation({
    mutationFn: async (assignee: string) => {
      const [refused] = refusedOf(await sendChange([{ id: d.id }], { action: 'assign', assignee }));
      if (refused) throw new Error(refused.message);
    },
    onError: (error) => notifications.show({ color: 'red', autoClose: false, title: words.notAssigned, message: <ErrorState error={error} title="" /> }),
    onSettled: () => {
      for (const queryKey of staleAfter([{ id: d.id }])) void queries.invalidateQueries({ queryKey });
    },
  });
  const people = [...(users ?? []).map((u) => ({ username: u.username, name: u.name || u.username })), { username: '', name: words.toNobody }];
  const label = d.assignee ? assignedTo(nameOf(d.assignee)) : words.toNobodyYet;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          maw={240}
          flex="none"
          loading={assigning.isPending}
          leftSection={<IconUserCheck size={14} aria-hidden />}
          title={label}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{words.assignTo}</Menu.Label>
        {people.map((p) => (
          <Menu.Item key={p.username} disabled={p.username === d.assignee} onClick={() => assigning.mutate(p.username)}>
            {p.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
