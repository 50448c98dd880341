import { postEntry } from '../../accounts/ledger/ledger.ts';
import { newId } from '../../base/db/ids.ts';
import type { Tx } from '../../base/db/pool.ts';
import { PasarelaError } from '../../base/ground/errors.ts';
import type { TransferLog } from '../../chain/chains/port/chain.ts';
import type { OrderKey } from '../orders/order.ts';
import { lockOrder } from '../orders/store.ts';
import { takeTransfersBefore } from '../orders/transfers/swept-transfers.ts';
import { isInAnotherSweep } from './item-store.ts';
import type { SweepPlace } from './sweep.ts';
import { sweptEntry } from './sweep-sendings.ts';
import { insertSweptItem } from './sweep-store.ts';

/**
 * Records a sweep that only a lost database knew, from its final transfer to a wallet of ours: what the address
 * received before lies in the wallet now. False if nothing that was received before is booked there.
 */
export async function adoptSweep(
  tx: Tx,
  sweep: { network: string; place: SweepPlace; log: TransferLog; id: string; by: string; at: Date },
  order: OrderKey,
): Promise<boolean> {
  const { network, place, log, id, by, at } = sweep;
  await lockOrder(tx, order.merchantId, order.orderId);
  const item = { ...order, id, address: log.from, amountUnits: log.amountUnits };
  if (await isInAnotherSweep(tx, network, item)) {
    throw refusal('A sweep is emptying this address: run it to its end first.');
  }
  const moved = await takeTransfersBefore(tx, network, item, log);
  if (moved.units === 0n) return false;
  if (moved.coming) throw refusal('A payment to this address is not final yet: book it when it is.');
  if (moved.units !== log.amountUnits) {
    throw refusal(
      'It moved another amount than is booked for its address. Book earlier transactions of this address first; then look at custody check.',
    );
  }
  await insertSweptItem(
    tx,
    { id: newId(), network, place, address: log.to, plannedBy: by, createdAt: at },
    item,
  );
  await postEntry(tx, sweptEntry({ network, place }, item));
  return true;
}

const refusal = (message: string): PasarelaError => new PasarelaError('not_found', message);
