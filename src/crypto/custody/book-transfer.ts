import { appendAudit } from '../../accounts/audit/audit-log.ts';
import { postEntry } from '../../accounts/ledger/ledger.ts';
import { newId } from '../../base/db/ids.ts';
import type { Sql } from '../../base/db/pool.ts';
import { PasarelaError } from '../../base/ground/errors.ts';
import { assetOn } from '../../chain/chains/networks.ts';
import { notation } from '../../chain/chains/notation.ts';
import type { TransferLog } from '../../chain/chains/port/chain.ts';
import type { CustodyChain } from '../../chain/chains/port/custody-chain.ts';
import type { PayoutChain } from '../../chain/chains/port/payout-chain.ts';
import { matchAddresses } from '../orders/transfers/transfer-store.ts';
import { explainNonce } from '../sending/account-standing.ts';
import { adoptSweep } from '../sweeps/adopt-sweep.ts';
import { checkCustody, knownLogs } from './check-custody.ts';
import { type CustodyWallet, type KnownLog, logId } from './custody.ts';
import { custodyWallets, insertBooking } from './custody-store.ts';
import { openHotWallets } from './open-wallet.ts';
import { type WalletEntry, walletEntry } from './wallet-entry.ts';

export interface BookRequest {
  place: 'hot' | 'treasury';
  transactionHash: string;
  by: string;
  note: string;
}

export interface Booked {
  /** swept: from a deposit address, by a sweep that only a lost database knew. */
  kind: WalletEntry['kind'] | 'swept';
  units: bigint;
  log: TransferLog;
}

/**
 * Books wallet transfers that this installation did not make: the operator's own money came in, went out, or moved
 * between the hot wallet and the treasury. A transfer from a deposit address is booked as the sweep that it was. Books
 * each log once, and only when it is final.
 */
export async function bookTransfer(
  deps: {
    sql: Sql;
    chain: CustodyChain;
    payoutChain: Pick<PayoutChain, 'chainName' | 'nonceOf'>;
    now(): Date;
  },
  request: BookRequest,
): Promise<Booked[]> {
  const { sql, chain } = deps;
  const { network } = chain;
  await openHotWallets(sql, chain);
  const wallets = await custodyWallets(sql, network);
  const final = await chain.finalizedBlock();
  const all = await chain.transfersOf(request.transactionHash);
  if (all === null) throw refusal('No block has this transaction.');
  const places = new Map(wallets.map((wallet) => [wallet.address, wallet.place]));
  const touching = all.filter(({ from, to }) => [places.get(from), places.get(to)].includes(request.place));
  if (touching.length === 0) {
    throw refusal(
      `This transaction moves no ${assetOn(network)} from or to ${describe(request.place, wallets)}.`,
    );
  }
  if (touching.some(({ blockNumber }) => blockNumber > final.number)) {
    throw refusal('This transaction is not final yet: book it when it is.');
  }
  const known = await knownLogs(sql, network, touching);
  const open = touching.filter(
    (log) => !isOwn(known.get(logId(log))) && places.get(log.from) !== places.get(log.to),
  );
  const [first] = touching;
  if (open.length === 0) {
    const found = first && known.get(logId(first));
    throw refusal(
      found === undefined
        ? 'It goes from one wallet of this place to another, which changes nothing in the books.'
        : found.kind === 'booked'
          ? 'It is booked already.'
          : `It belongs to ${found.kind === 'payout' ? 'payout' : 'sweep item'} ${found.subject}, which is booked by itself.`,
    );
  }
  await requireMissing(deps, request);
  const senders = open.map(({ from }) => from);
  const deposits = await matchAddresses(sql, network, senders);
  const used = await deps.payoutChain.nonceOf(request.transactionHash);
  return await sql.begin(async (tx) => {
    const booked: Booked[] = [];
    for (const log of open) {
      const id = newId();
      const { by, note } = request;
      const isNew = await insertBooking(tx, network, {
        id,
        hash: log.transactionHash,
        logIndex: log.logIndex,
        by,
        note,
        at: deps.now(),
      });
      if (!isNew) continue;
      const [order, to] = [deposits.get(log.from), places.get(log.to)];
      const sweep = { network, log, id, by, at: deps.now() };
      if (order && to && (await adoptSweep(tx, { ...sweep, place: to }, order))) {
        booked.push({ kind: 'swept', units: log.amountUnits, log });
        continue;
      }
      const entry = walletEntry(network, id, log.amountUnits, places.get(log.from), places.get(log.to));
      await postEntry(tx, entry);
      booked.push({ kind: entry.kind, units: log.amountUnits, log });
    }
    // Once the nonce is recorded, the key that sent it is in step with the books again.
    if (used && places.get(used.wallet) === 'hot') {
      const account = { chain: deps.payoutChain.chainName, wallet: used.wallet };
      const word = {
        nonce: used.nonce,
        hash: request.transactionHash,
        person: request.by,
        note: request.note,
      };
      await explainNonce(tx, account, word, deps.now());
    }
    const details = {
      place: request.place,
      note: request.note,
      transactionHash: notation.formatTransactionHash(network, request.transactionHash),
      entries: booked.map(({ kind, units }) => ({ kind, units })),
    };
    const subject = `network ${network}`;
    await appendAudit(tx, { actor: request.by, act: 'custody_booked', subject, details }, deps.now());
    return booked;
  });
}

/**
 * Own transfers are posted automatically. A failed transfer whose money was given back is not, even if the chain moved
 * it.
 */
function isOwn(known: KnownLog | undefined): boolean {
  return known !== undefined && !known.kind.startsWith('failed_');
}

/**
 * Only transfers that the books lack may be booked. A treasury's opening balance and a sandbox's first funds are
 * already in the books.
 */
async function requireMissing(
  deps: { sql: Sql; chain: CustodyChain },
  { place, transactionHash }: BookRequest,
): Promise<void> {
  const { places } = await checkCustody(deps);
  const report = places.find((each) => each.place === place);
  const isNamed = report?.parts.some(({ hash }) => hash === transactionHash);
  if (!isNamed && report?.unexplainedUnits === 0n) {
    throw refusal(`The books have it: ${place} wallets hold what is booked without it.`);
  }
}

function describe(place: string, wallets: readonly CustodyWallet[]): string {
  return wallets.some((wallet) => wallet.place === place)
    ? `a ${place} wallet`
    : `the ${place}: there is none`;
}

function refusal(message: string): PasarelaError {
  return new PasarelaError('not_found', message);
}
