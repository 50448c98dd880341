import type { Db, Sql } from '../../base/db/pool.ts';
import { formatAsset } from '../../base/money/asset.ts';
import { assetOn } from '../../chain/chains/networks.ts';
import type { TransferLog } from '../../chain/chains/port/chain.ts';
import type { CustodyChain } from '../../chain/chains/port/custody-chain.ts';
import type { Notation } from '../../chain/chains/port/notation.ts';
import type { OutflowWatch } from '../deposits/watch-deps.ts';
import { knownLogs, logsSince } from './check-custody.ts';
import { logId } from './custody.ts';
import { custodyWallets, hotWallets } from './custody-store.ts';
import { openHotWallets } from './open-wallet.ts';

/** A longer list would not be read. */
const maxNamed = 20;

/** Watches the hot wallets for a network's watcher. */
export function hotWalletOutflows(notation: Notation): OutflowWatch {
  return {
    senders: hotWallets,
    async alarmOf(tx, network, logs) {
      const outflows = await unknownOutflows(tx, network, logs);
      return outflows.length === 0 ? null : outflowAlarm(network, outflows, notation);
    },
  };
}

/** All outflows since the books last agreed with the chain. */
export async function outflowsSinceAgreed(sql: Sql, chain: CustodyChain): Promise<TransferLog[]> {
  const { network } = chain;
  await openHotWallets(sql, chain);
  const wallets = (await custodyWallets(sql, network)).filter(({ place }) => place === 'hot');
  const head = await chain.latestBlock();
  return await unknownOutflows(sql, network, await logsSince(chain, wallets, head.number));
}

/**
 * Transfers out of hot wallets that no payout or sweep made and no person booked, and transfers of payouts or sweeps
 * that were declared failed.
 */
async function unknownOutflows(
  db: Db,
  network: string,
  logs: readonly TransferLog[],
): Promise<TransferLog[]> {
  if (logs.length === 0) return [];
  const wallets = new Set(await hotWallets(db, network));
  // Anybody can make the token log a transfer of zero from any address.
  const out = logs.filter(({ from, to, amountUnits }) => {
    return wallets.has(from) && !wallets.has(to) && amountUnits > 0n;
  });
  if (out.length === 0) return [];
  const known = await knownLogs(db, network, out);
  return out.filter((log) => known.get(logId(log))?.kind.startsWith('failed_') ?? true);
}

function outflowAlarm(
  network: string,
  outflows: readonly TransferLog[],
  notation: Notation,
): { network: string; text: string; advice: string } {
  const amount = (some: bigint) => formatAsset(some, assetOn(network));
  const units = outflows.reduce((sum, { amountUnits }) => sum + amountUnits, 0n);
  const lines = outflows
    .slice(0, maxNamed)
    .map(
      (log) =>
        `${amount(log.amountUnits)} from ${notation.formatAddress(network, log.from)} to ${notation.formatAddress(network, log.to)} in ${notation.formatTransactionHash(network, log.transactionHash)}, block ${log.blockNumber}`,
    );
  return {
    network,
    text: [`${network}: ${amount(units)} left a hot wallet by no payout or sweep`, ...lines].join('\n'),
    advice: `If you moved it yourself: pasarela custody book ${network} hot <transaction>. If not, somebody has the key: stop payouts with pasarela payouts pause network ${network} and move what is left.`,
  };
}
