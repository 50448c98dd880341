import { createRootRoute, createRoute, createRouter, Outlet, redirect } from '@tanstack/react-router';
import { type PaymentState, paymentStates } from '../src/dashboard/payment.ts';
import { AccountPage } from './pages/account.tsx';
import { LinkPage } from './pages/link.tsx';
import { PaymentPage } from './pages/payment.tsx';
import { PaymentsPage } from './pages/payments.tsx';
import { PeoplePage } from './pages/people.tsx';
import { ResetPage } from './pages/reset.tsx';
import { SignInPage } from './pages/sign-in.tsx';
import { Shell } from './shell.tsx';

const root = createRootRoute({ component: Outlet });

const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: Shell });

export interface PaymentSearch {
  search?: string;
  state?: PaymentState;
}

/** What is looked for stands in the address: it can be kept, and the way back leads to it. */
function readSearch(given: Record<string, unknown>): PaymentSearch {
  const state = paymentStates.find((each) => each === given.state);
  return {
    ...(given.search !== undefined && given.search !== '' && { search: String(given.search) }),
    ...(state && { state }),
  };
}

const routes = root.addChildren([
  createRoute({
    getParentRoute: () => root,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to: '/payments', replace: true });
    },
  }),
  createRoute({ getParentRoute: () => root, path: '/sign-in', component: SignInPage }),
  createRoute({ getParentRoute: () => root, path: '/reset', component: ResetPage }),
  createRoute({ getParentRoute: () => root, path: '/link', component: LinkPage }),
  shell.addChildren([
    createRoute({
      getParentRoute: () => shell,
      path: '/payments',
      validateSearch: readSearch,
      component: PaymentsPage,
    }),
    createRoute({ getParentRoute: () => shell, path: '/payments/$payment', component: PaymentPage }),
    createRoute({ getParentRoute: () => shell, path: '/people', component: PeoplePage }),
    createRoute({ getParentRoute: () => shell, path: '/account', component: AccountPage }),
  ]),
]);

export const router = createRouter({ routeTree: routes, basepath: '/dashboard' });

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
