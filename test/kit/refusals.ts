import { createSessionTokens } from '../../src/accounts/merchants/sessions/session-token.ts';
import { updateMerchant } from '../../src/accounts/merchants/store.ts';
import type { ErrorCode } from '../../src/base/ground/errors.ts';
import { insertAttempts } from '../../src/payments/charges/attempts/attempt-store.ts';
import { newAttempt } from './charges.ts';
import {
  type Credentials,
  call,
  createCharge,
  getToken,
  holderOf,
  keyHeaders,
  pay,
  sampleCharge,
  until,
} from './client.ts';
import { awaitPayment, createOrder, openOrder, processOrder } from './crypto/orders.ts';
import { addKey, addMerchant, secretsOf } from './merchants.ts';
import { fund, processPayout } from './payouts/requests.ts';
import type { TestServer } from './server.ts';
import { paidLate } from './unexpected.ts';
import { recordEvents } from './webhooks/events.ts';

/** A request that the server refuses: each client sends it and says why, by class and code. */
export interface RefusedRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  /** All credentials; absent: those of the demo merchant. */
  headers?: Record<string, string>;
  body?: unknown;
  idempotencyKey?: string;
}

/** Codes that no request of a client can bring about on a server that is well. */
type Unreachable =
  // Clients write correct HTTP and JSON.
  | 'bad_request'
  | 'request_timeout'
  | 'headers_too_large'
  | 'invalid_json'
  | 'unsupported_media_type'
  // Something is away.
  | 'rate_unavailable'
  | 'service_unavailable'
  | 'internal_error'
  // Needs 100,000 events: test/webhooks/replay.test.ts.
  | 'replay_too_large'
  // Of the dashboard.
  | 'sign_in_required'
  | 'sign_in_refused'
  | 'permission_missing'
  | 'second_factor_missing'
  | 'proof_required'
  | 'foreign_origin'
  | 'sweep_not_cancelable'
  | 'receipt_missing'
  | 'evidence_not_open'
  | 'payout_made_by_you'
  | 'payout_not_in_review'
  | 'payout_has_arrived'
  | 'approver_too_new'
  | 'settlement_decided'
  | 'destination_waits'
  | 'merchant_in_the_red';
export type ReachableCode = Exclude<ErrorCode, Unreachable>;

const charges = '/api/transactions/charges';
/** The Python client sends no number as an amount. */
const sale = { ...sampleCharge, amount: '10.50' };
const nobody = '01890000-0000-7000-8000-000000000000';
const good = '4242424242424242';

