import { methods } from '../../accounts/methods/methods.ts';
import type { Sql } from '../../base/db/pool.ts';
import { type Secrets, UnreadableSecret } from '../../base/ground/secrets.ts';
import type { PaymentProcessor, ProcessorKind } from '../charges/payment-processor.ts';
import {
  accountName,
  type PaymentProcessors,
  type ProcessorAccount,
  type Route,
} from '../charges/payment-processors.ts';
import { absentProcessor } from './absent-processor.ts';
import { type CardAccount, readAccounts, readRules } from './accounts-store.ts';
import { createBreaker } from './breaker.ts';
import type { ProcessorEntry } from './entry.ts';
import type { ProcessorName } from './names.ts';
import { type RouteRule, routeBy } from './routing.ts';
import { type ProcessorSetup, readAccountSettings } from './settings.ts';

export interface PaymentProcessorsOptions {
  sql: Sql;
  secrets: Secrets;
  /** Every known processor. */
  registry: Readonly<Record<ProcessorName, ProcessorEntry<never>>>;
  /** All processors that can be called, with their settings. */
  setups: readonly ProcessorSetup[];
  /** The processors that take new payments, in their default order. */
  used: readonly ProcessorName[];
  /** Whether our page may take cards for a processor that has a page of its own. */
  direct: boolean;
  live: boolean;
  now(): Date;
}

/** Changes made by the command line take effect after this time at the latest. */
const freshMs = 5_000;

type RoutedCharge = Parameters<PaymentProcessors['routesOf']>[0];

type Kinds = Partial<Record<ProcessorKind, PaymentProcessor>>;

type OpenAccount = CardAccount & { kinds: Kinds };

/** Merchants' own accounts and rules. */
interface Own {
  accounts: Map<string, OpenAccount>;
  /** The accounts that new payments use. */
  currentOf: Map<string, OpenAccount[]>;
  rules: Map<string | null, RouteRule[]>;
}

