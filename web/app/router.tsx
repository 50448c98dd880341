import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { type MovementSource, movementSources } from '../../src/commerce/reports/names.ts';
import { type PayoutState, payoutStates } from '../../src/crypto/payouts/dashboard-answer.ts';
import { type DeliveryState, deliveryStates } from '../developers/delivery-states.ts';
import { type PeriodSearch, readPeriodSearch } from '../parts/period-search.ts';
import { readPaymentSearch } from '../payments/payment-search.ts';
import { NotFound, PageFailed } from './not-found.tsx';
import { Shell } from './shell.tsx';

const root = createRootRoute({ component: Outlet });

const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: Shell });

export interface MovementSearch extends PeriodSearch {
  of?: MovementSource;
  asset?: string;
}

function readMovementSearch(given: Record<string, unknown>): MovementSearch {
  const of = movementSources.find((each) => each === given.of);
  const asset = /^[A-Z]{3,4}$/.exec(String(given.asset))?.[0];
  return { ...(of && { of }), ...(asset && { asset }), ...readPeriodSearch(given) };
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
  /** The last N days; absent: all time. */
  days?: number;
  /** The id of a further endpoint; absent: to any address. */
  endpoint?: string;
}

function readMessageSearch(given: Record<string, unknown>): MessageSearch {
  const state = deliveryStates.find((each) => each === given.state);
  const days = [1, 7, 30].find((each) => each === given.days);
  const endpoint = typeof given.endpoint === 'string' ? given.endpoint : null;
  return { ...(state && { state }), ...(days && { days }), ...(endpoint && { endpoint }) };
}

/** The payment link that a new one begins as a copy of. */
function readCopySearch({ from }: Record<string, unknown>): { from?: string } {
  return typeof from === 'string' ? { from } : {};
}

function readSignInSearch({ to }: Record<string, unknown>): { to?: string } {
  return typeof to === 'string' ? { to } : {};
}

