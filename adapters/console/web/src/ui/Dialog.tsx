import { Modal, type ModalProps } from '@mantine/core';
import { ui as en } from '../i18n/en/ui';
import { ui as es } from '../i18n/es/ui';
import { useWords } from '../i18n/language';

/** A dialog whose close button has a name, and whose head is not taken for that of the page. */
export function Dialog(props: ModalProps) {
  const words = useWords({ es, en });
  return <Modal closeButtonProps={{ 'aria-label': words.close }} attributes={{ header: { role: 'presentation' } }} {...props} />;
}
