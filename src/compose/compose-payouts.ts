import type { Registry } from 'prom-client';
import type { Authenticator } from '../accounts/merchants/sessions/authenticate.ts';
import type { Sql } from '../base/db/pool.ts';
import type { Logger } from '../base/ground/logger.ts';
import type { Secrets } from '../base/ground/secrets.ts';
import type { RateLimiter } from '../base/http/limits.ts';
import type { App } from '../base/http/server.ts';
import type { Job } from '../base/worker/worker.ts';
import { createPayoutChain } from '../chain/chains/create-payout-chain.ts';
import { networkById } from '../chain/chains/networks.ts';
import { notation } from '../chain/chains/notation.ts';
import type { CustodyChain } from '../chain/chains/port/custody-chain.ts';
import type { PayoutChain } from '../chain/chains/port/payout-chain.ts';
import type { ServedNetwork } from '../chain/chains/served-network.ts';
import { openSigner } from '../chain/signers/registry.ts';
import { type Signer, SignerUnavailable } from '../chain/signers/signer.ts';
import type { Config } from '../config/config.ts';
import { heldOutcomesJob } from '../crypto/custody/held-job.ts';
import { createStanding, isOnHold, type WalletStanding } from '../crypto/custody/wallet-standing.ts';
import { claimHashes } from '../crypto/payouts/claim/claim.ts';
import { expirePayoutsJob } from '../crypto/payouts/jobs.ts';
import { createSender, payoutJob } from '../crypto/payouts/sending/send-payouts.ts';
import { createPayoutActions } from '../surfaces/checkout/payout/payout-actions.ts';
import { payoutCheckoutRoutes } from '../surfaces/checkout/payout/routes.ts';
import { payoutRoutes } from '../surfaces/crypto-api/payout-routes.ts';
import { createWalletWatch, type Holding, watchHotWallets } from '../surfaces/metrics/wallet-gauges.ts';

export interface PayoutsOptions {
  config: Config;
  sql: Sql;
  secrets: Secrets;
  logger: Logger;
  registry: Registry;
  served: ServedNetwork[];
  /** The transfer reader of each network. */
  readers: ReadonlyMap<string, CustodyChain>;
  authenticator: Authenticator;
  limiter: RateLimiter;
  mayLeave(): Promise<boolean>;
  checkoutUrl(): string;
  now(): Date;
}

/** The part of the service that pays out. */
export interface Payouts {
  /** The cancellation of a payout and the recipient's page. */
  register(app: App): void;
  /** Expires unconfirmed payouts and sends confirmed ones; release lets another process send at once. */
  work(): { jobs: Job[]; release(): Promise<void> };
  /** The balances of the hot wallets, if this process reads them. */
  wallets(): Holding[];
  close(): Promise<void>;
}

/** Invalid claim URLs from one address in ten seconds: nobody mistypes that often. */
const missesPerTenSeconds = 20;
/** Forms sent on one payout's page in ten seconds; some ask a node, some mail a code. */
const formsPerTenSeconds = 20;

/** A transaction that waits for this many blocks is replaced by fee. */
const patienceBlocks = 4;
/** On networks with faster blocks, nodes are still polled no more often, and nothing is replaced by fee sooner. */
const leastBlockMs = 2_000;
/** The block time of the sandbox's chains. */
const localBlockMs = 1_000;
/** Delays of payouts that pass by themselves within this time are not reported. */
const alarmAfterMs = 60_000;

/** Without keys payouts are still made and confirmed, but not sent. */
const noSigner: Signer = {
  addressOn: async () => null,
  sign: () => Promise.reject(new SignerUnavailable('SIGNER is not set')),
  close: async () => {},
};

export async function composePayouts(options: PayoutsOptions): Promise<Payouts> {
  const { config, sql, logger, served, limiter, now } = options;
  const limits = config.rateLimits;
  // Only senders have the keys.
  const keys = config.roles.has('worker') ? config.payouts.signer : null;
  const signer = keys ? await openSigner(keys) : noSigner;
  const chains = new Map(served.map((each) => [each.network.id, createPayoutChain(each, config.payouts)]));
  const standings = new Map(
    [...chains].map(([id, chain]) => [
      id,
      createStanding({ sql, chain, reader: options.readers.get(id) as CustodyChain }),
    ]),
  );
  // The balances are the same everywhere, and senders have the nodes at hand anyway.
  const wallets = config.roles.has('worker') ? createWalletWatch(sql, served, chains) : null;
  if (wallets) watchHotWallets(options.registry, wallets);
  return {
    wallets: wallets ?? (() => []),
    register(app) {
      const mailing = {
        hashes: claimHashes(options.secrets),
        formatAddress: notation.formatAddress,
        networkTitle: (network: string) => networkById(network)?.title ?? network,
      };
      payoutRoutes(app, {
        ...mailing,
        sql,
        notation,
        checkoutUrl: options.checkoutUrl,
        secrets: options.secrets,
        authenticator: options.authenticator,
        now,
      });
      const actions = createPayoutActions({
        sql,
        chains,
        isOnHold: (network) => isOnHold(sql, standings.get(network), network),
        served,
        ...mailing,
        async takeMiss(clientAddress) {
          if (limits) await limiter.take(`payout-miss:${clientAddress}`, missesPerTenSeconds, now());
        },
        async takeForm(payoutId) {
          if (limits) await limiter.take(`payout-form:${payoutId}`, formsPerTenSeconds, now());
        },
        now,
        mode: config.mode,
        operatorName: config.operatorName,
      });
      app.register(payoutCheckoutRoutes(actions));
    },
    work() {
      const senders = served.map(({ network, isPublic }) => {
        const blockMs = isPublic ? Math.max(leastBlockMs, network.blockSeconds * 1000) : localBlockMs;
        const chain = chains.get(network.id) as PayoutChain;
        const pace = { paceMs: blockMs, patienceMs: patienceBlocks * blockMs, alarmAfterMs };
        return createSender({
          sql,
          chain,
          signer,
          standing: standings.get(network.id) as WalletStanding,
          notation,
          logger,
          alertEmail: config.alertEmail,
          ...pace,
          mayLeave: options.mayLeave,
          now,
        });
      });
      return {
        jobs: [
          expirePayoutsJob({ sql, notation, now }),
          heldOutcomesJob({ sql, notation, logger, alertEmail: config.alertEmail, now }),
          ...senders.map((sender, at) => payoutJob((served[at] as ServedNetwork).network.id, sender)),
        ],
        async release() {
          await Promise.all(senders.map((sender) => sender.release()));
        },
      };
    },
    async close() {
      await Promise.all([signer.close(), ...[...chains.values()].map((chain) => chain.close())]);
    },
  };
}
