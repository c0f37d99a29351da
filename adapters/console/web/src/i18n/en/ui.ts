import type { ui as es } from '../es/ui';

export const ui: typeof es = {
  retry: 'Retry',
  cancel: 'Cancel',
  close: 'Close',
  save: 'Save',
  copy: 'Copy',
  copied: 'Copied',
  undo: 'Undo',
  loading: 'Loading',
  columns: 'Columns',
  failed: 'Could not load',
  unreachable: 'The server does not answer. Check the connection and try again.',
  reference: (id) => `Reference for support: ${id}`,
  sure: (percent) => `Confidence: ${percent}`,
  doubtful: (percent) => `Doubtful: ${percent}`,
  unsavedDraft: (when) => `Unsaved text from ${when}`,
  previous: 'Previous',
  next: 'Next',
  pageOf: (page, pages) => `Page ${page} of ${pages}`,
  results: (n, text) => (n === 1 ? '1 result' : `${text} results`),
};