/** What has to happen before each refusal. A new code does not compile without one. */
export const refusals: Readonly<Record<ReachableCode, (server: TestServer) => Promise<RefusedRequest>>> = {
  validation_failed: (server) => charging(server, { currency: 'usd' }),
  body_too_large: (server) => charging(server, { description: 'x'.repeat(70_000) }),
  credentials_missing: async () => ({ method: 'GET', path: '/api/balances', headers: {} }),
  credentials_invalid: async ({ merchant }) => ({
    method: 'GET',
    path: '/api/balances',
    headers: keyHeaders({ ...merchant, apiKey: 'wrong' }),
  }),
  account_not_found: async () => ({
    method: 'GET',
    path: '/v1/api/authenticate',
    headers: { authorization: 'Bearer wrong' },
  }),
  token_missing: async () => ({ method: 'POST', path: charges, headers: {}, body: sale }),
  token_invalid: async () => ({
    method: 'POST',
    path: charges,
    headers: { authorization: 'Bearer a.b.c', 'x-session-id': nobody },
    body: sale,
  }),
  async token_expired(server) {
    const { tokenKeys } = await secretsOf(server);
    const longAgo = new Date(Date.now() - 120_000);
    const { accessToken } = createSessionTokens(tokenKeys).issue(holderOf(server.merchant), longAgo);
    const headers = { authorization: `Bearer ${accessToken}` };
    return { method: 'POST', path: charges, headers, body: sale };
  },
  async session_mismatch(server) {
    const { authorization } = await getToken(server, server.merchant);
    return {
      method: 'POST',
      path: charges,
      headers: { authorization, 'x-session-id': 'other' },
      body: sale,
    };
  },
  async session_already_used(server) {
    const headers = await getToken(server, server.merchant);
    await call(server, 'POST', charges, headers, sale);
    return { method: 'POST', path: charges, headers, body: { ...sale, amount: '99' } };
  },
  async idempotency_key_reused(server) {
    const idempotencyKey = `used-${await createCharge(server)}`;
    const refund = async () => ({
      method: 'POST' as const,
      path: `/api/transactions/${await paid(server)}/refunds`,
      body: { amount: '1' },
      idempotencyKey,
    });
    const { method, path, body } = await refund();
    await call(
      server,
      method,
      path,
      { ...keyHeaders(server.merchant), 'idempotency-key': idempotencyKey },
      body,
    );
    return await refund();
  },
  async scope_missing(server) {
    const key = await addKey(server, server.merchant.merchantId, { scopes: ['charges:read'] });
    return { method: 'GET', path: '/api/balances', headers: keyHeaders(key) };
  },
  async source_not_allowed(server) {
    const bounds = { sources: ['203.0.113.0/24'] };
    const key = await addKey(server, server.merchant.merchantId, { bounds });
    return { method: 'GET', path: '/api/balances', headers: keyHeaders(key) };
  },
  async merchant_disabled(server) {
    const merchant = await addMerchant(server);
    await updateMerchant(server.sql, merchant.merchantId, { enabled: false });
    return { method: 'POST', path: '/api/auth/token', headers: keyHeaders(merchant) };
  },
  async method_not_available(server) {
    const merchant = await addMerchant(server, { methods: [] });
    return { method: 'POST', path: charges, headers: await getToken(server, merchant), body: sale };
  },
  not_found: async () => ({ method: 'GET', path: `/api/transactions/${nobody}` }),
  method_not_allowed: async () => ({ method: 'GET', path: '/api/auth/token' }),
  async rate_limited(server) {
    const headers = keyHeaders(await addMerchant(server, { requestsPerTenSeconds: 2 }));
    await until(
      () => call(server, 'GET', '/api/balances', headers),
      ({ httpStatus }) => httpStatus === 429,
    );
    return { method: 'GET', path: '/api/balances', headers };
  },

  charge_not_cancelable: async (server) => onCharge(await paid(server), 'cancel'),
  charge_not_refundable: async (server) => onCharge(await createCharge(server), 'refunds'),
  charge_not_authorized: async (server) => onCharge(await createCharge(server), 'capture'),
  async charge_in_progress(server) {
    const reference = await createCharge(server);
    const charge = { merchantId: server.merchant.merchantId, id: reference };
    // The acquirer has not answered, and is not asked again for an hour.
    const attempt = newAttempt(charge, { dueAt: new Date(Date.now() + 3_600_000) });
    await server.sql.begin((tx) => insertAttempts(tx, [attempt]));
    return onCharge(reference, 'cancel');
  },
  async payment_not_resolvable(server) {
    const { reference, payment } = await paidLate(server);
    const path = `/api/transactions/${reference}/resolve`;
    await call(server, 'POST', path, keyHeaders(server.merchant), { payment, decision: 'accept' });
    return onCharge(reference, 'resolve', { payment, decision: 'return' });
  },

  async order_already_processed(server) {
    const hash = await createOrder(server);
    await processOrder(server, hash);
    return processing(server, hash, 'cashin', { description: 'Three coffees' });
  },
  async order_not_resolvable(server) {
    const { id } = await awaitPayment(server, 'TRC20');
    return onOrder(id, 'resolve', { decision: 'accept' });
  },
  order_not_refundable: async (server) => onOrder(await openOrder(server), 'refunds', {}),
  payout_not_cancelable: async (server) => onOrder(await openOrder(server), 'cancel'),
  async payout_not_open(server) {
    const payout = await madePayout(server);
    await call(server, 'POST', `/payment/${payout}/cancel`, keyHeaders(server.merchant));
    return onOrder(payout, 'link');
  },
  async payouts_not_enabled(server) {
    const merchant = await addMerchant(server, { payoutsEnabled: false });
    return processing({ merchant }, await createOrder(server), 'cashout');
  },
  async payout_limit_exceeded(server) {
    const merchant = await addMerchant(server, { payoutSingleLimit: '1' });
    return processing({ merchant }, await createOrder(server), 'cashout');
  },
  async insufficient_balance(server) {
    const merchant = await addMerchant(server);
    return processing({ merchant }, await createOrder(server), 'cashout');
  },
  async signature_missing(server) {
    const merchant = await addKey(server, server.merchant.merchantId, { signingKey: Buffer.alloc(32, 7) });
    return processing({ merchant }, await createOrder(server), 'cashout');
  },
  async invalid_signature(server) {
    const merchant = await addKey(server, server.merchant.merchantId, { signingKey: Buffer.alloc(32, 7) });
    const refused = processing({ merchant }, await createOrder(server), 'cashout');
    const signature = {
      'content-digest': 'sha-256=:AAAA:',
      'signature-input': 'sig=("@method" "@path" "content-digest");created=1',
      signature: 'sig=:AAAA:',
    };
    return { ...refused, headers: { ...refused.headers, ...signature } };
  },

  async link_not_open(server) {
    const { id, page } = await madeLink(server);
    const form = new URLSearchParams({ name: 'Ana Test', email: 'ana@customer.example' });
    const begun = await fetch(page, { method: 'POST', body: form, redirect: 'manual' });
    const reference = new URL(begun.headers.get('location') ?? '', server.url).searchParams.get('go');
    await pay(server, reference ?? '', good);
    return { method: 'POST', path: `/api/payment-links/${id}/reopen` };
  },
  async link_changed(server) {
    const { id } = await madeLink(server);
    const path = `/api/payment-links/${id}`;
    await call(server, 'PUT', path, keyHeaders(server.merchant), { ...link, title: 'Tea', version: 1 });
    return { method: 'PUT', path, body: { ...link, title: 'Coffee', version: 1 } };
  },

  webhook_url_missing: async (server) => {
    const headers = keyHeaders(await addMerchant(server));
    return { method: 'POST', path: '/api/webhooks/test', headers, body: {} };
  },
  async replay_running(server) {
    const { headers } = await startedReplay(server);
    return { method: 'POST', path: '/api/events/replays', headers, body: replay };
  },
  async replay_count_changed(server) {
    const merchant = await withEvents(server);
    const body = { ...replay, expected_count: 77 };
    return { method: 'POST', path: '/api/events/replays', headers: keyHeaders(merchant), body };
  },
  async replay_finished(server) {
    const { headers, id } = await startedReplay(server);
    await server.sql`UPDATE replays SET status = 'finished' WHERE id = ${id}`;
    return { method: 'POST', path: `/api/events/replays/${id}/cancel`, headers };
  },
};

