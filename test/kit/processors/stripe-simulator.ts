import { createHmac, randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import type Stripe from 'stripe';
import type { Payers } from './local.ts';
import type { ProcessorSimulator, SimulatedNotification } from './simulator.ts';
import { ApiError } from './stripe/api-error.ts';
import { createBooks } from './stripe/books.ts';
import { createFaults } from './stripe/faults.ts';
import { createKeptAnswers, type KeptAnswer } from './stripe/kept-answers.ts';
import { expand } from './stripe/lists.ts';
import { fundPartly } from './stripe/local.ts';
import { addPages } from './stripe/pages.ts';
import { type Endpoint, endpointsOf, readCall } from './stripe/routes.ts';
import { cardWith, numberInOne, numberOf } from './stripe/test-cards.ts';

/** Controls that only Stripe's simulator has. */
export interface StripeSimulator extends ProcessorSimulator {
  capturesOf(attemptId: string): number;
  refundedMinor(): bigint;
  /** Every request that changes something, as received. */
  readonly requests: readonly { path: string; key: string | undefined; body: string }[];
  readonly webhookSecret: string;
  /** Every notification so far was answered. */
  answered(): Promise<void>;
  /** The bank asks about a payment and takes nothing yet; `escalate` makes a dispute of it. */
  openInquiry(attemptId: string): string;
  escalate(disputeId: string): void;
  /** An early fraud warning; returns its id. */
  warn(attemptId: string): string;
  /** Acts as if another system had made the payment with the same account. */
  disown(attemptId: string): void;
  /** Pays money out to the account's bank. */
  payOut(amountMinor: bigint): void;
  /** Stripe automatically pays out all that it holds. Returns the payout's id. */
  payOutAll(): string;
  failPayout(id: string): void;
  /** A movement of a kind without a meaning here. */
  moveOther(amountMinor: bigint, category: string, type: Stripe.BalanceTransaction['type']): void;
  readonly payers: Payers;
  /** A transfer arrives that is less than what is owed. */
  fundPartly(attemptId: string, amount: number): void;
  /** The time of a voucher is over, and Stripe waits for the counters. */
  closeVoucher(attemptId: string): void;
  /** Forgets all idempotency keys, as after a day. */
  forgetKeys(): void;
}

const currency = 'MXN';
const slowMs = 300;

export async function startStripeSimulator(): Promise<StripeSimulator> {
  const secretKey = `sk_test_${randomBytes(12).toString('hex')}`;
  const webhookSecret = `whsec_${randomBytes(16).toString('hex')}`;
  const notifications: SimulatedNotification[] = [];
  const requests: { path: string; key: string | undefined; body: string }[] = [];
  const counts: Record<string, number> = {};
  const faults = createFaults();
  const sending = new Set<Promise<unknown>>();
  let keptAnswers = createKeptAnswers();
  let skewMs = 0;
  let notifyUrl: string | null = null;
  let url = '';

  const nowSeconds = (): number => Math.floor((Date.now() + skewMs) / 1000);
  const books = createBooks({ nowSeconds, tell, challengeUrl: (id) => `${url}/3ds/${id}` });

  function tell(type: string, object: object): void {
    const id = `evt_${randomBytes(12).toString('hex')}`;
    const body = JSON.stringify({
      id,
      object: 'event',
      type,
      created: nowSeconds(),
      livemode: false,
      pending_webhooks: 1,
      data: { object },
    });
    const notification: SimulatedNotification = {
      kind: type,
      signed() {
        const at = nowSeconds();
        const signature = createHmac('sha256', webhookSecret).update(`${at}.${body}`).digest('hex');
        const headers = {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': `t=${at},v1=${signature}`,
        };
        return { headers, query: '', body };
      },
    };
    notifications.push(notification);
    if (notifyUrl !== null) send(notifyUrl, notification);
  }

  function send(to: string, notification: SimulatedNotification): void {
    const { headers, body } = notification.signed();
    // A receiver that does not listen misses it, as after Stripe has given up.
    const sent = fetch(to, { method: 'POST', headers, body })
      .then((answer) => answer.arrayBuffer())
      .catch(() => undefined)
      .finally(() => sending.delete(sent));
    sending.add(sent);
  }

  const server = Fastify({ forceCloseConnections: true, bodyLimit: 8 * 1024 * 1024 });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  // One character a byte, so that files stay whole.
  server.addContentTypeParser(/^multipart\/form-data/, { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body.toString('latin1')),
  );
  server.setErrorHandler((error, _request, reply) =>
    error instanceof ApiError
      ? reply.status(error.status).send({ error: error.error })
      : reply.status(500).send({ error: { type: 'api_error', message: String(error) } }),
  );

  /** Executes a request and returns its answer. */
  function answerOf(endpoint: Endpoint, id: string, text: string): KeptAnswer {
    const given = readCall(endpoint, text);
    return { status: 200, body: expand(books, endpoint.handle(given, id), given.expand) };
  }

  async function change(
    endpoint: Endpoint,
    request: FastifyRequest,
    id: string,
  ): Promise<KeptAnswer & { isReplayed?: boolean }> {
    const body = String(request.body ?? '');
    const key = request.headers['idempotency-key'] as string | undefined;
    if (key === undefined) return answerOf(endpoint, id, body);
    const earlier = keptAnswers.begin(key, `${request.url} ${body}`);
    if (earlier) return { ...earlier, isReplayed: true };
    // Other requests may arrive while it is under way.
    await wait(1);
    try {
      const answer = answerOf(endpoint, id, body);
      keptAnswers.end(key, answer);
      return answer;
    } catch (error) {
      if (error instanceof ApiError && error.isKept) {
        keptAnswers.end(key, { status: error.status, body: { error: error.error } });
      } else keptAnswers.forget(key);
      throw error;
    }
  }

  async function handleChange(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply, id: string) {
    const name = `${endpoint.method} ${endpoint.path.replace('/:id', '')}`;
    counts[name] = (counts[name] ?? 0) + 1;
    const key = request.headers['idempotency-key'] as string | undefined;
    requests.push({ path: request.url, key, body: String(request.body ?? '') });
    const fault = faults.take(request.url);
    switch (fault) {
      case 'limited':
        throw new ApiError(429, { type: 'invalid_request_error', code: 'rate_limit' });
      case 'error_before':
        throw new ApiError(500, { type: 'api_error' });
      case 'silent_before':
        return reply.hijack();
    }
    if (fault === 'slow') await wait(slowMs);
    const { status, body, isReplayed } = await change(endpoint, request, id);
    if (isReplayed) reply.header('idempotent-replayed', 'true');
    switch (fault) {
      case 'error_after': {
        const error = { error: { type: 'api_error' } };
        // The call was executed, but under this key Stripe keeps returning this error.
        if (key !== undefined) keptAnswers.end(key, { status: 500, body: error });
        return reply.status(500).send(error);
      }
      case 'silent_after':
        return reply.hijack();
      case 'cut_after':
        reply.hijack();
        return (request.raw.socket as Socket).destroy();
      case 'malformed_after':
        return reply.type('application/json').send(JSON.stringify(body).slice(0, 20));
      default:
        return reply.status(status).send(body);
    }
  }

  for (const endpoint of endpointsOf({ books, nowSeconds, pageUrl: (id) => `${url}/pay/${id}` })) {
    server.route<{ Params: { id?: string } }>({
      method: endpoint.method,
      url: endpoint.path,
      async handler(request, reply) {
        if (request.headers.authorization !== `Bearer ${secretKey}`) {
          throw new ApiError(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' });
        }
        const id = request.params.id ?? '';
        if (endpoint.method === 'POST') return await handleChange(endpoint, request, reply, id);
        return answerOf(endpoint, id, request.url.split('?')[1] ?? '').body;
      },
    });
  }
  addPages(server, books);
  url = await server.listen({ host: '127.0.0.1', port: 0 });

  async function submit(pageUrl: string, fields: Record<string, string>): Promise<string> {
    const answer = await fetch(pageUrl, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams(fields),
    });
    await answer.arrayBuffer();
    return answer.headers.get('location') ?? pageUrl;
  }

  const sum = (amounts: number[]): bigint => amounts.reduce((total, each) => total + BigInt(each), 0n);
  /** Whether it is in the account's own currency, which Stripe counts like us. */
  const isOwn = (each: { currency: string }): boolean => each.currency === currency.toLowerCase();

  return {
    name: 'stripe',
    url,
    env: {
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_URL: url,
      STRIPE_MAX_INSTALMENTS: '12',
    },
    webhookSecret,
    currency,
    country: 'MEX',
    kinds: ['hosted', 'direct'],
    can: ['pending_refunds', 'late_refund_failure', 'body_signed'],
    cards: Object.fromEntries(Object.entries(numberOf).map(([role, number]) => [role, cardWith(number)])),
    cardInOne: cardWith(numberInOne),
    requests,
    notifications,
    misbehave: (fault, times = 1, pathPart = '') => faults.set(fault, times, pathPart),
    calls: () => ({ ...counts }),
    pay: (pageUrl, role) => submit(pageUrl, { decision: 'pay', role }),
    failChallenge: (pageUrl) => submit(pageUrl, { decision: 'fail' }),
    leave: (pageUrl) => submit(pageUrl, { decision: 'leave' }),
    decidePending: async (attemptId, outcome) => books.decidePending(attemptId, outcome === 'approved'),
    holdRefunds: (count) => books.holdRefunds(count),
    endRefund: async (refundId, outcome) => books.endRefund(refundId, outcome),
    refundInPanel: async (attemptId, amountMinor) =>
      books.refund(books.intentOf(attemptId, 'succeeded'), Number(amountMinor), {}).id,
    openDispute: async (attemptId, amountMinor) =>
      books.openDispute(
        attemptId,
        amountMinor === undefined ? undefined : Number(amountMinor),
        'needs_response',
      ).id,
    closeDispute: async (disputeId, outcome) => books.closeDispute(disputeId, outcome),
    openInquiry: (attemptId) => books.openDispute(attemptId, undefined, 'warning_needs_response').id,
    escalate: (disputeId) => books.escalate(disputeId),
    warn: (attemptId) => books.warn(attemptId),
    disown: (attemptId) => books.disown(attemptId),
    payOut: (amountMinor) => books.payOut(Number(amountMinor), currency.toLowerCase()),
    payOutAll: () => books.payOutAll(currency.toLowerCase()),
    failPayout: (id) => books.failPayout(id),
    moveOther: (amountMinor, category, type) =>
      books.moveOther(Number(amountMinor), currency.toLowerCase(), category, type),
    payers: {
      pay: async (attemptId) => books.payLocal(attemptId),
      expire: async (attemptId) => books.expireLocal(attemptId),
      begunOf: (attemptId) =>
        books.all('payment_intent').filter(({ metadata }) => Object.values(metadata).includes(attemptId))
          .length,
    },
    fundPartly: (attemptId, amount) => fundPartly(books, attemptId, amount),
    closeVoucher: (attemptId) =>
      books.change(books.intentOf(attemptId, 'requires_action'), 'processing', {
        status: 'processing',
        next_action: null,
      }),
    forgetKeys() {
      keptAnswers = createKeptAnswers();
    },
    notify(to) {
      notifyUrl = to;
    },
    async answered() {
      await Promise.all(sending);
    },
    capturedMinor: () =>
      sum(
        books
          .all('charge')
          .filter(isOwn)
          .map((charge) => charge.amount_captured),
      ),
    refundedMinor: () =>
      sum(
        books
          .all('refund')
          .filter((each) => isOwn(each) && each.status === 'succeeded')
          .map(({ amount }) => amount),
      ),
    capturesOf: (attemptId) =>
      books
        .all('charge')
        .filter(({ captured, metadata }) => captured && Object.values(metadata).includes(attemptId)).length,
    instalmentsOf: (attemptId) =>
      books.all('charge').find(({ metadata }) => Object.values(metadata).includes(attemptId))
        ?.payment_method_details.card.installments?.plan.count ?? 1,
    skewClock(ms) {
      skewMs = ms;
    },
    async close() {
      await server.close();
      await Promise.allSettled(sending);
    },
  };
}
