import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { root } from '../root';
import { readListSearch, readReceiptSearch, readRegisterSearch } from './search';

const list = <const P extends string>(path: P) => ({ getParentRoute: () => root, path, validateSearch: readListSearch });

export const registerRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/notificaciones',
    validateSearch: readRegisterSearch,
    component: lazyRouteComponent(() => import('./NotificationsPage'), 'NotificationsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/recibos',
    validateSearch: readReceiptSearch,
    component: lazyRouteComponent(() => import('./ReceiptsPage'), 'ReceiptsPage'),
  }),
  createRoute({ ...list('/procesos'), component: lazyRouteComponent(() => import('./CasesPage'), 'CasesPage') }),
  createRoute({
    getParentRoute: () => root,
    path: '/procesos/$id',
    validateSearch: readRegisterSearch,
    component: lazyRouteComponent(() => import('./CasePage'), 'CasePage'),
  }),
  createRoute({ ...list('/sujetos'), component: lazyRouteComponent(() => import('./SubjectsPage'), 'SubjectsPage') }),
  createRoute({ ...list('/juzgados'), component: lazyRouteComponent(() => import('./CourtsPage'), 'CourtsPage') }),
  createRoute({ ...list('/usuarios'), component: lazyRouteComponent(() => import('./RegisterUsersPage'), 'RegisterUsersPage') }),
];
