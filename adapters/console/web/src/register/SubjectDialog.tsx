import { Anchor, Stack, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useFormat } from '../i18n/useFormat';
import { Dialog } from '../ui/Dialog';
import { Loaded } from '../ui/Loaded';
import { type parts, subjectQuery, useRegisterWords, utc } from './register';

export function SubjectDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const words = useRegisterWords();
  const { moment, cedula } = useFormat();
  const query = useQuery(subjectQuery(id));
  return (
    <Dialog opened onClose={onClose} title={query.data?.nombre ?? words.subjects} size="lg">
      <Loaded query={query}>
        {(s) => (
          <Stack gap="sm">
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
            <Anchor component={Link} to="/notificaciones" search={{ vista: 'tabla', sujeto: s.id, todas: true } as never}>
              {words.seeNotifications}
            </Anchor>
          </Stack>
        )}
      </Loaded>
    </Dialog>
  );
}
