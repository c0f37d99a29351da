import type { bin as es } from '../es/bin';

export const bin: typeof es = {
  deletedBy: 'Deleted by',
  deletedAt: 'Deleted on',
  keptUntil: 'Kept until',
  divided: 'Kept: divided into filings',
  restore: 'Restore',
  restoreOne: (name) => `Restore ${name}`,
  restored: (name) => `Restored: ${name}`,
  notRestored: 'It could not be restored',
  erase: 'Delete for good',
  eraseOne: (name) => `Delete ${name} for good`,
  eraseHint:
    'Its data, the original file and what was decided about its duplicates are deleted, and this cannot be undone. The database keeps the record of who changed what, with the values before and after; the console no longer shows it.',
  erased: (name) => `Deleted for good: ${name}`,
  notErased: 'It could not be deleted',
  cancel: 'Cancel',
};
