import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import formbody from '@fastify/formbody';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import {
  ConnectionError,
  type Pasarela,
  PasarelaError,
  verifyWebhook,
  WebhookVerificationError,
} from '../../sdk/typescript/src/index.ts';
import { type Country, countries, decimal, isCountry, productOf } from './catalogue.ts';
import {
  type Book,
  charge,
  hasEnded,
  type Language,
  newOrder,
  type Order,
  orderOf,
  refresh,
  refund,
} from './orders.ts';
import * as pages from './pages.ts';
import { fill, texts } from './texts.ts';

const mostOfOne = 20;
export const webhookPath = '/webhooks/pasarela';

export interface ShopDeps {
  pasarela: Pasarela;
  book: Book;
  /** The address of this shop. */
  site(): string;
  /** Where customers pay: forms of this shop lead there. */
  paymentOrigin: string;
}

type Form = Record<string, string | undefined>;
type Request = FastifyRequest<{ Body: Form | null; Params: { id: string } }>;

export function createShop({ pasarela, book, site, paymentOrigin }: ShopDeps): FastifyInstance {
  const app = fastify({ bodyLimit: 65_536, forceCloseConnections: true });
  const watching = new Map<Order, Set<{ stream: ServerResponse; language: Language }>>();
  app.register(formbody);

  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'content-security-policy': `default-src 'none'; style-src 'self' 'unsafe-inline'; script-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'; form-action 'self' ${paymentOrigin}`,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
    });
    // A form on somebody else's page must not refund.
    const from = request.headers['sec-fetch-site'];
    if (request.method === 'POST' && from !== undefined && from !== 'same-origin' && from !== 'none') {
      return reply.code(403).send('This form was sent by another site.');
    }
  });

  app.setErrorHandler((error, request, reply) => {
    console.error(error);
    const status = (error as { statusCode?: number }).statusCode ?? 500;
    return send(request, reply.code(status), texts[readerOf(request).language].failed, (reader) =>
      pages.notice(reader, 'failed'),
    );
  });
  app.setNotFoundHandler((request, reply) => missing(request, reply));

  for (const [file, type] of [
    ['shop.css', 'text/css'],
    ['shop.js', 'text/javascript'],
  ] as const) {
    const content = readFileSync(fileURLToPath(new URL(file, import.meta.url)));
    app.get(`/${file}`, (_, reply) => reply.type(type).header('cache-control', 'no-cache').send(content));
  }

  app.get('/', (request, reply) =>
    send(request, reply, texts[readerOf(request).language].browse, pages.front),
  );

  app.get('/country/:id', (request: Request, reply) => {
    if (!isCountry(request.params.id)) return missing(request, reply);
    return keep(reply, 'country', request.params.id).redirect('/', 303);
  });

  app.get('/cart', async (request, reply) =>
    send(request, reply, texts[readerOf(request).language].cart, await checkout(request)),
  );

  app.post('/cart', (request: Request, reply) => {
    const { add, remove } = request.body ?? {};
    const items = new Map(cartOf(request));
    const id = productOf(add ?? remove ?? '')?.id;
    if (id === undefined) return missing(request, reply);
    items.set(id, Math.min(mostOfOne, (items.get(id) ?? 0) + (add === undefined ? -1 : 1)));
    const text = [...items]
      .filter(([, quantity]) => quantity > 0)
      .map(([each, quantity]) => `${each}.${quantity}`);
    return keep(reply, 'cart', text.join('_')).redirect('/cart', 303);
  });

  app.post('/orders', async (request: Request, reply) => {
    const reader = readerOf(request);
    const { email = '', method = '' } = request.body ?? {};
    const { country, language } = reader;
    const items = linesOf(request);
    if (items.length === 0) return reply.redirect('/cart', 303);
    const isOffered = (countries[country].methods as readonly string[]).includes(method);
    if (!isOffered || !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) || email.length > 254) {
      const fault = texts[language].emailWrong;
      return send(request, reply.code(422), texts[language].cart, await checkout(request, fault));
    }
    const order = newOrder({ country, items, email, language, method });
    // Recorded before Pasarela is asked: whatever happens then, the order is known.
    book.add(order);
    keep(reply, 'cart', '');
    return pay(order, reply);
  });

  app.post('/orders/:id/pay', async (request: Request, reply) => {
    const order = book.find(request.params.id);
    if (!order) return missing(request, reply);
    if (order.url !== null && !hasEnded(order)) return reply.redirect(`/orders/${order.secret}`, 303);
    return pay(order, reply);
  });

  async function pay(order: Order, reply: FastifyReply) {
    try {
      await charge(pasarela, book, order, site());
      return reply.redirect(order.url as string, 303);
    } catch (error) {
      if (!(error instanceof PasarelaError || error instanceof ConnectionError)) throw error;
      console.error(error);
      return reply.redirect(`/orders/${order.secret}`, 303);
    }
  }

  /** The customer comes back here. What the address says about the payment is not read. */
  app.get('/orders/:id', (request: Request, reply) => {
    const order = book.find(request.params.id);
    if (!order) return missing(request, reply);
    return send(request, reply, order.number, (reader) => pages.orderPage(reader, order), { isLive: true });
  });

  app.get('/orders/:id/events', (request: Request, reply) => {
    const order = book.find(request.params.id);
    if (!order) return missing(request, reply);
    reply.hijack();
    const stream = reply.raw;
    stream.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    const watcher = { stream, language: readerOf(request).language };
    const watchers = watching.get(order) ?? new Set();
    watching.set(order, watchers.add(watcher));
    stream.on('close', () => watchers.delete(watcher));
    show(order);
  });

  function show(order: Order): void {
    for (const { stream, language } of watching.get(order) ?? []) {
      stream.write(`data: ${JSON.stringify(pages.orderState({ language }, order))}\n\n`);
    }
  }

  app.register(async (hooks) => {
    // The signature is over the body as it came.
    hooks.removeAllContentTypeParsers();
    hooks.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    hooks.post(webhookPath, async (request, reply) => {
      const secret = book.kept.endpoint?.secret;
      if (secret === undefined) return reply.code(503).send();
      try {
        const event = await verifyWebhook(String(request.body), request.headers, secret);
        const order = orderOf(book, event);
        if (order) await inTurn(() => learn(order, event.eventId, event.eventType));
        return reply.code(200).send();
      } catch (error) {
        if (!(error instanceof WebhookVerificationError)) throw error;
        return reply.code(400).send(error.message);
      }
    });
  });

  /** One after another: an older answer never overwrites a newer one. */
  let before: Promise<unknown> = Promise.resolve();
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = before.then(work);
    before = mine.catch(() => null);
    return mine;
  }

  async function learn(order: Order, id: string, type: string): Promise<void> {
    if (order.messages.some((each) => each.id === id)) return;
    // If this fails the answer is no 200, and the webhook comes again.
    await refresh(pasarela, book, order);
    order.messages.push({ id, type, at: new Date().toISOString() });
    book.save();
    show(order);
  }

  app.get('/desk', (request, reply) => showDesk(request, reply, null));

  app.post('/desk/:id/refund', async (request: Request, reply) => {
    const order = book.find(request.params.id);
    const { amount = '', key = '' } = request.body ?? {};
    if (!order) return missing(request, reply);
    const { language } = readerOf(request);
    try {
      await refund(pasarela, order, amount.trim(), key);
    } catch (error) {
      if (!(error instanceof PasarelaError || error instanceof ConnectionError || error instanceof TypeError))
        throw error;
      return showDesk(request, reply.code(422), fill(texts[language].refused, { message: error.message }));
    }
    await inTurn(() => refresh(pasarela, book, order));
    show(order);
    return reply.redirect('/desk', 303);
  });

  function showDesk(request: FastifyRequest, reply: FastifyReply, fault: string | null) {
    return send(request, reply, texts[readerOf(request).language].desk, (reader) =>
      pages.desk(reader, book.kept.orders.toReversed(), { fault, key: randomUUID() }),
    );
  }

  async function checkout(request: FastifyRequest, fault: string | null = null) {
    const { country } = readerOf(request);
    const { currency, methods } = countries[country];
    const lines = linesOf(request);
    const total = lines.reduce((sum, { product, quantity }) => sum + product.price[currency] * quantity, 0);
    const here =
      lines.length === 0 ? [] : await pasarela.paymentMethods({ country, currency, amount: decimal(total) });
    const offered = new Set(here.map(({ method_code }) => method_code as string));
    const { email = '', method = '' } = (request.body ?? {}) as Form;
    const usable = methods.filter((each) => offered.has(each));
    return (reader: pages.Reader) =>
      pages.cart(reader, { lines, total, methods: usable, email, method, fault });
  }

  function missing(request: FastifyRequest, reply: FastifyReply) {
    return send(request, reply.code(404), texts[readerOf(request).language].missing, (reader) =>
      pages.notice(reader, 'missing'),
    );
  }

  function send(
    request: FastifyRequest,
    reply: FastifyReply,
    title: string,
    content: (reader: pages.Reader) => string,
    options = {},
  ): FastifyReply {
    const reader = readerOf(request);
    return reply.type('text/html').send(pages.page(reader, title, content(reader), options));
  }

  return app;
}

