import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { root } from '../root';
import { readSearch } from './address';

export const searchRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/buscar',
    validateSearch: readSearch,
    component: lazyRouteComponent(() => import('./SearchPage'), 'SearchPage'),
  }),
];
