import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readInboxSearch } from '../inbox/views';
import { root } from '../root';

export const reviewRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/revisar/$id',
    validateSearch: readInboxSearch, // the list that the document was opened from
    component: lazyRouteComponent(() => import('./ReviewPage'), 'ReviewPage'),
  }),
];
