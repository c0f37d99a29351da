import type { bulk as es } from '../es/bulk';

const documents = (n: number, text: string) => (n === 1 ? '1 document' : `${text} documents`);

export const bulk: typeof es = {
  chosen: (n) => `${n} selected`,
  toActions: 'Go to the actions for the selection',
  actions: 'With the selected documents',
  approve: 'Approve',
  type: 'Kind',
  tag: 'Tag',
  title: {
    approve: (n, text) => `Approve ${documents(n, text)}`,
    type: (n, text) => `Change the kind of ${documents(n, text)}`,
    tag: (n, text) => `Tag of ${documents(n, text)}`,
  },
  approveAs: 'They are approved as they are, which cannot be undone. Those with fields to check or an undecided possible duplicate stay unapproved: you will see which and why.',
  typeStays: 'Only the kind changes and, if it was counted by the kind, the term: they stay unapproved.',
  newType: 'Kind of paper',
  oneTag: 'Tag',
  tagHint: 'One, without commas.',
  change: 'Change',
  addTag: 'Add',
  removeTag: 'Remove',
  progress: (at, of) => `${at} of ${of}`,
  done: {
    approve: (n, text) => `${documents(n, text)} approved.`,
    type: (n, text) => `${documents(n, text)} with the new kind.`,
    tag: (n, text) => `${documents(n, text)} with the new tag.`,
    untag: (n, text) => `${documents(n, text)} without the tag.`,
  },
  unchanged: (n, text) => (n === 1 ? '1 needed no change.' : `${text} needed no change.`),
  refused: {
    approve: (n, text) => `${documents(n, text)} not approved`,
    others: (n, text) => `${documents(n, text)} not changed`,
  },
  stayChosen: (n) => (n === 1 ? 'It stays selected.' : 'They stay selected.'),
  left: (n, text) => `${documents(n, text)} could not be saved`,
  reasons: {
    document_not_found: 'It no longer exists.',
    document_changed: 'Somebody else changed it meanwhile.',
    already_approved: 'It was approved before.',
    undecided_duplicate: 'It may repeat another filing, and nobody has decided: compare them.',
    needs_review: 'Something was not read well: compare it with the original.',
    too_many_tags: 'It takes no more tags.',
    internal: 'It could not be saved: try again.',
  },
  doubtful: (fields) => `To check in the original: ${fields}.`,
  cancel: 'Cancel',
  ready: 'Done',
};
