import type { kinds as es } from '../es/kinds';

export const kinds: typeof es = {
  tutela: 'Tutela',
  habeas_corpus: 'Habeas corpus',
  habeas_data: 'Habeas data',
  derecho_peticion: 'Petition',
  demanda: 'Claim',
  impugnacion: 'Appeal',
  desacato: 'Contempt',
  sentencia: 'Ruling',
  otro: 'Other',
  auto: 'By their text',
};
