import type { Notation } from '../chains/port/notation.ts';
import { queueRefundSent } from '../crypto-orders/refund-receipt.ts';
import { type CryptoOrder, saveResolution } from '../crypto-orders/store.ts';
import type { Sql, Tx } from '../db/pool.ts';
import type { SendingUser } from '../sending/engine-deps.ts';
import { payoutSendings } from './payout-sendings.ts';
import { lockRefundedOrders } from './refund-ends.ts';
import { lockUnderWay, type Payout } from './store.ts';

/**
 * What becomes of refunds by what becomes of their sendings. They are payouts, and move on as these do; what arrived is
 * noted on the order as well, and its customer gets a receipt.
 */
export function refundSendings(deps: { sql: Sql; notation: Notation }): SendingUser {
  const payouts = payoutSendings(deps);
  return {
    ...payouts,
    async ended(tx, ends, now) {
      const arrived = new Map(
        ends
          .filter(({ fate }) => fate.outcome === 'transferred')
          .map(({ sending, fate }) => [sending.id, fate.hash]),
      );
      const refunds = await lockUnderWay(
        tx,
        ends.map(({ sending }) => sending).filter(({ id }) => arrived.has(id)),
      );
      await payouts.ended(tx, ends, now);
      const orders = new Map((await lockRefundedOrders(tx, refunds)).map((order) => [order.id, order]));
      for (const refund of refunds) {
        const order = orders.get(refund.refundOf as string);
        if (order) await noteArrival(deps.notation, tx, order, refund, arrived.get(refund.id) as string, now);
      }
    },
  };
}

async function noteArrival(
  notation: Notation,
  tx: Tx,
  order: CryptoOrder,
  refund: Payout,
  transactionHash: string,
  now: Date,
): Promise<void> {
  if (order.resolution === 'refund_due') {
    await saveResolution(tx, order, 'refunded', `refund ${refund.id} was sent`, now);
  }
  await queueRefundSent(
    notation,
    tx,
    order,
    { ...refund, network: refund.network as string, transactionHash },
    now,
  );
}
