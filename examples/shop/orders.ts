import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Pasarela, WebhookEvent } from '../../sdk/typescript/src/index.ts';
import { type Country, type Currency, countries, decimal, type Product } from './catalogue.ts';

type Charge = Awaited<ReturnType<Pasarela['charges']['retrieve']>>;
export type Language = 'en' | 'es';

export interface Order {
  number: string;
  /** In the address of its page: nobody guesses it. */
  secret: string;
  createdAt: string;
  country: Country;
  currency: Currency;
  lines: { id: string; name: string; quantity: number; cents: number }[];
  cents: number;
  email: string;
  language: Language;
  method: string;
  /** How often a charge was asked for: a canceled or expired one is not paid any more. */
  charges: number;
  reference: string | null;
  url: string | null;
  /** The status of the charge, read from Pasarela: never what a customer or a message claims. */
  status: Charge['status'];
  refunded: string;
  refunds: { id: string; status: string; amount: string; currency: string }[];
  /** The webhooks that told of it, in the order in which they came. */
  messages: { id: string; type: string; at: string }[];
}

interface Kept {
  /** The shop's own webhook endpoint. */
  endpoint: { id: string; url: string; secret: string } | null;
  orders: Order[];
}

export type Book = ReturnType<typeof openBook>;

/** Orders in a file. It also holds the secret of the webhooks, so only its owner may read it. */
export function openBook(path: string) {
  const kept = read(path);
  const save = (): void => {
    writeFileSync(`${path}.new`, JSON.stringify(kept, null, 2), { mode: 0o600 });
    renameSync(`${path}.new`, path);
  };
  return {
    kept,
    save,
    find: (secret: string) => kept.orders.find((each) => each.secret === secret),
    byReference: (reference: string | undefined) =>
      kept.orders.find((each) => each.reference !== null && each.reference === reference),
    add(order: Order): void {
      kept.orders.push(order);
      save();
    },
  };
}

function read(path: string): Kept {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Kept;
  } catch {
    return { endpoint: null, orders: [] };
  }
}

interface Given {
  country: Country;
  items: { product: Product; quantity: number }[];
  email: string;
  language: Language;
  method: string;
}

export function newOrder({ country, items, email, language, method }: Given): Order {
  const { currency } = countries[country];
  const lines = items.map(({ product, quantity }) => ({
    id: product.id,
    name: product.name[language],
    quantity,
    cents: product.price[currency] * quantity,
  }));
  const secret = randomBytes(16).toString('base64url');
  return {
    number: `T-${secret
      .replace(/[^a-z0-9]/gi, '')
      .slice(0, 6)
      .toUpperCase()}`,
    secret,
    createdAt: new Date().toISOString(),
    country,
    currency,
    lines,
    cents: lines.reduce((sum, { cents }) => sum + cents, 0),
    email,
    language,
    method,
    charges: 0,
    reference: null,
    url: null,
    status: 'open',
    refunded: '0.00',
    refunds: [],
    messages: [],
  };
}

/** The charge of an order. The same number gives the same charge, also if this process dies in the middle. */
export async function charge(pasarela: Pasarela, book: Book, order: Order, site: string): Promise<void> {
  const { reference, url } = await pasarela.charges.create(
    {
      amount: decimal(order.cents),
      currency: order.currency,
      country: order.country,
      method: order.method,
      order_number: order.number,
      description: order.lines
        .map(({ name, quantity }) => `${quantity} × ${name}`)
        .join(', ')
        .slice(0, 200),
      email: order.email,
      language: order.language,
      return_url: `${site}/orders/${order.secret}`,
    },
    { idempotencyKey: `${order.number}-${order.secret}-${order.charges + 1}` },
  );
  Object.assign(order, { reference, url, charges: order.charges + 1, status: 'open' });
  book.save();
}

/** Reads the order's charge from Pasarela, and keeps its state. */
export async function refresh(pasarela: Pasarela, book: Book, order: Order): Promise<void> {
  if (order.reference === null) return;
  const charge = await pasarela.charges.retrieve(order.reference);
  const isOurs = charge.amount_exact === decimal(order.cents) && charge.currency === order.currency;
  if (!isOurs) throw new Error(`The charge of ${order.number} has another amount.`);
  // Money in USDT goes back on its chain, and its refunds stand with the order there.
  const refunds =
    charge.crypto && isPaid(charge)
      ? (await pasarela.orders.retrieve(order.reference)).refunds
      : charge.refunds;
  order.status = charge.status;
  order.refunded = charge.refunded;
  order.refunds = (refunds ?? []).map(({ id, status, amount, ...rest }) => ({
    id,
    status,
    amount: String(amount),
    currency: 'currency' in rest ? String(rest.currency) : order.currency,
  }));
  book.save();
}

/** The order that a webhook tells of, if it is one of this shop. */
export function orderOf(book: Book, event: WebhookEvent): Order | undefined {
  if ('transactionId' in event) return book.byReference(event.transactionId);
  return 'orderId' in event ? book.byReference(event.refundOf ?? event.orderId) : undefined;
}

export const isPaid = ({ status }: Pick<Order, 'status'>): boolean =>
  ['approved', 'partially_refunded', 'refunded'].includes(status);
export const hasEnded = ({ status }: Pick<Order, 'status'>): boolean =>
  ['declined', 'canceled', 'expired', 'voided'].includes(status);

/** Returns money: all of it, or a part. `key` comes with the form, so a form that is sent twice returns it once. */
export async function refund(pasarela: Pasarela, order: Order, amount: string, key: string): Promise<void> {
  if (order.reference === null) return;
  const body = { reason: `${order.number}, at the desk`, ...(amount !== '' && { amount }) };
  const options = { idempotencyKey: `${order.number}-refund-${key}` };
  await (order.method === 'USDT'
    ? pasarela.orders.refund(order.reference, body, options)
    : pasarela.charges.refund(order.reference, body, options));
}
