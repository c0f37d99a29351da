import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { root } from '../root';

export const userRoutes = [
  createRoute({ getParentRoute: () => root, path: '/usuarios', component: lazyRouteComponent(() => import('./UsersPage'), 'UsersPage') }),
];
