import { Modal } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { session as en } from '../i18n/en/session';
import { session as es } from '../i18n/es/session';
import { useWords } from '../i18n/language';
import { PasswordForm } from './PasswordForm';
import { logIn, sessionQuery, useSession } from './session';

/** Replaces one's own password and stays logged in; the server ends all other sessions. */
export function PasswordDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const words = useWords({ es, en });
  const queries = useQueryClient();
  const { username } = useSession();
  const changed = async (password: string) => {
    queries.setQueryData(sessionQuery.queryKey, await logIn(username, password));
    onClose();
    notifications.show({ message: words.changed });
  };
  return (
    <Modal opened={opened} onClose={onClose} title={words.changePassword}>
      <PasswordForm onChanged={changed} />
    </Modal>
  );
}
