import { setTimeout } from 'node:timers/promises';
import type { Registry } from 'prom-client';
import type { Directory } from '../accounts/merchants/directory.ts';
import { returnUrlFault } from '../accounts/merchants/return-url.ts';
import type { Authenticator } from '../accounts/merchants/sessions/authenticate.ts';
import type { Sql } from '../base/db/pool.ts';
import type { Logger } from '../base/ground/logger.ts';
import type { Secrets } from '../base/ground/secrets.ts';
import type { RateLimiter } from '../base/http/limits.ts';
import type { App } from '../base/http/server.ts';
import { isAsset } from '../base/money/asset.ts';
import { isLocalCurrency } from '../base/money/local-currency.ts';
import type { Job } from '../base/worker/worker.ts';
import { type ChainReader, createChain, WrongChain } from '../chain/chains/create-chain.ts';
import { networks } from '../chain/chains/networks.ts';
import { notation } from '../chain/chains/notation.ts';
import type { CustodyChain } from '../chain/chains/port/custody-chain.ts';
import type { NodeHealth } from '../chain/chains/rpc/node-pool.ts';
import type { ServedNetwork } from '../chain/chains/served-network.ts';
import { convertPrice, usdToUnitsAtMost } from '../chain/rates/convert.ts';
import { openSources } from '../chain/rates/open-sources.ts';
import { createRateBoard } from '../chain/rates/rate-board.ts';
import type { RateCode, RateSource } from '../chain/rates/rate-source.ts';
import { rateSources as sourceRegistry } from '../chain/rates/registry.ts';
import { accountAddresses } from '../chain/wallets/account-addresses.ts';
import type { Config } from '../config/config.ts';
import { rateVariable } from '../config/crypto-config.ts';
import { custodyJob } from '../crypto/custody/jobs.ts';
import { hotWalletOutflows } from '../crypto/custody/unknown-outflows.ts';
import { lagJob, reconcileJob } from '../crypto/deposits/operator-jobs.ts';
import { createPendingPayments } from '../crypto/deposits/pending-payments.ts';
import { createRateAlarm } from '../crypto/deposits/rate-alarm.ts';
import { watchJob } from '../crypto/deposits/watch-job.ts';
import { createWatcher, ensureCursor } from '../crypto/deposits/watch-network.ts';
import { createAddressReserve } from '../crypto/orders/addresses/reserve-address.ts';
import { shareWallets } from '../crypto/orders/addresses/set-wallet.ts';
import { expireOrdersJob } from '../crypto/orders/jobs.ts';
import { openOrderOfCharge } from '../crypto/orders/open-order.ts';
import type { OutcomeDeps } from '../crypto/orders/outcome/outcome-deps.ts';
import type { OpenPayoutDeps } from '../crypto/payouts/request/open-payout.ts';
import type { Charge } from '../payments/charges/charge.ts';
import { createCryptoActions } from '../surfaces/checkout/crypto/crypto-actions.ts';
import { cryptoCheckoutRoutes } from '../surfaces/checkout/crypto/routes.ts';
import { refundRoutes } from '../surfaces/crypto-api/refund-routes.ts';
import { resolveRoutes } from '../surfaces/crypto-api/resolve-routes.ts';
import { cryptoRoutes } from '../surfaces/crypto-api/routes.ts';
import { noteHeads, watchChains } from '../surfaces/metrics/chain-gauges.ts';
import { watchSuspense } from '../surfaces/metrics/suspense-gauges.ts';

export interface CryptoOptions {
  config: Pick<Config, 'mode' | 'operatorName' | 'crypto' | 'rateLimits' | 'alertEmail' | 'roles'>;
  sql: Sql;
  secrets: Secrets;
  logger: Logger;
  registry: Registry;
  onReached: NonNullable<OutcomeDeps['onReached']>;
  served: ServedNetwork[];
  authenticator: Authenticator;
  directory: Directory;
  limiter: RateLimiter;
  checkoutUrl(): string;
  /** Called when blocks changed orders. */
  onSettled(): void;
  now(): Date;
  /** The reason why the clock cannot be trusted; null: it can. */
  clockFault(): string | null;
}

/** The part of the service that takes crypto payments. */
export interface Crypto {
  /** Dependencies of making a payout. */
  opening: OpenPayoutDeps;
  /** E4, E5, the order's status and the hosted page. */
  register(app: App): void;
  /** Whether charges in this currency can be paid in an asset. */
  isPriced(currency: string): boolean;
  /** Makes the order of a crypto charge; false if the charge ended without one. */
  openOrder(charge: Charge): Promise<boolean>;
  workerJobs: Job[];
  /** Follows the networks; release gives the lead to other processes at once. */
  watch(): { jobs: Job[]; release(): Promise<void> };
  /** The transfer reader of each network. */
  readers: ReadonlyMap<string, CustodyChain>;
  /** The health of the nodes, as this process sees it. */
  nodes(): { network: string; nodes: NodeHealth[] }[];
  close(): Promise<void>;
}

/** A customer's searches for their transaction on one order in ten seconds; each asks a node. */
const searchesPerTenSeconds = 10;

