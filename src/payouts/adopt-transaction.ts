import { appendAudit } from '../audit/audit-log.ts';
import type { Chain } from '../chains/port/chain.ts';
import type { Notation } from '../chains/port/notation.ts';
import type { PayoutChain } from '../chains/port/payout-chain.ts';
import type { Sql, Tx } from '../db/pool.ts';
import { PasarelaError } from '../ground/errors.ts';
import { hotWalletsOf } from '../sending/hot-wallets.ts';
import { isStranded, nextNumber, type Sending } from '../sending/sending.ts';
import { insertFound, insertSendings, lockSendings, markFinal } from '../sending/store.ts';
import { getPayout } from './get-payout.ts';
import { isRestored } from './pauses.ts';
import { payoutSendings } from './payout-sendings.ts';
import { takeFromQueue } from './queue-store.ts';
import { refundSendings } from './refund-sendings.ts';
import { lockPayout, type Payout } from './store.ts';

export interface AdoptDeps {
  sql: Sql;
  notation: Notation;
  /** Of the payout's network. */
  chain: Pick<Chain, 'transfersOf'>;
  payoutChain: PayoutChain;
  now(): Date;
}

/**
 * Ends a payout by a transaction that sent it after the backup from which the database was restored, so that it is not sent
 * once more. The chain must have it for good, from a hot wallet, to the payout's address and of its amount.
 */
export async function adoptTransaction(
  deps: AdoptDeps,
  payoutId: string,
  hash: string,
  { person, note }: { person: string; note: string },
): Promise<Payout> {
  const { sql, payoutChain } = deps;
  const { network } = payoutChain;
  if (!(await isRestored(sql))) throw refusal('Nothing is to be adopted: this database was not restored.');
  const payout = await getPayout(sql, payoutId);
  const { address, amountUnits } = payout;
  if (payout.network !== network || address === null) throw refusal(`This payout is not one on ${network}.`);
  const wallets = new Set((await hotWalletsOf(sql, network)).map((wallet) => wallet.address));
  const logs = (await deps.chain.transfersOf(hash)) ?? [];
  const log = logs.find(
    ({ from, to, amountUnits: units }) => wallets.has(from) && to === address && units === amountUnits,
  );
  if (!log) throw refusal("No hot wallet sent this payout's amount to its address in this transaction.");
  const transfer = { wallet: log.from, to: address, amountUnits };
  const fate = await payoutChain.fateOf([{ hash, nonce: null, expiresAt: null }], transfer);
  if (fate.kind !== 'mined' || !fate.isFinal)
    throw refusal('This transaction is not final yet: repeat it then.');
  const { outcome } = fate;
  if (outcome !== 'transferred') throw refusal('This transaction does not show the transfer.');

  const now = deps.now();
  await sql.begin(async (tx) => {
    await requireUnknown(tx, network, hash);
    const sending = await makeSending(tx, payout, log.from, now);
    const { merchantId, id } = payout;
    const number = nextNumber(sending);
    const account = { chain: payoutChain.chainName, wallet: log.from };
    await insertFound(tx, network, account, { merchantId, id, number }, hash, now);
    const { blockNumber, networkFee } = fate;
    await markFinal(tx, [{ merchantId, id, number, blockNumber, networkFee }], now);
    const user = payout.kind === 'refund' ? refundSendings(deps) : payoutSendings(deps);
    await user.ended(tx, [{ sending, fate: { ...fate, outcome } }], now);
    const transactionHash = deps.notation.formatTransactionHash(network, hash);
    const details = { merchantId, transactionHash, note };
    await appendAudit(tx, { actor: person, act: 'payout_adopted', subject: `payout ${id}`, details }, now);
  });
  return await getPayout(sql, payoutId);
}

/** One transaction pays one debt: neither another payout's, nor one that a person has entered already. */
async function requireUnknown(tx: Tx, network: string, hash: string): Promise<void> {
  const bytes = Buffer.from(hash.slice(2), 'hex');
  const known = await tx`
    SELECT FROM outgoing_transactions WHERE hash = ${bytes} AND network = ${network}
     UNION ALL
    SELECT FROM custody_bookings WHERE transaction_hash = ${bytes} AND network = ${network}`;
  if (known.length > 0) throw refusal('The books have this transaction already.');
}

/** Of a payout in the queue, or of one under way of which nothing can be in a block. */
async function makeSending(tx: Tx, { merchantId, id }: Payout, wallet: string, now: Date): Promise<Sending> {
  const [known] = await lockSendings(tx, [{ merchantId, id }]);
  const payout = await lockPayout(tx, merchantId, id);
  if (known && !isStranded(known)) {
    throw refusal(
      'A transaction of this payout is still followed: let a worker run, and repeat it when it is given up.',
    );
  }
  const { network, address, amountUnits, kind } = payout as Payout;
  if (network === null || address === null) throw refusal('This payout has no address.');
  if (known) return known;
  if ((await takeFromQueue(tx, wallet, [{ merchantId, id }])).size === 0) {
    throw refusal(
      `This payout is ${payout?.status}: only one that is queued or under way can have been sent.`,
    );
  }
  const sending = { merchantId, id, purpose: kind, to: address, amountUnits };
  await insertSendings(tx, { network, name: 'hot' }, wallet, [sending], now);
  return { ...sending, wallet, transactions: [] };
}

function refusal(message: string): PasarelaError {
  return new PasarelaError('not_found', message);
}
