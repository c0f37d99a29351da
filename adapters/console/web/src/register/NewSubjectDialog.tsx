import { notifications } from '@mantine/notifications';
import { Dialog } from '../ui/Dialog';
import { makeSubject, useRegisterWords } from './register';
import { SubjectForm } from './SubjectForm';

type Props = { opened: boolean; onClose: () => void; onMade: (id: string) => void };

export function NewSubjectDialog({ opened, onClose, onMade }: Props) {
  const words = useRegisterWords();
  return (
    <Dialog opened={opened} onClose={onClose} title={words.newSubject} size="lg">
      <SubjectForm
        draft="new-subject"
        title={words.newSubject}
        action={words.register}
        save={makeSubject}
        onSaved={(made) => {
          notifications.show({ message: words.subjectMade(made.nombre) });
          onClose();
          onMade(made.id);
        }}
      />
    </Dialog>
  );
}
