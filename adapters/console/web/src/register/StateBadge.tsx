import { Badge } from '@mantine/core';
import { type State, useRegisterWords } from './register';

const colours: Record<State, string> = { PENDIENTE: 'yellow', EN_PROCESO: 'blue', ENVIADA: 'indigo', RECIBIDA: 'teal', FALLIDA: 'red', CANCELADA: 'gray' };

export function StateBadge({ state }: { state: State }) {
  const words = useRegisterWords();
  return (
    <Badge variant="light" color={colours[state]} miw="max-content">
      {words[state]}
    </Badge>
  );
}
