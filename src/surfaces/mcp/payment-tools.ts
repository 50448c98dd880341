import { Type } from 'typebox';
import { type Tool, tool } from './tool.ts';

const text = (description: string, maxLength = 200) => Type.String({ description, minLength: 1, maxLength });
const optional = (description: string, maxLength = 200) => Type.Optional(text(description, maxLength));

const amount = (description: string) =>
  Type.String({ description, pattern: '^[0-9]{1,15}(\\.[0-9]{1,6})?$' });
const country = Type.String({ description: 'ISO 3166-1 alpha-3, such as COL', pattern: '^[A-Z]{3}$' });
const currency = Type.String({ description: 'ISO 4217, such as USD', pattern: '^[A-Z]{3}$' });
const key = text(
  'Names the one thing to be made, such as the number of the order. A repeated call with the same key makes no second one.',
  255,
);
const paging = {
  cursor: optional('next_cursor of the page before', 40),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, description: 'How many at most' })),
};
const time = (description: string) => optional(`${description}, such as 2026-01-31T00:00:00Z`, 40);
/** A page of the client as the API answers it. */
const page = <Row>({ rows, nextCursor }: { rows: Row[]; nextCursor: string | null }) => ({
  rows,
  next_cursor: nextCursor,
});
/** How many a list has if nothing is said: an answer must fit into a conversation. */
const usualLimit = 20;

export const paymentTools: readonly Tool[] = [
  tool({
    name: 'list_payments',
    title: 'List payments',
    description: 'Charges by card, local method or USDT/USDC, newest first. Filter by what is known of them.',
    kind: 'reads',
    scope: 'charges:read',
    input: Type.Object({
      status: optional('such as open, approved, declined, refunded', 40),
      order_number: optional('your own number'),
      customer_id: optional('your own id of the customer'),
      email: optional('the e-mail address of the customer', 254),
      created_from: time('not before'),
      created_to: time('before'),
      ...paging,
    }),
    run: async (client, query) =>
      page(await client.charges.list({ limit: usualLimit, ...query } as { limit: number })),
  }),
  tool({
    name: 'read_payment',
    title: 'Read a payment',
    description: 'One charge with its attempts, refunds, disputes and warnings. Says why a card was refused.',
    kind: 'reads',
    scope: 'charges:read',
    input: Type.Object({ reference: text('the reference of the charge', 100) }),
    run: (client, { reference }) => client.charges.retrieve(reference),
  }),
  tool({
    name: 'create_charge',
    title: 'Create a charge',
    description:
      'Asks a customer for money: answers the address of a page on which the customer pays. It takes nothing by itself.',
    kind: 'creates',
    scope: 'charges:write',
    input: Type.Object({
      amount: amount('in the currency, such as "10.50"'),
      currency,
      country,
      method: optional('such as CARDS, PIX or USDT; absent: the customer chooses', 40),
      description: optional('what the customer reads', 500),
      order_number: optional('your own number'),
      email: optional('the e-mail address of the customer', 254),
      return_url: optional('where the customer goes afterwards', 2048),
      idempotency_key: key,
    }),
    run: (client, { idempotency_key: idempotencyKey, ...request }) =>
      client.charges.create(request, { idempotencyKey }),
  }),
  tool({
    name: 'read_order',
    title: 'Read an order or payout',
    description:
      'One order in USDT or USDC with its transactions, by its id. Payouts and chain refunds, too.',
    kind: 'reads',
    scope: 'orders',
    input: Type.Object({ id: text('the id of the order', 100) }),
    run: (client, { id }) => client.orders.retrieve(id),
  }),
  tool({
    name: 'create_order',
    title: 'Create an order in USDT or USDC',
    description:
      'Answers the address of a page on which the customer pays in USDT or USDC. The amount is in USD.',
    kind: 'creates',
    scope: 'orders',
    input: Type.Object({
      amount: amount('in USD, such as "25.50"'),
      email: text('the e-mail address of the customer', 254),
      country,
      asset: Type.Optional(Type.Union([Type.Literal('usdt'), Type.Literal('usdc')])),
      description: optional('what the customer reads', 500),
      reference: optional('your own number'),
      idempotency_key: key,
    }),
    run: (client, { idempotency_key: idempotencyKey, ...request }) =>
      client.orders.create(request, { idempotencyKey }),
  }),
  tool({
    name: 'list_payment_links',
    title: 'List payment links',
    description: 'Payment links and invoices, newest first.',
    kind: 'reads',
    scope: 'links',
    input: Type.Object({ search: optional('in titles, numbers and customers'), cursor: paging.cursor }),
    run: async (client, query) => page(await client.paymentLinks.list(query)),
  }),
  tool({
    name: 'read_payment_link',
    title: 'Read a payment link',
    description: 'One payment link or invoice, with its lines and state.',
    kind: 'reads',
    scope: 'links',
    input: Type.Object({ id: text('the id of the link', 100) }),
    run: (client, { id }) => client.paymentLinks.retrieve(id),
  }),
  tool({
    name: 'create_payment_link',
    title: 'Create a payment link',
    description: 'Answers an address that can be given to customers. It mails nobody.',
    kind: 'creates',
    scope: 'links',
    input: Type.Object({
      title: text('what is paid for', 500),
      amount: amount('in the currency, such as "35.00"'),
      currency,
      country,
      methods: Type.Array(text('such as CARDS or USDT', 40), { minItems: 1, maxItems: 10 }),
      once: Type.Optional(Type.Boolean({ description: 'whether it can be paid only once' })),
      expires_at: time('when it ends'),
      idempotency_key: key,
    }),
    run: (client, { idempotency_key: idempotencyKey, ...request }) =>
      client.paymentLinks.create({ kind: 'link', ...request }, { idempotencyKey }),
  }),
  tool({
    name: 'list_balances',
    title: 'Read the balances',
    description: 'Available and reserved money, by currency and asset.',
    kind: 'reads',
    scope: 'balances:read',
    input: Type.Object({}),
    run: (client) => client.balances(),
  }),
  tool({
    name: 'list_payment_methods',
    title: 'List payment methods',
    description:
      'How customers can pay: the methods that a charge or a payment link can name. Give country and currency together.',
    kind: 'reads',
    scope: null,
    input: Type.Object({
      country: Type.Optional(country),
      currency: Type.Optional(currency),
      amount: Type.Optional(amount('such as "10.50"')),
    }),
    run: (client, query) => client.paymentMethods(query),
  }),
  tool({
    name: 'list_events',
    title: 'List events',
    description: 'What was sent to the webhook, newest first, with each answer. Shows why a webhook failed.',
    kind: 'reads',
    scope: 'events',
    input: Type.Object({
      delivery_status: Type.Optional(
        Type.Union(
          ['pending', 'delivered', 'undeliverable', 'no_endpoint'].map((state) => Type.Literal(state)),
        ),
      ),
      reference: optional('of the charge or order', 100),
      created_from: time('not before'),
      created_to: time('before'),
      ...paging,
    }),
    run: async (client, query) =>
      page(await client.events.list({ limit: usualLimit, ...query } as { limit: number })),
  }),
  tool({
    name: 'read_event',
    title: 'Read an event',
    description: 'One event with its payload and every send of it.',
    kind: 'reads',
    scope: 'events',
    input: Type.Object({ id: text('the id of the event', 100) }),
    run: (client, { id }) => client.events.retrieve(id),
  }),
];
