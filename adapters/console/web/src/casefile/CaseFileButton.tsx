import { Button, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconChevronDown, IconFileZip } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { createElement } from 'react';
import { answer, intake } from '../api/client';
import type { operations } from '../api/intake';
import { casefile as en } from '../i18n/en/casefile';
import { casefile as es } from '../i18n/es/casefile';
import { useWords } from '../i18n/language';
import { ErrorState } from '../ui/ErrorState';
import { save } from '../ui/save';

type Stage = NonNullable<NonNullable<operations['caseArchive']['parameters']['query']>['stage']>;

/** Downloads the originals of documents as the electronic file of a case, in a stage of it. */
export function CaseFileButton({ ids, size }: { ids: string[]; size?: string }) {
  const words = useWords({ es, en });
  const archive = useMutation({
    mutationFn: async (stage: Stage) => {
      const call = await intake.GET('/api/v1/cases/archive', { params: { query: { id: ids, stage } }, parseAs: 'blob' });
      const content = await answer(Promise.resolve(call));
      const name = /filename="?([^";]+)/.exec(call.response.headers.get('Content-Disposition') ?? '')?.[1];
      save(content, name ?? 'expediente.zip');
    },
    onError: (error) => notifications.show({ color: 'red', title: words.failed, message: createElement(ErrorState, { error, title: '' }), autoClose: false }),
  });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          size={size}
          loading={archive.isPending}
          disabled={ids.length === 0}
          leftSection={<IconFileZip size={16} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          {words.download}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{words.stage}</Menu.Label>
        {(Object.keys(words.stages) as Stage[]).map((stage) => (
          <Menu.Item key={stage} onClick={() => archive.mutate(stage)}>
            {words.stages[stage]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
