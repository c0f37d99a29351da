import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { root } from '../root';

export const settingsRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/ajustes',
    validateSearch: (search: Record<string, unknown>): { parte?: 'extraccion' } => ({ parte: search.parte === 'extraccion' ? 'extraccion' : undefined }),
    component: lazyRouteComponent(() => import('./SettingsPage'), 'SettingsPage'),
  }),
];
