import { Alert, Button, Group, Stack, Table } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormat } from '../i18n/useFormat';
import { Dialog } from '../ui/Dialog';
import { Loaded } from '../ui/Loaded';
import { AnchorLink } from '../ui/links';
import { Corrections } from './Corrections';
import { changesOf, correctSubject, type parts, type Subject, subjectCorrectionsQuery, subjectQuery, useRegisterWords, utc } from './register';
import { SubjectForm, valuesOf } from './SubjectForm';

export function SubjectDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const words = useRegisterWords();
  const [correcting, setCorrecting] = useState(false);
  const query = useQuery(subjectQuery(id));
  return (
    <Dialog opened onClose={onClose} title={query.data?.nombre ?? words.subjects} size="lg">
      <Loaded query={query}>
        {(s) =>
          correcting ? <CorrectSubject subject={s} onDone={() => setCorrecting(false)} /> : <SubjectView subject={s} onCorrect={() => setCorrecting(true)} />
        }
      </Loaded>
    </Dialog>
  );
}

function CorrectSubject({ subject, onDone }: { subject: Subject; onDone: () => void }) {
  const words = useRegisterWords();
  const values = valuesOf(subject);
  return (
    <SubjectForm
      draft={`subject:${subject.id}:${JSON.stringify(values)}`}
      values={values}
      title={words.correct}
      action={words.saveCorrection}
      save={(value) => correctSubject(subject.id, changesOf(values, value))}
      onSaved={(saved) => {
        notifications.show({ message: words.corrected(saved.nombre) });
        onDone();
      }}
    />
  );
}

function SubjectView({ subject: s, onCorrect }: { subject: Subject; onCorrect: () => void }) {
  const words = useRegisterWords();
  const { moment, cedula } = useFormat();
  return (
    <Stack gap="sm">
      {s.advertencias.map((warning) => (
        <Alert key={warning} variant="light" color="yellow">
          {warning}
        </Alert>
      ))}
      <Table variant="vertical" layout="fixed">
        <Table.Tbody>
          {[
            [words.part, s.tipo && words[s.tipo as (typeof parts)[number]]],
            [words.documentNumber, s.numero_documento && `${s.tipo_documento ?? ''} ${cedula(s.numero_documento)}`],
            [words.email, s.correo],
            [words.phone, s.telefono],
            [words.address, s.direccion],
            [words.registered, `${moment(utc(s.fecha_creacion))} ${words.by(s.creado_por)}`],
          ].map(([label, value]) => (
            <Table.Tr key={label}>
              <Table.Th scope="row" w={200}>
                {label}
              </Table.Th>
              <Table.Td>{value || '—'}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Group justify="space-between">
        <AnchorLink to="/notificaciones" search={{ vista: 'tabla', sujeto: s.id, todas: true }}>
          {words.seeNotifications}
        </AnchorLink>
        <Button variant="default" leftSection={<IconPencil size={18} aria-hidden />} onClick={onCorrect}>
          {words.correct}
        </Button>
      </Group>
      <Corrections query={subjectCorrectionsQuery(s.id)} />
    </Stack>
  );
}
