import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { type PaymentState, paymentStates } from '../src/dashboard/payment.ts';
import { type PayoutState, payoutStates } from '../src/dashboard/payout.ts';
import { type DeliveryState, deliveryStates } from './delivery-states.ts';
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

export interface PayoutSearch {
  search?: string;
  state?: PayoutState;
}

function readPayoutSearch(given: Record<string, unknown>): PayoutSearch {
  const state = payoutStates.find((each) => each === given.state);
  return {
    ...(given.search !== undefined && given.search !== '' && { search: String(given.search) }),
    ...(state && { state }),
  };
}

export interface MessageSearch {
  state?: DeliveryState;
  /** Of the last so many days; absent: of all time. */
  days?: number;
}

function readMessageSearch(given: Record<string, unknown>): MessageSearch {
  const state = deliveryStates.find((each) => each === given.state);
  const days = [1, 7, 30].find((each) => each === given.days);
  return { ...(state && { state }), ...(days && { days }) };
}

// Each page is loaded when somebody goes there.
const routes = root.addChildren([
  createRoute({
    getParentRoute: () => root,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to: '/payments', replace: true });
    },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/sign-in',
    component: lazyRouteComponent(() => import('./pages/sign-in.tsx'), 'SignInPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/reset',
    component: lazyRouteComponent(() => import('./pages/reset.tsx'), 'ResetPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/link',
    component: lazyRouteComponent(() => import('./pages/link.tsx'), 'LinkPage'),
  }),
  shell.addChildren([
    createRoute({
      getParentRoute: () => shell,
      path: '/payments',
      validateSearch: readSearch,
      component: lazyRouteComponent(() => import('./pages/payments.tsx'), 'PaymentsPage'),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/payments/$payment',
      component: lazyRouteComponent(() => import('./pages/payment.tsx'), 'PaymentPage'),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/payouts',
      validateSearch: readPayoutSearch,
      component: lazyRouteComponent(() => import('./pages/payouts.tsx'), 'PayoutsPage'),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/payouts/new',
      component: lazyRouteComponent(() => import('./pages/payout-new.tsx'), 'NewPayoutPage'),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/payouts/file',
      component: lazyRouteComponent(() => import('./pages/payout-file.tsx'), 'PayoutFilePage'),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/payouts/files/$batch',
      component: lazyRouteComponent(() => import('./pages/payout-batch.tsx'), 'PayoutBatchPage'),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/payouts/rules',
      component: lazyRouteComponent(() => import('./pages/payout-rules.tsx'), 'PayoutRulesPage'),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/payouts/$payout',
      component: lazyRouteComponent(() => import('./pages/payout.tsx'), 'PayoutPage'),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/developers',
      component: lazyRouteComponent(() => import('./pages/developers/start.tsx'), 'StartPage'),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/developers/keys',
      component: lazyRouteComponent(() => import('./pages/developers/keys.tsx'), 'KeysPage'),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/developers/webhooks',
      component: lazyRouteComponent(() => import('./pages/developers/webhook.tsx'), 'WebhookPage'),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/developers/messages',
      validateSearch: readMessageSearch,
      component: lazyRouteComponent(() => import('./pages/developers/messages.tsx'), 'MessagesPage'),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/developers/messages/$message',
      component: lazyRouteComponent(() => import('./pages/developers/message.tsx'), 'MessagePage'),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/developers/requests',
      component: lazyRouteComponent(() => import('./pages/developers/requests.tsx'), 'RequestsPage'),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/settings',
      component: lazyRouteComponent(() => import('./pages/settings.tsx'), 'SettingsPage'),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/settlements',
      component: lazyRouteComponent(() => import('./pages/settlements.tsx'), 'SettlementsPage'),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/people',
      component: lazyRouteComponent(() => import('./pages/people.tsx'), 'PeoplePage'),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/account',
      component: lazyRouteComponent(() => import('./pages/account.tsx'), 'AccountPage'),
    }),
  ]),
]);

export const router = createRouter({ routeTree: routes, basepath: '/dashboard' });

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
