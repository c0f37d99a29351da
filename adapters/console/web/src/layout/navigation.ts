import type { layout } from '../i18n/es/layout';

export type Section = {
  to: string;
  label: keyof typeof layout;
  /** Pressed after g, goes there. */
  key: string;
  admin?: boolean;
};

/** The sections of each service, in the order that the head shows them. */
export const sections: Record<'intake' | 'notify', Section[]> = {
  intake: [
    { to: '/bandeja', label: 'inbox', key: 'b' },
    { to: '/duplicados', label: 'duplicates', key: 'd' },
    { to: '/buscar', label: 'search', key: 'f' },
    { to: '/personas', label: 'people', key: 'p' },
    { to: '/tablero', label: 'dashboard', key: 't' },
    { to: '/excel', label: 'spreadsheets', key: 'e' },
    { to: '/ajustes', label: 'settings', key: 'a', admin: true },
    { to: '/usuarios', label: 'users', key: 'u', admin: true },
  ],
  notify: [
    { to: '/notificaciones', label: 'notifications', key: 'n' },
    { to: '/recibos', label: 'receipts', key: 'r' },
    { to: '/procesos', label: 'cases', key: 'p' },
    { to: '/sujetos', label: 'subjects', key: 's' },
    { to: '/juzgados', label: 'courts', key: 'j' },
    { to: '/usuarios', label: 'users', key: 'u', admin: true },
  ],
};