export function openPaymentProcessors(options: PaymentProcessorsOptions): PaymentProcessors {
  const { sql, used, direct, now } = options;
  const breaker = createBreaker(now);

  function openKinds({ name, settings }: ProcessorSetup): Kinds {
    const entry = options.registry[name];
    return Object.fromEntries(entry.kinds.map((kind) => [kind, entry.open(settings as never, kind)]));
  }

  const installed = new Map<string, Kinds>(options.setups.map((setup) => [setup.name, openKinds(setup)]));
  const opened = new Map<string, Kinds>();
  let own: { read: Promise<Own>; atMs: number } | null = null;

  /** An opened account is reused until it changes, because it keeps connections. */
  function openAccount(account: CardAccount): Kinds {
    const key = `${account.id} ${account.changedAt.getTime()}`;
    const before = opened.get(key);
    if (before) return before;
    const { processor: name } = account;
    const values = openSettings(account);
    const read = name === 'sandbox' || !values ? null : readAccountSettings(name, values, options.live);
    const kinds = read && 'settings' in read ? openKinds({ name, settings: read.settings }) : {};
    opened.set(key, kinds);
    return kinds;
  }

  /** An account whose seal no key opens is ignored: the remaining ones still work. */
  function openSettings({ settingsSealed }: CardAccount): Record<string, string> | null {
    try {
      return JSON.parse(options.secrets.open(settingsSealed, 'card-account'));
    } catch (error) {
      if (error instanceof UnreadableSecret) return null;
      throw error;
    }
  }

  async function readOwn(): Promise<Own> {
    const [stored, rules] = await Promise.all([readAccounts(sql), readRules(sql)]);
    const accounts = stored.map((account) => ({ ...account, kinds: openAccount(account) }));
    return {
      accounts: new Map(accounts.map((account) => [account.id, account])),
      currentOf: Map.groupBy(
        accounts.filter(({ isCurrent }) => isCurrent),
        ({ merchantId }) => merchantId,
      ),
      rules,
    };
  }

  /** Merchants' own accounts and rules, cached for `freshMs`. */
  function ownOnes(): Promise<Own> {
    const nowMs = Date.now();
    if (own && nowMs - own.atMs <= freshMs) return own.read;
    const reading = { read: readOwn(), atMs: nowMs };
    own = reading;
    reading.read.catch(() => {
      own = null;
    });
    return reading.read;
  }

  /** The kind that new payments use: direct if allowed, or if there is no other. */
  function preferred(kinds: Kinds): PaymentProcessor | undefined {
    return (
      (direct ? kinds.direct : kinds.hosted) ??
      kinds.hosted ??
      (kinds.direct?.name === 'sandbox' ? kinds.direct : undefined)
    );
  }

  function routesBy({ currentOf, rules }: Own, charge: RoutedCharge, brand: string | null): Route[] {
    const { merchantId } = charge;
    const mine = currentOf.get(merchantId) ?? [];
    const { id: chargeId, amount, country, method } = charge;
    const payment = { chargeId, amount, country, method, brand };
    const byMerchant = routeBy(rules.get(merchantId) ?? [], payment);
    const byInstallation = byMerchant ? null : routeBy(rules.get(null) ?? [], payment);
    const { order, why } = (byMerchant && { ...byMerchant, why: `the merchant's ${byMerchant.why}` }) ??
      (byInstallation && { ...byInstallation, why: `the installation's ${byInstallation.why}` }) ?? {
        order: mine.length === 0 ? used : [...new Set([...mine.map(({ processor }) => processor), ...used])],
        why: 'the usual order',
      };
    const routes = order.flatMap((name): Route[] => {
      const account = mine.find(({ processor }) => processor === name);
      const isUsed = account !== undefined || used.some((each) => each === name);
      const kinds = account?.kinds ?? installed.get(name) ?? {};
      const processor =
        methods[charge.method].way === 'card' ? preferred(kinds) : (kinds.hosted ?? kinds.direct);
      if (!isUsed || !processor?.methods.includes(charge.method)) return [];
      if (processor.refuses(charge) !== null) return [];
      if (charge.capture === 'manual' && !processor.authorizations?.takes(charge)) return [];
      const whose = account ? `${why}, on the merchant's own account` : why;
      return [{ processor, accountId: account?.id ?? null, why: whose }];
    });
    const failing = routes.filter((route) => breaker.isFailing(accountName(route)));
    if (failing.length === 0) return routes;
    const passed = failing.map(({ processor }) => `${processor.name} is failing`).join(', ');
    return [
      ...routes
        .filter((route) => !failing.includes(route))
        .map((route) => ({ ...route, why: `${route.why}; ${passed}` })),
      // A processor that failed a moment ago is better than none.
      ...failing,
    ];
  }

  return {
    async routesOf(charge, brand) {
      return routesBy(await ownOnes(), charge, brand);
    },

    methods: new Set(
      used.flatMap((name) => {
        const kinds = installed.get(name);
        return (kinds?.hosted ?? kinds?.direct)?.methods ?? [];
      }),
    ),

    async of({ processor: name, kind, accountId }) {
      if (accountId === null) return byKind(installed.get(name), name, kind);
      const { accounts } = await ownOnes();
      return byKind(accounts.get(accountId)?.kinds, name, kind);
    },

    async accounts() {
      const { accounts } = await ownOnes();
      const all = [
        ...[...installed.values()].map((kinds) => ({ kinds, id: null, merchantId: null })),
        ...accounts.values(),
      ];
      return all.flatMap(({ kinds, id: accountId, merchantId }): ProcessorAccount[] => {
        const processor = kinds.hosted ?? kinds.direct;
        return processor ? [{ processor, accountId, merchantId }] : [];
      });
    },

    async notified(name, merchantId) {
      const its =
        merchantId === null
          ? [{ kinds: installed.get(name) ?? {}, id: null }]
          : [...(await ownOnes()).accounts.values()]
              .filter((account) => account.merchantId === merchantId && account.processor === name)
              .sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
      return its.flatMap(({ kinds, id: accountId }): ProcessorAccount[] => {
        const processor = kinds.hosted ?? kinds.direct;
        return processor ? [{ processor, accountId, merchantId }] : [];
      });
    },

    // Noted per account, so that one merchant's expired keys affect no other merchant.
    note: (route, outcome) => breaker.note(accountName(route), outcome),
    health: () =>
      used.map((processor) => ({
        processor,
        isFailing: breaker.isFailing(processor),
        last: breaker.last(processor),
      })),
  };
}

/** Requests that both kinds can answer may use either kind. */
function byKind(kinds: Kinds | undefined, name: string, kind: ProcessorKind): PaymentProcessor {
  return kinds?.[kind] ?? kinds?.hosted ?? kinds?.direct ?? absentProcessor(name, kind);
}
