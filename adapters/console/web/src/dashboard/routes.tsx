import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { root } from '../root';
import { readDashboardSearch } from './activity';

export const dashboardRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/tablero',
    validateSearch: readDashboardSearch,
    component: lazyRouteComponent(() => import('./DashboardPage'), 'DashboardPage'),
  }),
];
