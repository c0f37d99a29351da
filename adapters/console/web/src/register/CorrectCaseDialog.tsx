import { notifications } from '@mantine/notifications';
import { Dialog } from '../ui/Dialog';
import { CaseForm } from './CaseForm';
import { type Case, changesOf, correctCase, useRegisterWords } from './register';

export function CorrectCaseDialog({ case: c, onClose }: { case: Case; onClose: () => void }) {
  const words = useRegisterWords();
  const values = { radicado: c.radicado, descripcion: c.descripcion, juzgado_id: c.juzgado_id };
  return (
    <Dialog opened onClose={onClose} title={words.correct} size="lg">
      <CaseForm
        draft={`case:${c.id}:${JSON.stringify(values)}`}
        values={values}
        title={words.correct}
        action={words.saveCorrection}
        save={(value) => correctCase(c.id, changesOf(values, value))}
        onSaved={(saved) => {
          notifications.show({ message: words.corrected(saved.radicado) });
          onClose();
        }}
      />
    </Dialog>
  );
}
