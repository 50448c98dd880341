import type { Sql, Tx } from '../../../base/db/pool.ts';
import type { Notation } from '../../../chain/chains/port/notation.ts';
import { type CryptoOrder, saveResolution } from '../../orders/store.ts';
import { queueRefundSent } from '../../orders/transfers/refund-receipt.ts';
import type { SendingUser } from '../../sending/engine-deps.ts';
import { payoutSendings } from '../sending/payout-sendings.ts';
import { lockUnderWay, type Payout } from '../store.ts';
import { lockRefundedOrders } from './refund-ends.ts';

/**
 * Applies the outcome of sendings to refunds. Refunds are payouts and progress like them. An arrived refund is also
 * recorded on its order, and the customer gets a receipt.
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
      for (const order of await lockRefundedOrders(tx, refunds)) {
        // Several refunds of one order may arrive together and make one decision about it.
        const own = refunds.filter(({ refundOf }) => refundOf === order.id);
        await noteArrival(tx, order, own, now);
        for (const refund of own) {
          const transactionHash = arrived.get(refund.id) as string;
          const sent = { ...refund, network: refund.network as string, transactionHash };
          await queueRefundSent(deps.notation, tx, order, sent, now);
        }
      }
    },
  };
}

async function noteArrival(tx: Tx, order: CryptoOrder, refunds: readonly Payout[], now: Date): Promise<void> {
  if (order.resolution !== 'refund_due') return;
  const ids = refunds.map(({ id }) => id).join(', ');
  await saveResolution(tx, order, 'refunded', `sent: refund ${ids}`, now);
}
