/** What a paper is, by the names of the interface. */
export const kinds = {
  tutela: 'Tutela',
  habeas_corpus: 'Habeas corpus',
  habeas_data: 'Habeas data',
  derecho_peticion: 'Derecho de petición',
  demanda: 'Demanda',
  impugnacion: 'Impugnación',
  desacato: 'Desacato',
  sentencia: 'Sentencia',
  otro: 'Otro',
  auto: 'Según su texto',
};