async function charging(server: TestServer, change: object): Promise<RefusedRequest> {
  const headers = await getToken(server, server.merchant);
  return { method: 'POST', path: charges, headers, body: { ...sale, ...change } };
}

async function paid(server: TestServer): Promise<string> {
  const reference = await createCharge(server);
  await pay(server, reference, good);
  return reference;
}

const onCharge = (reference: string, act: string, body?: object): RefusedRequest => ({
  method: 'POST',
  path: `/api/transactions/${reference}/${act}`,
  ...(body && { body }),
});

const onOrder = (id: string, act: string, body?: object): RefusedRequest => ({
  method: 'POST',
  path: `/payment/${id}/${act}`,
  ...(body && { body }),
});

function processing(
  { merchant }: { merchant: Credentials },
  hash: string,
  typeTransaction: 'cashin' | 'cashout',
  change: object = {},
): RefusedRequest {
  const body = {
    hash,
    paymentMethod: 'usdt',
    typePayment: 'wallet',
    typeTransaction,
    description: 'Two coffees',
    merchantId: merchant.merchantId,
    ...change,
  };
  return { method: 'POST', path: '/processor', headers: keyHeaders(merchant), body };
}

async function madePayout(server: TestServer): Promise<string> {
  await fund(server, server.merchant.merchantId, 100_000_000n);
  const { body } = await processPayout(server, await createOrder(server), server.merchant);
  return body.orderId;
}

const link = {
  kind: 'link',
  title: 'Two coffees',
  country: 'USA',
  currency: 'USD',
  amount: '10.50',
  methods: ['CARDS'],
};

async function madeLink(server: TestServer): Promise<{ id: string; page: string }> {
  const headers = keyHeaders(server.merchant);
  const { body } = await call(server, 'POST', '/api/payment-links', headers, { ...link, once: true });
  return { id: body.data.id, page: body.data.url };
}

const replay = { delivery_status: 'undeliverable', per_second: 1 };

async function withEvents(server: TestServer): Promise<Credentials> {
  const merchant = await addMerchant(server);
  const ids = await recordEvents(server.sql, merchant.merchantId, 'http://127.0.0.1:9/hook', 3);
  await server.sql`
    UPDATE deliveries
       SET status = 'undeliverable', failures = 4
     WHERE event_id = ANY (${ids}::uuid[])`;
  return merchant;
}

async function startedReplay(server: TestServer): Promise<{ headers: Record<string, string>; id: string }> {
  const headers = keyHeaders(await withEvents(server));
  const { body } = await call(server, 'POST', '/api/events/replays', headers, replay);
  const { id } = body.data.replay;
  // It goes on only when a test is long over, even if the worker has just finished it.
  const later = new Date(Date.now() + 3_600_000);
  await server.sql`UPDATE replays SET status = 'running', due_at = ${later} WHERE id = ${id}`;
  return { headers, id };
}
