import type { division as es } from '../es/division';

export const division: typeof es = {
  filings: (n) => `This file seems to hold ${n} filings`,
  pages: (first, last) => (first === last ? `Page ${first}` : `Pages ${first} to ${last}`),
  nobody: 'no name',
  split: 'Divide into filings',
  splitHint:
    'Each filing becomes a document, with its pages, its person, its fields and its duplicates. Nobody is assigned to them. The file as it arrived is kept in the bin, and the division can be undone.',
  corrected: 'What was corrected in this file, its due day included, does not pass on to the filings: review each.',
  begins: 'Pages on which the second filing and the following ones begin',
  beginsHint: 'Separated by commas, for example: 4, 9',
  badBegins: (last) => `Write pages between 2 and ${last}, separated by commas.`,
  done: (n) => `Divided into ${n} filings. They are in the inbox in a few seconds.`,
  notSplit: 'Could not divide',
  undo: 'Undo',
  partOf: (n, of, file) => `Filing ${n} of ${of} of ${file}`,
  part: (n) => `Filing ${n}`,
  join: 'Undo the division',
  joinHint: (file) => `${file} comes back as it was before it was divided. Its filings are deleted. If one is approved, undo its approval first.`,
  joined: (file) => `Division undone: ${file}`,
  notJoined: 'Could not undo the division',
};
