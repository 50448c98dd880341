import { type KeyedRequest, takeKey } from '../../accounts/merchants/idempotency-store.ts';
import type { Merchant } from '../../accounts/merchants/merchant.ts';
import { takeLock } from '../../base/db/locks.ts';
import type { Sql, Tx } from '../../base/db/pool.ts';
import { PasarelaError, validationFailed } from '../../base/ground/errors.ts';
import { isAsset } from '../../base/money/asset.ts';
import type { Charge } from '../../payments/charges/charge.ts';
import { lockCharge } from '../../payments/charges/store.ts';
import { orderLifetimeMs } from './order.ts';
import { assetOf, hashRequest, type ProcessOrderBody } from './order-request.ts';
import { isTicketExpired, type OrderTicket } from './order-token.ts';
import { findOrderById, findOrderRequest, insertOrder } from './store.ts';

/**
 * E5: opens the order that a hash names. A repeated request with the same body returns the same order; two at the same
 * instant make one.
 */
export async function openOrder(
  sql: Sql,
  ticket: OrderTicket,
  body: ProcessOrderBody,
  { id: merchantId, settings }: Pick<Merchant, 'id' | 'settings'>,
  now: Date,
  /** Whether the hash was already used for something else, such as a payout. */
  isTaken: (tx: Tx, id: string) => Promise<boolean>,
  keyed: KeyedRequest | null = null,
): Promise<{ id: string; replayed: boolean }> {
  const requestHash = hashRequest(body, merchantId);
  return await sql.begin(async (tx) => {
    if (keyed) await takeKey(tx, keyed, ticket.id, now);
    // The hash may come with any merchant id: the first request wins, and the others wait here.
    await takeLock(tx, 'order', ticket.id);
    const earlier = await findOrderRequest(tx, ticket.id);
    if (earlier?.requestHash.equals(requestHash)) return { id: ticket.id, replayed: true };
    if (earlier || (await isTaken(tx, ticket.id))) {
      throw new PasarelaError(
        'order_already_processed',
        'This hash was already processed with other contents.',
      );
    }
    if (isTicketExpired(ticket, now)) {
      throw validationFailed([{ field: 'hash', message: 'has expired; create a new order' }]);
    }
    await insertOrder(
      tx,
      {
        merchantId,
        id: ticket.id,
        chargeId: null,
        country: ticket.country,
        origin: ticket.origin,
        price: { currency: 'USD', amountMinor: ticket.amountMinor },
        asset: assetOf(body),
        email: ticket.email,
        merchantIdCustom: ticket.merchantIdCustom,
        description: body.description ?? null,
        metadata: body.metadata ?? null,
        language: null,
        returnUrl: body.return_url ?? ticket.returnUrl ?? settings.returnUrl,
        opensUntil: new Date(now.getTime() + orderLifetimeMs),
        createdAt: now,
      },
      requestHash,
    );
    return { id: ticket.id, replayed: false };
  });
}

/** Whether this same request has opened its order before. */
export async function wasOpened(
  sql: Sql,
  ticket: OrderTicket,
  body: ProcessOrderBody,
  merchantId: string,
): Promise<boolean> {
  const earlier = await findOrderRequest(sql, ticket.id);
  return earlier?.requestHash.equals(hashRequest(body, merchantId)) ?? false;
}

/**
 * Opens the order that pays a charge in an asset, when the customer first comes to pay it. Returns whether there is
 * one: a charge that ended before has none.
 */
export async function openOrderOfCharge(sql: Sql, charge: Charge, now: Date): Promise<boolean> {
  const asset = charge.method;
  if (!isAsset(asset)) return false;
  return await sql.begin(async (tx) => {
    await takeLock(tx, 'order', charge.id);
    if (await findOrderById(tx, charge.id)) return true;
    const current = await lockCharge(tx, charge.merchantId, charge.id);
    if (current?.status !== 'open' || current.expiresAt <= now) return false;
    await insertOrder(
      tx,
      {
        merchantId: charge.merchantId,
        id: charge.id,
        chargeId: charge.id,
        country: charge.country,
        origin: 'api',
        price: charge.amount,
        asset,
        email: charge.email ?? '',
        merchantIdCustom: charge.orderNumber,
        description: charge.description,
        metadata: charge.metadata,
        language: charge.language,
        returnUrl: charge.returnUrl,
        opensUntil: charge.expiresAt,
        createdAt: charge.createdAt,
      },
      Buffer.alloc(0),
    );
    return true;
  });
}
