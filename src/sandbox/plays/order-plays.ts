import type { FastifyInstance } from 'fastify';
import { isId } from '../../base/db/ids.ts';
import type { Sql } from '../../base/db/pool.ts';
import { PasarelaError } from '../../base/ground/errors.ts';
import { type CryptoOrder, endHoldAt, findOrderById } from '../../crypto/orders/store.ts';
import { sendTokens, type WalletChains } from '../test-wallet/send-tokens.ts';
import { refused } from './charge-plays.ts';

/** What a customer or the time can do to an order besides paying it. */
export const orderPlays = {
  expire: "Move the order's own end to now; the network's next final block ends it",
  late: 'Let its time pass, and then pay it: the money is late',
  wrong_token: 'Pay it in a token that calls itself USDT and is not: nothing is credited',
} as const;
export type OrderPlay = keyof typeof orderPlays;

/** A block has whole seconds: a transfer must be in a later one than the order's end. */
const lateByMs = 2_000;

interface Stage {
  app: FastifyInstance;
  sql: Sql;
  chains: WalletChains;
}

export async function playOrder(
  stage: Stage,
  id: string,
  play: OrderPlay,
  network: string | null,
): Promise<{ did: string; transaction?: string; next: string[] }> {
  const next = [`GET /payment/${id}`, `GET /api/events?reference=${id}`];
  if (play === 'expire') {
    const order = await find(stage.sql, id);
    await endAt(stage.sql, order, new Date());
    return { did: "The order's end was moved to now.", next };
  }
  const order = await held(stage, await find(stage.sql, id), network);
  const target = { network: order.hold.network, to: order.hold.address, units: order.hold.amountUnits };
  if (play === 'wrong_token') {
    const { payByForeignToken } = await import('./token-plays.ts');
    const transaction = await payByForeignToken(stage.chains, target);
    return { did: 'The amount was paid in a foreign token.', transaction, next };
  }
  await endAt(stage.sql, order, new Date(Date.now() - lateByMs));
  const transaction = await sendTokens(stage.chains, target);
  return { did: "The order's time passed, and its amount was paid after that.", transaction, next };
}

async function find(sql: Sql, id: string): Promise<CryptoOrder> {
  const order = isId(id) ? await findOrderById(sql, id) : null;
  if (!order) throw new PasarelaError('not_found', 'There is no order with this id.');
  return order;
}

async function endAt(sql: Sql, { merchantId, id, status }: CryptoOrder, to: Date): Promise<void> {
  if (!(await sql.begin((tx) => endHoldAt(tx, { merchantId, orderId: id }, to)))) {
    throw refused('play', `needs an unpaid order; this one is ${status}. Make another one`);
  }
}

type Held = CryptoOrder & { hold: NonNullable<CryptoOrder['hold']> };

/** The order with its address: the network is chosen as the customer does, on the payment page. */
async function held({ app, sql, chains }: Stage, order: CryptoOrder, network: string | null): Promise<Held> {
  const chosen = order.hold?.network ?? network ?? 'TRC20';
  if (!chains.has(chosen)) throw refused('network', `must be one of ${[...chains.keys()].join(', ')}`);
  if (!order.hold) {
    const payload = new URLSearchParams({ network: chosen }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
    await app.inject({ method: 'POST', url: `/crypto/${order.id}/network`, headers, payload });
  }
  const after = await find(sql, order.id);
  if (!after.hold)
    throw refused('play', `needs an unpaid order; this one is ${after.status}. Make another one`);
  return after as Held;
}
