import type { Db, Sql } from '../../base/db/pool.ts';
import type { Block, TransferLog } from '../../chain/chains/port/chain.ts';
import type { CustodyChain } from '../../chain/chains/port/custody-chain.ts';
import { lastBlockUntil } from '../deposits/gaps/find-block.ts';
import { confirmedGaps, type Gap, suspectedGaps } from '../deposits/gaps/gap-store.ts';
import { findRecorded } from '../orders/transfers/transfer-store.ts';
import {
  agreedBlock,
  type CustodyReport,
  type CustodyWallet,
  type KnownLog,
  logId,
  type Part,
  type PlaceReport,
  partsOfPlace,
  placeReport,
} from './custody.ts';
import {
  addressUnits,
  bookedUnits,
  custodyWallets,
  knownTransactions,
  movingAddresses,
  orderMadeAt,
  saveAgreed,
  unpostedDeposits,
} from './custody-store.ts';
import { openHotWallets } from './open-wallet.ts';

export interface CustodyDeps {
  sql: Sql;
  chain: CustodyChain;
}

/** Attempts to find a moment in which neither the chain nor the books change. */
const maxTries = 8;
/** A longer list would not be read. */
const maxNamed = 200;
/** Each gap costs several requests to a node. */
const maxGapsExplained = 20;

/**
 * Compares the ledger with the chain for each place of a network and names the transactions that make up the
 * difference. Deposit addresses are not read here: their differences come from the `reconcile-deposits` round.
 */
export async function checkCustody(deps: CustodyDeps): Promise<CustodyReport> {
  const { sql, chain } = deps;
  await openHotWallets(sql, chain);
  const final = await chain.finalizedBlock();
  const { head, hot, treasury, wallets } = await checkWallets(deps);
  for (const report of [hot, treasury]) {
    const block = agreedBlock(report, final.number);
    const ofPlace = wallets.filter(({ place }) => place === report.place);
    if (block !== null && ofPlace.length > 0) await saveAgreed(sql, chain.network, ofPlace, block);
  }
  const deposits = await checkDeposits(deps, head);
  return { network: chain.network, headNumber: head.number, places: [deposits, hot, treasury] };
}

interface WalletsLook {
  head: Block;
  wallets: CustodyWallet[];
  hot: PlaceReport;
  treasury: PlaceReport;
}

/**
 * Tron nodes report balances of their newest block only, and the ledger is as of now. Both are therefore read twice,
 * and a reading counts if neither changed meanwhile. Transfers that the books have not posted by then are named by
 * their log.
 */
async function checkWallets({ sql, chain }: CustodyDeps): Promise<WalletsLook> {
  const { network } = chain;
  for (let tries = 1; ; tries++) {
    const wallets = await custodyWallets(sql, network);
    const before = await bookedUnits(sql, network);
    const start = await chain.latestBlock();
    const held = new Map<string, bigint>();
    for (const { address } of wallets) held.set(address, await chain.tokenBalance(address));
    const head = await chain.latestBlock();
    const logs = await logsSince(chain, wallets, head.number);
    const { booked, known } = await snapshot(sql, network, logs);
    const isStill =
      start.hash === head.hash && before.hot === booked.hot && before.treasury === booked.treasury;
    if (!isStill && tries < maxTries) continue;
    const report = (place: 'hot' | 'treasury'): PlaceReport => {
      const own = wallets.filter((wallet) => wallet.place === place);
      const opening = own.reduce((sum, { openingUnits }) => sum + openingUnits, 0n);
      const heldUnits = own.reduce((sum, { address }) => sum + (held.get(address) ?? 0n), 0n);
      return placeReport(
        place,
        booked[place] + opening,
        heldUnits,
        partsOfPlace(place, wallets, logs, known),
      );
    };
    return { head, wallets, hot: report('hot'), treasury: report('treasury') };
  }
}

/** The transfers of these wallets since the books last agreed with the chain. */
export async function logsSince(
  chain: CustodyChain,
  wallets: readonly CustodyWallet[],
  headNumber: bigint,
): Promise<TransferLog[]> {
  if (wallets.length === 0) return [];
  const agreed = wallets.map((wallet) => wallet.agreedBlock).toSorted((a, b) => (a < b ? -1 : 1));
  const from = (agreed[0] as bigint) + 1n;
  if (from > headNumber) return [];
  const addresses = wallets.map(({ address }) => address);
  return await chain.transfersWith(addresses, from, headNumber);
}

