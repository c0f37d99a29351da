export const casefile = {
  download: 'Expediente',
  stage: 'Descargar como expediente de',
  stages: {
    '01PrimeraInstancia': 'Primera instancia',
    '02SegundaInstancia': 'Segunda instancia',
    '03RecursosExtraordinarios': 'Recursos extraordinarios',
    '04Ejecucion': 'Ejecución',
  },
  failed: 'El expediente no se pudo descargar',
};
