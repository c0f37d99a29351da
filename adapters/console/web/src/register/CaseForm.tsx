import { Button, Stack, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Problem } from '../api/problem';
import { ErrorState } from '../ui/ErrorState';
import { useDraft } from '../ui/useDraft';
import { useKey } from '../ui/useKey';
import { CourtSelect } from './choices';
import { NewCourtDialog } from './NewCourtDialog';
import { type Case, useChange, useRegisterWords } from './register';

const empty = { radicado: '', descripcion: '', juzgado_id: '' };
export type CaseValues = typeof empty;

type Props = {
  draft: string;
  values?: CaseValues;
  title: string;
  action: string;
  save: (values: CaseValues, key: string) => Promise<Case>;
  onSaved: (saved: Case) => void;
};

/** All that is said of a case: of a new one, or of one to be corrected. */
export function CaseForm({ draft, values = empty, title, action, save, onSaved }: Props) {
  const words = useRegisterWords();
  const [court, setCourt] = useState(false);
  const { value, setValue, drop } = useDraft(draft, values);
  const key = useKey(JSON.stringify(value));
  const saving = useChange(
    () => save(value, key),
    (saved) => {
      drop();
      onSaved(saved);
    },
  );
  const problem = saving.error instanceof Problem ? saving.error : undefined;
  const submit = (e: FormEvent) => {
    e.preventDefault();
    saving.mutate(undefined);
  };
  return (
    <>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput
            label={words.radicado}
            description={words.caseHint}
            required
            data-autofocus
            spellCheck={false}
            value={value.radicado}
            onChange={(e) => setValue({ ...value, radicado: e.currentTarget.value })}
            error={problem?.of('radicado')}
          />
          <Textarea
            label={words.description}
            required
            autosize
            minRows={2}
            maxRows={8}
            value={value.descripcion}
            onChange={(e) => setValue({ ...value, descripcion: e.currentTarget.value })}
            error={problem?.of('descripcion')}
          />
          <CourtSelect value={value.juzgado_id} onChange={(juzgado_id) => setValue({ ...value, juzgado_id })} error={problem?.of('juzgado_id')} />
          <Button variant="subtle" size="compact-sm" w="max-content" onClick={() => setCourt(true)}>
            {words.newCourt}
          </Button>
          {saving.isError && <ErrorState error={saving.error} title={title} />}
          <Button type="submit" loading={saving.isPending} disabled={!value.juzgado_id}>
            {action}
          </Button>
        </Stack>
      </form>
      <NewCourtDialog opened={court} onClose={() => setCourt(false)} onMade={(juzgado_id) => setValue({ ...value, juzgado_id })} />
    </>
  );
}