/** The books at one moment: the units in each place, and which of these logs are posted. */
async function snapshot(
  sql: Sql,
  network: string,
  logs: readonly TransferLog[],
): Promise<{ booked: Awaited<ReturnType<typeof bookedUnits>>; known: Map<string, KnownLog> }> {
  return await sql.begin('ISOLATION LEVEL REPEATABLE READ READ ONLY', async (tx) => ({
    booked: await bookedUnits(tx, network),
    known: await knownLogs(tx, network, logs),
  }));
}

export async function knownLogs(
  db: Db,
  network: string,
  logs: readonly TransferLog[],
): Promise<Map<string, KnownLog>> {
  const rows = await knownTransactions(
    db,
    network,
    logs.map(({ transactionHash }) => transactionHash),
  );
  const known = new Map<string, KnownLog>();
  for (const log of logs) {
    const own = rows.filter(
      ({ hash, logIndex }) =>
        hash === log.transactionHash && (logIndex === null || logIndex === log.logIndex),
    );
    // A person may have booked the transfer of a failed payout.
    const found = own.find(({ isPosted }) => isPosted) ?? own[0];
    if (found) known.set(logId(log), found);
  }
  return known;
}

/** Compares the ledger with the recorded transfers, and those with the chain, address by address. */
async function checkDeposits({ sql, chain }: CustodyDeps, head: Block): Promise<PlaceReport> {
  const { network } = chain;
  const { booked, atAddresses, unposted, moving, gaps } = await sql.begin(
    'ISOLATION LEVEL REPEATABLE READ READ ONLY',
    async (tx) => ({
      booked: (await bookedUnits(tx, network)).deposits,
      atAddresses: await addressUnits(tx, network),
      unposted: await unpostedDeposits(tx, network, maxNamed),
      moving: await movingAddresses(tx, network),
      gaps: [...(await confirmedGaps(tx, network)), ...(await suspectedGaps(tx, network))],
    }),
  );
  const parts: Part[] = unposted.map(({ hash, orderId, units, blockNumber }) => ({
    kind: 'deposit',
    units,
    hash,
    subject: orderId,
    blockNumber,
  }));
  for (const { itemId, address, units, hash } of moving) {
    const difference = (await chain.tokenBalance(address)) - units;
    if (difference !== 0n) {
      parts.push({ kind: 'sweep', units: difference, hash, subject: itemId, blockNumber: null });
    }
  }
  for (const [at, gap] of gaps.entries()) {
    parts.push(...(at < maxGapsExplained ? await explainGap({ sql, chain }, gap, head) : [wholeGap(gap)]));
  }
  const differing = parts.reduce((sum, { units }) => sum + units, 0n);
  return placeReport('deposits', booked, atAddresses + differing, parts);
}

/** The unrecorded transfers of an address. A remainder that they do not explain becomes a part of its own. */
async function explainGap({ sql, chain }: CustodyDeps, gap: Gap, head: Block): Promise<Part[]> {
  const { network } = chain;
  const madeAt = await orderMadeAt(sql, gap.merchantId, gap.orderId);
  const from = madeAt === null ? 0n : await lastBlockUntil(chain, madeAt, head.number);
  const logs = await chain.transfersWith([gap.address], from < 0n ? 0n : from, head.number);
  const known = await knownLogs(sql, network, logs);
  const order = { merchantId: gap.merchantId, orderId: gap.orderId };
  const recorded = await findRecorded(
    sql,
    network,
    logs.map((log) => ({ log, order })),
  );
  const parts = logs
    .filter((log) => !known.has(logId(log)) && !recorded.has(logId(log)) && log.amountUnits > 0n)
    .map((log): Part => {
      const isOut = log.from === gap.address;
      return {
        kind: isOut ? 'unknown_out' : 'unknown_in',
        units: isOut ? -log.amountUnits : log.amountUnits,
        hash: log.transactionHash,
        subject: gap.address,
        blockNumber: log.blockNumber,
      };
    });
  const rest = wholeGap(gap).units - parts.reduce((sum, { units }) => sum + units, 0n);
  return rest === 0n ? parts : [...parts, { ...wholeGap(gap), units: rest }];
}

function wholeGap({ address, heldUnits, expectedUnits }: Gap): Part {
  return {
    kind: 'address',
    units: heldUnits - expectedUnits,
    hash: null,
    subject: address,
    blockNumber: null,
  };
}
