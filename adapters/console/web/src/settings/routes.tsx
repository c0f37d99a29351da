import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { root } from '../root';
import { partOf } from './parts';

export const settingsRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/ajustes',
    validateSearch: (search: Record<string, unknown>) => ({ parte: partOf(search.parte) }),
    component: lazyRouteComponent(() => import('./SettingsPage'), 'SettingsPage'),
  }),
];
