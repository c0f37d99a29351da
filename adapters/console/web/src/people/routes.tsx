import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { root } from '../root';
import { readCaseSearch, readPeopleSearch, readPersonSearch } from './people';

export const peopleRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/personas',
    validateSearch: readPeopleSearch,
    component: lazyRouteComponent(() => import('./PeoplePage'), 'PeoplePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/personas/escritos',
    validateSearch: readPersonSearch,
    component: lazyRouteComponent(() => import('./PersonPage'), 'PersonPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/personas/caso',
    validateSearch: readCaseSearch,
    component: lazyRouteComponent(() => import('./CasePage'), 'CasePage'),
  }),
];
