import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createElement } from 'react';
import { keys } from '../api/keys';
import { inbox as en } from '../i18n/en/inbox';
import { inbox as es } from '../i18n/es/inbox';
import { useWords } from '../i18n/language';
import { ErrorState } from '../ui/ErrorState';
import { retryAll } from './retry';

/** Tries all failed submissions again and says how many wait for their turn now. */
export function RetryAll() {
  const words = useWords({ es, en });
  const queries = useQueryClient();
  const again = useMutation({
    mutationFn: retryAll,
    onSuccess: ({ done, failed }) => {
      notifications.show({ message: words.retried(done.length) });
      if (failed.length > 0)
        notifications.show({
          color: 'red',
          autoClose: false,
          title: words.notRetried(failed.length),
          message: createElement(ErrorState, { error: failed[0].error, title: '' }),
        });
    },
    onError: (error) => notifications.show({ color: 'red', autoClose: false, title: words.retryAll, message: createElement(ErrorState, { error, title: '' }) }),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.tasks }),
  });
  return (
    <Button size="compact-sm" variant="default" leftSection={<IconRefresh size={16} aria-hidden />} onClick={() => again.mutate()} loading={again.isPending}>
      {words.retryAll}
    </Button>
  );
}
