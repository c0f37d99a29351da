/**
 * The keys under which the console keeps what the server answered. A key belongs to one query, so that whatever is kept
 * under it has one shape; a key that begins like another is loaded anew with it. keys.test.ts demands both.
 */
export const keys = {
  session: ['session'],
  users: ['users'],

  documents: ['documents'],
  documentList: (query: object) => ['documents', query],
  documentCount: (view: string) => ['documents', 'count', view],
  documentExport: (search: object) => ['documents', 'export', search],
  activity: (search: object) => ['documents', 'activity', search],
  tasks: ['tasks'],
  taskList: (query: object) => ['tasks', query],
  taskCount: (view: string) => ['tasks', 'count', view],
  imports: (key: string) => ['import', key],

  document: (id: string) => ['document', id],
  words: (id: string, page: number) => ['document', id, 'words', page],
  candidates: (id: string) => ['document', id, 'candidates'],
  history: (id: string) => ['document', id, 'history'],
  deliveryOf: (id: string) => ['document', id, 'delivery'],
  delivery: (id: string) => ['delivery', id],

  pairs: ['pairs'],
  pairList: (query: object) => ['pairs', query],
  comparisons: ['compare'],
  comparison: (left: string, right: string) => ['compare', left, right],
  letters: ['letters'],
  letterList: (page: number | undefined) => ['letters', page],
  letterOf: (document: string) => ['letters', 'of', document],
  letter: (id: string) => ['letter', id],
  letterMembers: (id: string, page: number | undefined) => ['letter', id, page],
  letterDifferences: (id: string, page: number | undefined) => ['letterDifferences', id, page],
  letterPairs: (id: string) => ['letterPairs', id],

  search: (query: object) => ['search', query],
  people: (q: string) => ['people', q],
  persons: ['person'],
  person: (search: object) => ['person', search],
  cases: ['case'],
  case: (search: object) => ['case', search],

  settings: ['settings'],
  comparing: ['settings', 'comparing'],
  comparingHistory: ['settings', 'comparing', 'history'],
  preview: (config: object | undefined) => ['settings', 'preview', config],
  extraction: ['settings', 'extraction'],
  extractionHistory: ['settings', 'extraction', 'history'],

  register: ['register'],
  notifications: (query: object) => ['register', 'notifications', query],
  notification: (id: string) => ['register', 'notification', id],
  registerCases: (query: object) => ['register', 'cases', query],
  registerCase: (id: string) => ['register', 'case', id],
  subjects: (query: object) => ['register', 'subjects', query],
  subject: (id: string) => ['register', 'subject', id],
  courts: ['register', 'courts'],
  calendar: (from: string, to: string) => ['register', 'calendar', from, to],
  registerUsers: (page: number | undefined) => ['register', 'users', page],
  registerUserEvents: (id: string) => ['register', 'users', 'events', id],
  corrections: (id: string) => ['register', 'corrections', id],
};
