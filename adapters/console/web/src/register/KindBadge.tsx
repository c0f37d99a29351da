import { Badge } from '@mantine/core';
import { type Receipt, useReceiptWords } from './receipts';

const colours: Record<Receipt['tipo'], string> = {
  FALLO: 'red',
  DEMORA: 'yellow',
  REENVIO: 'gray',
  ENTREGA: 'teal',
  LECTURA: 'teal',
  SIN_LECTURA: 'gray',
  ACUSE: 'teal',
  RESPUESTA: 'blue',
  AUTOMATICA: 'gray',
  SIN_ENTENDER: 'yellow',
};

/** What a receipt says about its e-mail. */
export function KindBadge({ kind }: { kind: Receipt['tipo'] }) {
  const words = useReceiptWords();
  return (
    <Badge variant="light" color={colours[kind]} miw="max-content">
      {words.kind[kind]}
    </Badge>
  );
}
