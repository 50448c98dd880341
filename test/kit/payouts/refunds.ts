import { randomBytes } from 'node:crypto';
import { personAsks } from '../../../src/accounts/merchants/keys/asker.ts';
import type { Sql } from '../../../src/base/db/pool.ts';
import type { OrderKey } from '../../../src/crypto/orders/order.ts';
import { confirmPayout } from '../../../src/crypto/payouts/claim/confirm-payout.ts';
import { type RefundRequest, refundOrder } from '../../../src/crypto/payouts/refund/refund-order.ts';
import { findPayoutById, type Payout } from '../../../src/crypto/payouts/store.ts';
import { aHeldOrder, arrive, cursorAt, outcomeDeps, recordOutcome, timeOf } from '../crypto/held-orders.ts';
import { secrets } from './payout-world.ts';

/** Refunds of orders in a database without a chain: the test supplies the chain's state. */

/** Refunds are opened only if there is a wallet to send them. */
export async function haveHotWallet(sql: Sql, network = 'ERC20'): Promise<void> {
  await sql`
    INSERT INTO hot_wallets (network, address)
    VALUES (${network}, ${randomBytes(20)})
        ON CONFLICT DO NOTHING`;
}

/** An expired order of 100 USDT, with payments in time and late; returns its key. */
export async function aPaidOrder(
  sql: Sql,
  merchantId: string,
  { inTime = [], late = [], network = 'ERC20' }: { inTime?: bigint[]; late?: bigint[]; network?: string },
): Promise<OrderKey & { address: string }> {
  const order = await aHeldOrder(sql, merchantId, { heldUntil: timeOf(1_000n), network });
  await cursorAt(sql, 2_000n, 2_000n, network);
  for (const units of inTime) await arrive(sql, order, units, 900n, network);
  await recordOutcome(sql, order);
  for (const units of late) await arrive(sql, order, units, 1_500n, network);
  await recordOutcome(sql, order);
  return order;
}

export async function openRefund(
  sql: Sql,
  { merchantId, orderId }: OrderKey,
  request: Partial<RefundRequest> = {},
  now = new Date(),
): Promise<{ refund: Payout; replayed: boolean }> {
  return await refundOrder(
    { ...outcomeDeps, sql, secrets, now: () => now },
    { merchantId, id: orderId },
    {
      ask: { kind: 'all' },
      idempotencyKey: null,
      reason: null,
      note: null,
      by: personAsks('Ana'),
      ...request,
    },
  );
}

/** The customer confirms a wallet. */
export async function confirmRefund(
  sql: Sql,
  { merchantId, id }: Pick<Payout, 'merchantId' | 'id'>,
  network = 'ERC20',
): Promise<Payout> {
  const address = `0x${randomBytes(20).toString('hex')}`;
  const request = { merchantId, payoutId: id, network, address, language: 'es' as const };
  await sql.begin((tx) => confirmPayout(tx, request, new Date()));
  return (await findPayoutById(sql, id)) as Payout;
}
