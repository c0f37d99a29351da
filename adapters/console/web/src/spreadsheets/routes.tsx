import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { root } from '../root';
import { readExportSearch } from './search';

export const spreadsheetRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/excel',
    validateSearch: readExportSearch,
    component: lazyRouteComponent(() => import('./SpreadsheetsPage'), 'SpreadsheetsPage'),
  }),
];