// Each page is a chunk that is loaded on first visit.
const routes = root.addChildren([
  createRoute({
    getParentRoute: () => root,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to: '/home', replace: true });
    },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/sign-in',
    validateSearch: readSignInSearch,
    component: lazyRouteComponent(() => import('../account/sign-in.tsx'), 'SignInPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/reset',
    component: lazyRouteComponent(() => import('../account/forgotten-password.tsx'), 'ForgottenPasswordPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/link',
    component: lazyRouteComponent(() => import('../account/one-time-link.tsx'), 'OneTimeLinkPage'),
  }),
  shell.addChildren([
    createRoute({
      getParentRoute: () => shell,
      path: '/home',
      component: lazyRouteComponent(() => import('../home/home.tsx'), 'HomePage'),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/payments',
      validateSearch: readPaymentSearch,
      component: lazyRouteComponent(() => import('../payments/payments.tsx'), 'PaymentsPage'),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/payments/$payment',
      component: lazyRouteComponent(() => import('../payments/payment.tsx'), 'PaymentPage'),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/disputes',
      component: lazyRouteComponent(() => import('../disputes/disputes.tsx'), 'DisputesPage'),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/disputes/$dispute',
      component: lazyRouteComponent(() => import('../disputes/dispute.tsx'), 'DisputePage'),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/overview',
      validateSearch: readPeriodSearch,
      component: lazyRouteComponent(() => import('../balance/overview.tsx'), 'OverviewPage'),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/balances',
      component: lazyRouteComponent(() => import('../balance/balances.tsx'), 'BalancesPage'),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/movements',
      validateSearch: readMovementSearch,
      component: lazyRouteComponent(() => import('../balance/movements.tsx'), 'MovementsPage'),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/operation',
      component: lazyRouteComponent(() => import('../operator/status.tsx'), 'StatusPage'),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/merchants',
      component: lazyRouteComponent(() => import('../operator/merchants.tsx'), 'MerchantsPage'),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/merchants/$merchant',
      component: lazyRouteComponent(() => import('../operator/merchant.tsx'), 'MerchantPage'),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/networks',
      component: lazyRouteComponent(() => import('../operator/networks.tsx'), 'NetworksPage'),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/processors',
      component: lazyRouteComponent(() => import('../operator/processors.tsx'), 'ProcessorsPage'),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/card-cases',
      component: lazyRouteComponent(() => import('../operator/card-cases.tsx'), 'CardCasesPage'),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/card-payouts/$payout',
      component: lazyRouteComponent(() => import('../operator/card-payout.tsx'), 'CardPayoutPage'),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/pauses',
      component: lazyRouteComponent(() => import('../operator/pauses.tsx'), 'PausesPage'),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/checks',
      component: lazyRouteComponent(() => import('../operator/checks.tsx'), 'ChecksPage'),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/checks/$run',
      component: lazyRouteComponent(() => import('../operator/check.tsx'), 'CheckPage'),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/audit',
      component: lazyRouteComponent(() => import('../operator/audit.tsx'), 'AuditPage'),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/links',
      component: lazyRouteComponent(() => import('../payment-links/payment-links.tsx'), 'PaymentLinksPage'),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/links/new',
      validateSearch: readCopySearch,
      component: lazyRouteComponent(
        () => import('../payment-links/new-payment-link.tsx'),
        'NewPaymentLinkPage',
      ),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/links/new-invoice',
      validateSearch: readCopySearch,
      component: lazyRouteComponent(() => import('../payment-links/new-invoice.tsx'), 'NewInvoicePage'),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/links/$link',
      component: lazyRouteComponent(() => import('../payment-links/payment-link.tsx'), 'PaymentLinkPage'),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/links/$link/edit',
      component: lazyRouteComponent(
        () => import('../payment-links/edit-payment-link.tsx'),
        'EditPaymentLinkPage',
      ),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/payouts',
      validateSearch: readPayoutSearch,
      component: lazyRouteComponent(() => import('../payouts/payouts.tsx'), 'PayoutsPage'),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/payouts/new',
      component: lazyRouteComponent(() => import('../payouts/new-payout.tsx'), 'NewPayoutPage'),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/payouts/file',
      component: lazyRouteComponent(() => import('../payouts/payout-file.tsx'), 'PayoutFilePage'),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/payouts/files/$batch',
      component: lazyRouteComponent(() => import('../payouts/payout-batch.tsx'), 'PayoutBatchPage'),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/payouts/rules',
      component: lazyRouteComponent(() => import('../payouts/payout-rules.tsx'), 'PayoutRulesPage'),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/payouts/$payout',
      component: lazyRouteComponent(() => import('../payouts/payout.tsx'), 'PayoutPage'),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/developers',
      component: lazyRouteComponent(() => import('../developers/start.tsx'), 'StartPage'),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/developers/keys',
      component: lazyRouteComponent(() => import('../developers/keys.tsx'), 'KeysPage'),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/developers/webhooks',
      component: lazyRouteComponent(() => import('../developers/webhook.tsx'), 'WebhookPage'),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/developers/messages',
      validateSearch: readMessageSearch,
      component: lazyRouteComponent(() => import('../developers/messages.tsx'), 'MessagesPage'),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/developers/messages/$message',
      component: lazyRouteComponent(() => import('../developers/message.tsx'), 'MessagePage'),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/developers/requests',
      component: lazyRouteComponent(() => import('../developers/requests.tsx'), 'RequestsPage'),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/settings',
      component: lazyRouteComponent(() => import('../settings/settings.tsx'), 'SettingsPage'),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/settlements',
      component: lazyRouteComponent(() => import('../balance/settlements.tsx'), 'SettlementsPage'),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/settlements/$settlement',
      component: lazyRouteComponent(() => import('../balance/settlement.tsx'), 'SettlementPage'),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/people',
      component: lazyRouteComponent(() => import('../people/people.tsx'), 'PeoplePage'),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: '/account',
      component: lazyRouteComponent(() => import('../account/account.tsx'), 'AccountPage'),
    }),
  ]),
]);

export const router = createRouter({
  routeTree: routes,
  basepath: '/dashboard',
  defaultNotFoundComponent: NotFound,
  defaultErrorComponent: PageFailed,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
