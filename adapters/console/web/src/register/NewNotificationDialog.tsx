import { Button, NativeSelect, Stack, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { FormEvent } from 'react';
import { Problem } from '../api/problem';
import { Dialog } from '../ui/Dialog';
import { ErrorState } from '../ui/ErrorState';
import { useDraft } from '../ui/useDraft';
import { useKey } from '../ui/useKey';
import { CaseSelect, SubjectSelect } from './choices';
import { type Channel, channels, makeNotification, useChange, useRegisterWords } from './register';

type Props = { opened: boolean; caseID?: string; subjectID?: string; onClose: () => void; onMade: (id: string) => void };

export function NewNotificationDialog({ opened, ...props }: Props) {
  const words = useRegisterWords();
  return (
    <Dialog opened={opened} onClose={props.onClose} title={words.newNotification} size="lg">
      <NewNotificationForm {...props} />
    </Dialog>
  );
}

function NewNotificationForm({ caseID, subjectID, onClose, onMade }: Omit<Props, 'opened'>) {
  const words = useRegisterWords();
  const draft = useDraft(`new-notification:${caseID ?? ''}:${subjectID ?? ''}`, {
    id_proceso: caseID ?? '',
    id_sujeto: subjectID ?? '',
    canal: 'EMAIL' as Channel,
    observacion: '',
  });
  const { value, setValue } = draft;
  const key = useKey(JSON.stringify(value));
  const make = useChange(
    () => makeNotification(value, key),
    (made) => {
      draft.drop();
      notifications.show({ message: words.notificationMade });
      onClose();
      onMade(made.id);
    },
  );
  const problem = make.error instanceof Problem ? make.error : undefined;
  const submit = (e: FormEvent) => {
    e.preventDefault();
    make.mutate(undefined);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        {caseID === undefined && (
          <CaseSelect value={value.id_proceso} onChange={(id_proceso) => setValue({ ...value, id_proceso })} error={problem?.of('id_proceso')} />
        )}
        <SubjectSelect value={value.id_sujeto} onChange={(id_sujeto) => setValue({ ...value, id_sujeto })} error={problem?.of('id_sujeto')} />
        <NativeSelect
          label={words.channel}
          value={value.canal}
          onChange={(e) => setValue({ ...value, canal: e.currentTarget.value as Channel })}
          data={channels.map((c) => ({ value: c, label: words[c] }))}
        />
        <Textarea
          label={words.remark}
          autosize
          minRows={2}
          maxRows={8}
          value={value.observacion}
          onChange={(e) => setValue({ ...value, observacion: e.currentTarget.value })}
          error={problem?.of('observacion')}
        />
        {make.isError && <ErrorState error={make.error} title={words.newNotification} />}
        <Button type="submit" loading={make.isPending} disabled={!value.id_proceso || !value.id_sujeto}>
          {words.register}
        </Button>
      </Stack>
    </form>
  );
}
