import { createRootRoute, redirect } from '@tanstack/react-router';
import { theConsole } from './api/console';
import { Crashed, NotFound } from './layout/Failures';
import { sections } from './layout/navigation';
import { Shell } from './layout/Shell';
import { SessionGate } from './session/SessionGate';

/** The route that all pages are children of: whoever has logged in, and the head. */
export const root = createRootRoute({
  component: () => (
    <SessionGate>
      <Shell />
    </SessionGate>
  ),
  notFoundComponent: NotFound,
  errorComponent: Crashed,
  beforeLoad: ({ location }) => {
    const first = sections[theConsole().service][0];
    if (location.pathname === '/' && first) redirect({ to: first.to, replace: true, throw: true });
  },
});
