import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { bulk as en } from '../i18n/en/bulk';
import { bulk as es } from '../i18n/es/bulk';
import { useWords } from '../i18n/language';
import { useFormat } from '../i18n/useFormat';
import { ErrorState } from '../ui/ErrorState';
import { sendChange, staleAfter } from './bulk';
import { changeAll, type Named, refusedOf } from './changeAll';

/** The notification that offers to undo the latest approval. */
let offered: string | undefined;

const withdraw = () => offered && notifications.hide(offered);

/** Takes approvals back. */
export function useReopen() {
  const words = useWords({ es, en });
  const { number } = useFormat();
  const queries = useQueryClient();

  /** Takes the approvals of documents back and says what became of it; reports whether all are to be reviewed again. */
  const reopen = async (approved: Named[]): Promise<boolean> => {
    withdraw();
    const { results, left, error } = await changeAll(approved, { action: 'reopen' }, sendChange, () => {});
    for (const queryKey of staleAfter(approved)) void queries.invalidateQueries({ queryKey });
    const refused = refusedOf(results);
    const reopened = results.length - refused.length;
    const stay = refused.length + left.length;
    if (reopened > 0) notifications.show({ message: words.done.reopen(reopened, number(reopened)) });
    if (stay > 0) {
      const reasons = [...new Set(refused.map((r) => r.message))].join(' ');
      notifications.show({
        color: 'red',
        autoClose: false,
        title: words.refused.reopen(stay, number(stay)),
        message: left.length > 0 ? <ErrorState error={error} title="" /> : reasons,
      });
    }
    return stay === 0;
  };

  /** Says that documents were approved, and offers for a while to undo it. */
  const offer = (said: ReactNode, approved: Named[], onReopened?: () => void) => {
    withdraw();
    const undo = () => void reopen(approved).then((all) => all && onReopened?.());
    offered = notifications.show({
      autoClose: 10_000,
      message: (
        <Group justify="space-between" gap="xs" wrap="nowrap">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {said}
          </Text>
          <Button size="compact-sm" variant="default" style={{ flexShrink: 0 }} onClick={undo}>
            {words.undo}
          </Button>
        </Group>
      ),
    });
  };
  return { reopen, offer };
}
