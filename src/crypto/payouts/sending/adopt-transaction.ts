import { appendAudit } from '../../../accounts/audit/audit-log.ts';
import type { Sql, Tx } from '../../../base/db/pool.ts';
import { PasarelaError } from '../../../base/ground/errors.ts';
import { assetOn } from '../../../chain/chains/networks.ts';
import type { Chain } from '../../../chain/chains/port/chain.ts';
import type { Notation } from '../../../chain/chains/port/notation.ts';
import type { OutgoingTransfer, PayoutChain } from '../../../chain/chains/port/payout-chain.ts';
import { explainNonce } from '../../sending/account-standing.ts';
import { hotWalletsOf } from '../../sending/hot-wallets.ts';
import { isStranded, nextNumber, type Sending } from '../../sending/sending.ts';
import { insertFound, insertSendings, lockSendings, markFinal } from '../../sending/store.ts';
import { getPayout } from '../get-payout.ts';
import { isRestored } from '../pauses/pauses.ts';
import { refundSendings } from '../refund/refund-sendings.ts';
import { lockPayout, type Payout, saveWhereSent } from '../store.ts';
import { payoutSendings } from './payout-sendings.ts';
import type { Standing } from './send-deps.ts';

export interface AdoptDeps {
  sql: Sql;
  notation: Notation;
  /** The network of the transaction. */
  chain: Pick<Chain, 'transfersOf'>;
  payoutChain: PayoutChain;
  standing: Standing;
  now(): Date;
}

/**
 * Ends a payout by a transaction that the books do not know, because the database was restored after it was sent. The
 * transaction must be final, from a hot wallet and of the payout's amount. The chain decides the address, not the
 * books: the recipient may have confirmed another one since the backup.
 */
export async function adoptTransaction(
  deps: AdoptDeps,
  payoutId: string,
  hash: string,
  { person, note }: { person: string; note: string },
): Promise<Payout> {
  const { sql, payoutChain } = deps;
  const { network } = payoutChain;
  const payout = await getPayout(sql, payoutId);
  const { amountUnits } = payout;
  if (payout.asset !== assetOn(network)) throw refusal(`This payout is not paid on ${network}.`);
  const wallets = new Set((await hotWalletsOf(sql, network)).map((wallet) => wallet.address));
  const logs = (await deps.chain.transfersOf(hash)) ?? [];
  const log = logs.find(
    ({ from, to, amountUnits: units }) => wallets.has(from) && !wallets.has(to) && units === amountUnits,
  );
  if (!log) throw refusal("No hot wallet sent this payout's amount in this transaction.");
  if (!(await isRestored(sql)) && (await deps.standing.unknown(log.from)).length === 0) {
    throw refusal(
      'Nothing is to be adopted: this database was not restored, and the books know what the wallet sent.',
    );
  }
  const transfer = { wallet: log.from, to: log.to, amountUnits };
  const fate = await payoutChain.fateOf([{ hash, nonce: null, expiresAt: null }], transfer);
  if (fate.kind !== 'mined' || !fate.isFinal)
    throw refusal('This transaction is not final yet: repeat it then.');
  const { outcome } = fate;
  if (outcome !== 'transferred') throw refusal('This transaction does not show the transfer.');
  const used = await payoutChain.nonceOf(hash);

  const now = deps.now();
  await sql.begin(async (tx) => {
    await requireUnknown(tx, network, hash);
    const sending = await makeSending(tx, payout, { network, ...transfer }, now);
    const { merchantId, id } = payout;
    const number = nextNumber(sending);
    const account = { chain: payoutChain.chainName, wallet: log.from };
    await insertFound(tx, network, account, { merchantId, id, number }, hash, now);
    if (used)
      await explainNonce(
        tx,
        { ...account, wallet: used.wallet },
        { nonce: used.nonce, hash, person, note },
        now,
      );
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

/** One transaction pays one debt: it must belong to no other payout and not be booked by a person. */
async function requireUnknown(tx: Tx, network: string, hash: string): Promise<void> {
  const bytes = Buffer.from(hash.slice(2), 'hex');
  const known = await tx`
    SELECT FROM outgoing_transactions WHERE hash = ${bytes} AND network = ${network}
     UNION ALL
    SELECT FROM custody_bookings WHERE transaction_hash = ${bytes} AND network = ${network}`;
  if (known.length > 0) throw refusal('The books have this transaction already.');
}

/** Makes the sending of a payout that these books never sent, or of one under way that can have nothing in a block. */
async function makeSending(
  tx: Tx,
  { merchantId, id }: Payout,
  { network, wallet, to, amountUnits }: OutgoingTransfer & { network: string },
  now: Date,
): Promise<Sending> {
  const [known] = await lockSendings(tx, [{ merchantId, id }]);
  const payout = await lockPayout(tx, merchantId, id);
  if (known && !isStranded(known)) {
    throw refusal(
      'A transaction of this payout is still followed: let a worker run, and repeat it when it is given up.',
    );
  }
  if (!payout || payout.status === 'success' || payout.status === 'failed') {
    throw refusal(`This payout is ${payout?.status}: only one that has not ended can have been sent.`);
  }
  await saveWhereSent(tx, payout, { network, address: to, wallet }, now);
  if (known) return { ...known, wallet, to };
  const sending = { merchantId, id, purpose: payout.kind, to, amountUnits };
  await insertSendings(tx, { network, name: 'hot' }, wallet, [sending], now);
  return { ...sending, wallet, transactions: [] };
}

function refusal(message: string): PasarelaError {
  return new PasarelaError('not_found', message);
}
