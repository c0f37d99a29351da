import type { casefile as es } from '../es/casefile';

export const casefile: typeof es = {
  download: 'Case file',
  stage: 'Download as a case file of',
  stages: {
    '01PrimeraInstancia': 'First instance',
    '02SegundaInstancia': 'Second instance',
    '03RecursosExtraordinarios': 'Extraordinary remedies',
    '04Ejecucion': 'Enforcement',
  },
  failed: 'The case file could not be downloaded',
};
