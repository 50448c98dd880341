import { setTimeout } from 'node:timers/promises';
import type { CryptoState } from '../../../src/surfaces/checkout/crypto/crypto-checkout.ts';
import { type Answer, type Credentials, call, until } from '../client.ts';
import type { TestServer } from '../server.ts';

type Server = { url: string; merchant: Credentials };

export const sampleOrder = {
  country: 'COL',
  origin: 'api',
  amount: '25.50',
  email: 'ana@customer.example',
  merchantIdCustom: 'order-17',
};

/** E4; returns the hash. */
export async function createOrder(server: Server, change: object = {}): Promise<string> {
  const { body } = await call(server, 'POST', '/payment/create', {}, { ...sampleOrder, ...change });
  return body.hash;
}

/** E5 with the demo merchant. */
export async function processOrder(server: Server, hash: string, change: object = {}): Promise<Answer> {
  return await call(
    server,
    'POST',
    '/processor',
    {},
    {
      hash,
      paymentMethod: 'usdt',
      typePayment: 'wallet',
      typeTransaction: 'cashin',
      description: 'Two coffees',
      merchantId: server.merchant.merchantId,
      ...change,
    },
  );
}

/** E4 and E5 in one: returns the order's id. */
export async function openOrder(server: Server, change: object = {}): Promise<string> {
  const { body } = await processOrder(server, await createOrder(server, change));
  return body.url.split('/').at(-1);
}

/** Chooses a network like the page; returns the page's state. */
export async function choose(server: Server, id: string, network: string): Promise<CryptoState> {
  const { body } = await call(server, 'POST', `/crypto/${id}/network`, {}, { network });
  return body;
}

/** An order that waits for its payment, with its address and amount. */
export interface Awaited {
  id: string;
  address: string;
  units: bigint;
}

export async function awaitPayment(server: Server, network: string, amount = '25.50'): Promise<Awaited> {
  const id = await openOrder(server, { amount });
  const state = await choose(server, id, network);
  return { id, address: state.address as string, units: BigInt(state.amountUnits as string) };
}

export async function stateOf(server: Server, id: string): Promise<CryptoState> {
  const { body } = await call(server, 'GET', `/crypto/${id}/state`);
  return body;
}

export async function untilStatus(
  server: Server,
  id: string,
  ...statuses: CryptoState['status'][]
): Promise<CryptoState> {
  return await until(
    () => stateOf(server, id),
    (state) => statuses.includes(state.status),
  );
}

/** The bodies of all notices to the merchant about an order, in order. */
// biome-ignore lint/suspicious/noExplicitAny: tests look at whatever was recorded
export async function noticesOf({ sql }: Pick<TestServer, 'sql'>, id: string): Promise<any[]> {
  const rows = await sql<{ body: string }[]>`
    SELECT body
      FROM events
     WHERE subject_id = ${id}
     ORDER BY id`;
  return rows.map((row) => JSON.parse(row.body));
}

/** Ends an order's hold as if its time had passed; the chain's next final block decides it. */
export async function endHold({ sql }: Pick<TestServer, 'sql'>, id: string): Promise<void> {
  const [order] = await sql<{ network: string }[]>`SELECT network FROM crypto_orders WHERE id = ${id}`;
  const [cursor] = await sql<{ blockTime: Date }[]>`
    SELECT block_time AS "blockTime" FROM chain_cursors WHERE network = ${order?.network ?? ''}`;
  await sql`UPDATE crypto_orders SET held_until = ${cursor?.blockTime ?? null} WHERE id = ${id}`;
  // Blocks of one second have one time; without this no block is later until the next idle one.
  const untilNextSecond = (cursor?.blockTime.getTime() ?? 0) + 1000 - Date.now();
  await setTimeout(Math.max(0, Math.min(untilNextSecond, 1000)));
}