function readerOf(request: FastifyRequest): pages.Reader {
  const accepted = request.headers['accept-language'] ?? '';
  const language = /^\s*(?:es|pt)\b/i.test(accepted) ? 'es' : 'en';
  const kept = cookie(request, 'country');
  const country: Country = isCountry(kept) ? kept : /-BR\b/i.test(accepted) ? 'BRA' : 'COL';
  const inCart = cartOf(request).reduce((sum, [, quantity]) => sum + quantity, 0);
  return { language, country, inCart };
}

/** Ids and quantities, as `cup.2_coffee.1`. */
function cartOf(request: FastifyRequest): [id: string, quantity: number][] {
  const items = (cookie(request, 'cart') ?? '').split('_').map((each) => each.split('.'));
  return items
    .map(([id = '', quantity]): [string, number] => [id, Math.min(mostOfOne, Math.trunc(Number(quantity)))])
    .filter(([id, quantity]) => productOf(id) && quantity > 0);
}

function linesOf(request: FastifyRequest): pages.CartLine[] {
  return cartOf(request).flatMap(([id, quantity]) => {
    const product = productOf(id);
    return product ? [{ product, quantity }] : [];
  });
}

const cookie = ({ headers }: FastifyRequest, name: string): string | undefined =>
  headers.cookie
    ?.split('; ')
    .find((each) => each.startsWith(`${name}=`))
    ?.slice(name.length + 1);

const keep = (reply: FastifyReply, name: string, value: string): FastifyReply =>
  reply.header('set-cookie', `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=2592000`);
