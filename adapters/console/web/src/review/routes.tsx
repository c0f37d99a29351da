import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { root } from '../root';
import { readReviewSearch } from './address';

export const reviewRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/revisar/$id',
    validateSearch: readReviewSearch,
    component: lazyRouteComponent(() => import('./ReviewPage'), 'ReviewPage'),
  }),
];
