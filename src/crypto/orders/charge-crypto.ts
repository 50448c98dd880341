import type { Db } from '../../base/db/pool.ts';
import { formatUnits } from '../../base/money/asset.ts';
import type { ChargeCrypto } from '../../payments/charges/transaction-shape.ts';
import { conversionOf } from './conversion.ts';
import { moneyOf } from './order.ts';
import { type CryptoOrder, findOrderById } from './store.ts';
import { transfersOfOrder } from './transfers/transfer-store.ts';

/** The amounts and rates of a charge paid in an asset, for bookkeeping; null: the customer has not chosen a network yet. */
export async function chargeCrypto(db: Db, chargeId: string): Promise<ChargeCrypto | null> {
  const order = await findOrderById(db, chargeId);
  return order && (await orderCrypto(db, order));
}

export async function orderCrypto(db: Db, order: CryptoOrder): Promise<ChargeCrypto | null> {
  const { hold, merchantId, id, asset } = order;
  if (!hold) return null;
  const transfers = await transfersOfOrder(db, merchantId, id);
  const money = moneyOf({ ...order, expectedUnits: hold.amountUnits }, transfers);
  const feeUnits = transfers.reduce((sum, each) => sum + (each.credited ? each.feeUnits : 0n), 0n);
  return {
    asset,
    network: hold.network,
    expected: formatUnits(money.expectedUnits),
    received: formatUnits(money.receivedUnits),
    credited: formatUnits(money.creditedUnits),
    fee: formatUnits(feeUnits),
    conversion: conversionOf(order, money.receivedUnits),
  };
}
