import type { savedViews as es } from '../es/savedViews';

export const savedViews: typeof es = {
  saved: 'Saved views',
  shown: (name: string) => `Saved views: ${name}`,
  none: 'There are no saved views yet. Choose a tab and filters, and save them under a name.',
  save: 'Save this view…',
  name: 'Name',
  hint: 'Saves the tab and the filters that are set; documents are looked for each time.',
  forAll: 'Everybody sees it',
  replaces: 'You already have a view of that name: it will have the filters of now.',
  doSave: 'Save',
  replace: 'Replace',
  done: (name: string) => `View saved: ${name}.`,
  notSaved: 'Could not save the view',
  notDeleted: 'Could not delete the view',
  delete: (name: string) => `Delete the view ${name}`,
  shared: 'For all',
  sharedBy: (name: string) => `By ${name}, for all`,
  notHere: 'Saved through the API, with filters that the inbox does not have',
};
