import { createRouter } from '@tanstack/react-router';
import { theConsole } from './api/console';
import { dashboardRoutes } from './dashboard/routes';
import { inboxRoutes } from './inbox/routes';
import { Crashed, NotFound } from './layout/Failures';
import { pairRoutes } from './pairs/routes';
import { peopleRoutes } from './people/routes';
import { registerRoutes } from './register/routes';
import { reviewRoutes } from './review/routes';
import { root } from './root';
import { searchRoutes } from './search/routes';
import { settingsRoutes } from './settings/routes';
import { spreadsheetRoutes } from './spreadsheets/routes';
import { userRoutes } from './users/routes';

/** The routes of each service, a line an area. */
const routes = {
  intake: [
    ...settingsRoutes,
    ...dashboardRoutes,
    ...inboxRoutes,
    ...pairRoutes,
    ...peopleRoutes,
    ...reviewRoutes,
    ...searchRoutes,
    ...spreadsheetRoutes,
    ...userRoutes,
  ],
  notify: [...registerRoutes],
};

type AnyRoute = (typeof routes)[keyof typeof routes][number];

export const makeRouter = () =>
  createRouter({
    routeTree: root.addChildren(routes[theConsole().service] as AnyRoute[]),
    basepath: import.meta.env.BASE_URL,
    defaultPreload: 'intent',
    defaultNotFoundComponent: NotFound,
    defaultErrorComponent: Crashed,
    scrollRestoration: true,
  });

// Links and navigations are checked against the routes of both services.
declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
