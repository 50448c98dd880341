import { type Entry, postEntry } from '../../accounts/ledger/ledger.ts';
import type { Tx } from '../../base/db/pool.ts';
import { assetOn } from '../../chain/chains/networks.ts';
import { lockOrder } from '../orders/store.ts';
import { giveBackTransfers } from '../orders/transfers/swept-transfers.ts';
import type { SendingUser } from '../sending/engine-deps.ts';
import type { FinalFate } from '../sending/sending.ts';
import { lockMoved } from './item-store.ts';
import type { Sweep, SweepItem } from './sweep.ts';
import { moveItem, orderOfItem } from './sweep-store.ts';

/** Applies the outcome of sendings to a sweep's items, which share their ids. */
export function sweepSendings(sweep: Pick<Sweep, 'network' | 'place'>): SendingUser {
  return {
    taken: async () => {},
    async ended(tx, ends, now) {
      for (const { sending, fate } of ends) await endItem(tx, sweep, sending, fate, now);
    },
    // The deposit stays in place; the operator is notified of everything that is held.
    held: async () => {},
    waits: async () => {},
  };
}

/** Gas arrives or not: the next step reads it at the address. */
export const topUpSendings: SendingUser = {
  taken: async () => {},
  ended: async () => {},
  held: async () => {},
  waits: async () => {},
};

/** The deposit reached its destination, which is posted in the same transaction; or it did not move. */
async function endItem(
  tx: Tx,
  sweep: Pick<Sweep, 'network' | 'place'>,
  key: Pick<SweepItem, 'merchantId' | 'id'>,
  fate: FinalFate,
  endedAt: Date,
): Promise<void> {
  await lockOrder(tx, key.merchantId, await orderOfItem(tx, key));
  const item = await lockMoved(tx, key);
  if (!item) return;
  if (fate.outcome === 'transferred') {
    await moveItem(tx, item, { status: 'swept', endedAt });
    await postEntry(tx, sweptEntry(sweep, item));
    return;
  }
  await moveItem(tx, item, { status: 'failed', note: refusals[fate.outcome], endedAt });
  await giveBackTransfers(tx, item);
}

/** Why a mined transfer moved nothing. */
export const refusals = {
  reverted: 'the token contract refused the transfer',
  out_of_energy: 'the transfer ran out of energy',
  not_transferred: 'the transaction moved nothing, as two people found',
} as const;

/** Custody records where money is: the place changes, but nobody's claim does. */
export function sweptEntry(
  { network, place }: Pick<Sweep, 'network' | 'place'>,
  item: Pick<SweepItem, 'merchantId' | 'id' | 'amountUnits'>,
): Entry {
  if (item.amountUnits === null) throw new Error(`sweep item ${item.id} moved nothing`);
  const asset = assetOn(network);
  return {
    merchantId: item.merchantId,
    kind: 'swept',
    subjectId: item.id,
    postings: [
      { account: `custody_${network}`, asset, amount: item.amountUnits },
      { account: `custody_${network}_${place}`, asset, amount: -item.amountUnits },
    ],
  };
}
