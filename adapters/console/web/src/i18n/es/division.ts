/** Files that are divided into the filings in them. */
export const division = {
  filings: (n: number) => `Este archivo parece tener ${n} escritos`,
  pages: (first: number, last: number) => (first === last ? `Página ${first}` : `Páginas ${first} a ${last}`),
  nobody: 'sin nombre',
  split: 'Dividir en escritos',
  splitHint:
    'Cada escrito queda como un documento, con sus páginas, su persona, sus datos y sus duplicados. Quedan sin asignar. El archivo como llegó se conserva en la papelera, y la división se puede deshacer.',
  corrected: 'Lo que se haya corregido en este archivo, también su vencimiento, no pasa a los escritos: revise cada uno.',
  begins: 'Páginas en que comienzan el segundo escrito y los que siguen',
  beginsHint: 'Separadas por comas, por ejemplo: 4, 9',
  badBegins: (last: number) => `Escriba páginas entre 2 y ${last}, separadas por comas.`,
  done: (n: number) => `Dividido en ${n} escritos. Están en la bandeja en unos segundos.`,
  notSplit: 'No se pudo dividir',
  undo: 'Deshacer',
  partOf: (n: number, of: number, file: string) => `Escrito ${n} de ${of} de ${file}`,
  part: (n: number) => `Escrito ${n}`,
  join: 'Deshacer la división',
  joinHint: (file: string) => `${file} vuelve como estaba antes de dividirlo. Sus escritos se borran. Si alguno ya está aprobado, deshaga antes su aprobación.`,
  joined: (file: string) => `Se deshizo la división de ${file}`,
  notJoined: 'No se pudo deshacer la división',
};
