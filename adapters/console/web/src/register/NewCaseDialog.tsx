import { notifications } from '@mantine/notifications';
import { Dialog } from '../ui/Dialog';
import { CaseForm } from './CaseForm';
import { makeCase, useRegisterWords } from './register';

type Props = { opened: boolean; onClose: () => void; onMade: (id: string) => void };

export function NewCaseDialog({ opened, onClose, onMade }: Props) {
  const words = useRegisterWords();
  return (
    <Dialog opened={opened} onClose={onClose} title={words.newCase} size="lg">
      <CaseForm
        draft="new-case"
        title={words.newCase}
        action={words.register}
        save={makeCase}
        onSaved={(made) => {
          notifications.show({ message: words.caseMade(made.radicado), color: made.advertencias.length > 0 ? 'yellow' : undefined });
          onClose();
          onMade(made.id);
        }}
      />
    </Dialog>
  );
}
