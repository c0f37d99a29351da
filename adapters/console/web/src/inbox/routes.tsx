import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { root } from '../root';
import { readInboxSearch } from './views';

export const inboxRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/bandeja',
    validateSearch: readInboxSearch,
    component: lazyRouteComponent(() => import('./InboxPage'), 'InboxPage'),
  }),
];
