import { setTimeout as delay } from 'node:timers/promises';
import { rpc } from '../src/sandbox/chains/rpc.ts';
import { payerOn } from '../test/kit/chains/payer.ts';
import { awaitPayment } from '../test/kit/crypto/orders.ts';
import type { Subject } from './world.ts';

const payments = 20;
/** Short enough that polling itself adds no block. */
const pollMs = 10;

/**
 * An upper bound on the blocks that a local chain makes from the one with the payment until the `pending` event exists.
 * The chain makes one block per second and one for each payment.
 */
export async function measureDetectBlocks(subject: Subject): Promise<number> {
  const described = subject.networks.ERC20;
  if (!described) throw new Error('detect_blocks needs the local chains, which need anvil.');
  const payer = payerOn('ERC20', described);
  let most = 0;
  for (let count = 0; count < payments; count++) {
    const order = await awaitPayment(subject, 'ERC20');
    const hash = await payer.pay(order.address, order.units);
    const receipt = await rpc<{ blockNumber: string }>(described.rpcUrl, 'eth_getTransactionReceipt', [hash]);
    while (!(await isPending(subject, order.id))) await delay(pollMs);
    const head = await rpc<string>(described.rpcUrl, 'eth_blockNumber');
    most = Math.max(most, Number(head) - Number(receipt.blockNumber));
  }
  return most;
}

async function isPending({ sql }: Subject, orderId: string): Promise<boolean> {
  const [row] = await sql<{ there: boolean }[]>`
    SELECT EXISTS (
      SELECT
        FROM events
       WHERE merchant_id = (SELECT merchant_id FROM crypto_orders WHERE id = ${orderId})
         AND subject_id = ${orderId}
         AND status = 'pending'
    ) AS there`;
  return row?.there ?? false;
}