export async function composeCrypto(options: CryptoOptions): Promise<Crypto> {
  const { config, sql, logger, served, limiter, onSettled, now } = options;
  const limits = config.rateLimits;
  const { rateSources, rateRules, localRateRules } = config.crypto;
  const assets = new Set(served.map(({ network }) => network.asset));
  const boards = new Map(
    [...rateSources]
      .filter(([code]) => (isAsset(code) ? assets.has(code) : assets.size > 0))
      .map(([code, list]) => [
        code,
        createRateBoard(code, readSources(list, code), isAsset(code) ? rateRules : localRateRules, logger),
      ]),
  );
  const heads = new Map<string, bigint>();
  const chains = new Map(
    served.map(({ network, rpcUrls, quorum }) => [
      network.id,
      noteHeads(createChain(network, { rpcUrls, quorum }), heads),
    ]),
  );
  watchChains(options.registry, sql, heads);
  watchSuspense(options.registry, sql);
  async function close(): Promise<void> {
    await Promise.all([...boards.values(), ...chains.values()].map((each) => each.close()));
  }
  try {
    await Promise.all(
      served.map(async ({ network, startBlock }) => {
        const chain = chains.get(network.id) as ChainReader;
        await withinStart(chain.network, logger, async () => {
          await chain.checkChain();
          if (config.roles.has('watcher')) await ensureCursor({ sql, chain, startBlock });
        });
      }),
    );
  } catch (error) {
    await close();
    throw error;
  }

  const sharing = await shareWallets(
    sql,
    served.map(({ network }) => network),
    networks,
  );
  for (const network of sharing) logger.info({ network }, 'a deposit wallet is used by another network');

  const rateAlarm = createRateAlarm({ sql, logger, alertEmail: config.alertEmail });
  async function freshRate(code: RateCode) {
    // With a wrong clock an order would end before its time: no rate is held until the clock is right.
    const clockFault = options.clockFault();
    if (clockFault !== null) {
      logger.warn(clockFault);
      return null;
    }
    const rate = await boards.get(code)?.fresh();
    if (!rate) return null;
    await rateAlarm.tell(code, rate);
    if (!('fault' in rate)) return rate;
    logger.warn({ fault: rate.fault, causes: rate.causes }, rate.message);
    return null;
  }
  const settling = { ...notation, sql, now, onReached: options.onReached };
  const alarming = { sql, logger, alertEmail: config.alertEmail };
  const outflows = hotWalletOutflows(notation);
  const addressOf = accountAddresses();

  const opening: OpenPayoutDeps = {
    sql,
    secrets: options.secrets,
    isServed: (asset) => assets.has(asset),
    freshRate,
    toUnits: usdToUnitsAtMost,
    now,
  };

  return {
    opening,
    register(app) {
      cryptoRoutes(app, {
        ...opening,
        authenticator: options.authenticator,
        directory: options.directory,
        limiter,
        perAddress: limits?.perAddress ?? null,
        notation,
        checkoutUrl: options.checkoutUrl,
        returnUrlFault: (url) => returnUrlFault(url, config.mode === 'live'),
      });
      const deciding = {
        ...settling,
        notation,
        secrets: options.secrets,
        authenticator: options.authenticator,
      };
      resolveRoutes(app, deciding);
      refundRoutes(app, deciding);
      const actions = createCryptoActions({
        ...settling,
        chains,
        served,
        networks: new Map(served.map(({ network }) => [network.id, network.asset])),
        freshRate,
        convert: convertPrice,
        pendingUnits: createPendingPayments(chains),
        reserveAddress: createAddressReserve(sql, addressOf),
        async takeSearch(orderId) {
          if (limits) await limiter.take(`search:${orderId}`, searchesPerTenSeconds, now());
        },
        mode: config.mode,
        operatorName: config.operatorName,
      });
      app.register(cryptoCheckoutRoutes(actions));
    },
    isPriced: (currency) => currency === 'USD' || (isLocalCurrency(currency) && boards.has(currency)),
    openOrder: (charge) => openOrderOfCharge(sql, charge, now()),
    workerJobs: [
      rateAlarm.job(boards),
      expireOrdersJob(settling),
      lagJob({ ...alarming, networks: served.map(({ network }) => network), now }),
      ...[...chains.values()].flatMap((chain) => [
        reconcileJob({ ...settling, ...alarming, chain }),
        custodyJob({ ...alarming, chain }),
      ]),
    ],
    watch() {
      const watchers = served.map(({ network, startBlock }) => {
        const chain = chains.get(network.id) as ChainReader;
        return {
          id: network.id,
          watcher: createWatcher({ ...settling, ...alarming, outflows, chain, startBlock, onSettled }),
        };
      });
      return {
        jobs: watchers.map(({ id, watcher }) => watchJob(id, watcher)),
        async release() {
          await Promise.all(watchers.map(({ watcher }) => watcher.release()));
        },
      };
    },
    readers: chains,
    nodes: () => [...chains.values()].map((chain) => ({ network: chain.network, nodes: chain.nodes() })),
    close,
  };
}

function readSources(list: string, code: RateCode): RateSource[] {
  try {
    return openSources(list, code, sourceRegistry);
  } catch (error) {
    // The text after this name is a secret key.
    const given = list.replaceAll(/(openexchangerates:)[^,]*/g, '$1…');
    throw new Error(`${rateVariable(code)}: given "${given}": ${(error as Error).message}.`);
  }
}

/** How long a start waits for nodes to name their network; later users ask them again. */
const checkTimeoutMs = 5_000;

/** A node of another network stops the start; one that does not answer is asked again when it is needed. */
async function withinStart(network: string, logger: Logger, check: () => Promise<void>): Promise<void> {
  try {
    const checking = check();
    const patience = setTimeout(checkTimeoutMs, 'slow', { ref: false });
    if ((await Promise.race([checking, patience])) !== 'slow') return;
    checking.catch((error) => logger.error({ err: error, network }, 'a network cannot be read'));
    logger.warn({ network }, 'no node of this network has answered yet');
  } catch (error) {
    if (error instanceof WrongChain) throw new Error(`${network}_RPC_URLS: ${error.message}`);
    logger.warn({ err: error, network }, 'no node of this network answers');
  }
}
