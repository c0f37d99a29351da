import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { root } from '../root';
import { pageOf, readComparisonSearch, readPairsSearch } from './address';

const readPage = (search: Record<string, unknown>): { pagina?: number } => ({ pagina: pageOf(search.pagina) });

export const pairRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/duplicados',
    validateSearch: readPairsSearch,
    component: lazyRouteComponent(() => import('./PairsPage'), 'PairsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/duplicados/formatos',
    validateSearch: readPage,
    component: lazyRouteComponent(() => import('./LettersPage'), 'LettersPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/duplicados/formatos/$id',
    validateSearch: readPage,
    component: lazyRouteComponent(() => import('./LetterPage'), 'LetterPage'),
  }),
  createRoute({ getParentRoute: () => root, path: '/duplicados/comprobar', component: lazyRouteComponent(() => import('./CheckPage'), 'CheckPage') }),
  createRoute({
    getParentRoute: () => root,
    path: '/comparar/$left/$right',
    validateSearch: readComparisonSearch,
    component: lazyRouteComponent(() => import('./ComparePage'), 'ComparePage'),
  }),
];
