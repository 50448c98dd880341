import { randomUUID } from 'node:crypto';
import { Client } from 'undici';
import { type Credentials, keyHeaders, sampleCharge } from '../kit/client.ts';
import { post } from '../kit/processes/load.ts';

/**
 * The memory of merchants and their customers of a server that keeps dying: the answers, and the requests that were
 * never answered, which they send again.
 */
export interface Memory {
  /** Charges answered with 200: reference to minor units. */
  charges: Map<string, bigint>;
  /** Charges whose payment was answered `approved`. */
  approved: Set<string>;
  /** Refunds answered `succeeded`: idempotency key to minor units. */
  refunds: Map<string, bigint>;
  unanswered: Request[];
  /** Answers that nobody should get, from a running or a dying server. */
  surprises: string[];
}

interface Request {
  path: string;
  headers: Record<string, string>;
  body: object;
  amountMinor: bigint;
}

export function newMemory(): Memory {
  return { charges: new Map(), approved: new Set(), refunds: new Map(), unanswered: [], surprises: [] };
}

/** Shares of customers' acts, small where each case costs the acquirer's time-out. */
const payShare = 0.6;
const timeoutCardShare = 0.05;
const refundShare = 0.3;

/** Buys on one connection until the server dies: token, charge, often a payment, sometimes a refund. */
export async function payUntilKilled(url: string, merchant: Credentials, memory: Memory): Promise<void> {
  const client = new Client(url);
  try {
    for (;;) await shop(client, merchant, memory);
  } catch {
    // The server is gone, and so is the connection.
  } finally {
    await client.destroy();
  }
}

async function shop(client: Client, merchant: Credentials, memory: Memory): Promise<void> {
  const token = await post(client, '/api/auth/token', keyHeaders(merchant), undefined);
  if (token.status !== 200) return void memory.surprises.push(`token: ${token.status}`);
  const amountMinor = BigInt(200 + Math.floor(Math.random() * 100_000));
  const { access_token: accessToken, session_id: sessionId } = token.body.data;
  const reference = await createCharge(client, memory, {
    path: '/api/transactions/charges',
    headers: { authorization: `Bearer ${accessToken}`, 'x-session-id': sessionId },
    body: { ...sampleCharge, amount: Number(amountMinor) / 100 },
    amountMinor,
  });
  if (reference === null || Math.random() > payShare) return;

  const number = Math.random() < timeoutCardShare ? '4000000000000119' : '4242424242424242';
  const status = await pay(client, reference, number);
  // Open: the acquirer took too long; an inquiry follows later.
  if (status !== 'approved') return void (status === 'open' || memory.surprises.push(`payment: ${status}`));
  memory.approved.add(reference);
  if (Math.random() > refundShare) return;
  const part = 1n + BigInt(Math.floor(Math.random() * Number(amountMinor / 2n)));
  await refund(client, memory, {
    path: `/api/transactions/${reference}/refunds`,
    headers: { ...keyHeaders(merchant), 'idempotency-key': randomUUID() },
    body: { amount: Number(part) / 100 },
    amountMinor: part,
  });
}

/** After a crash, a merchant repeats unanswered requests unchanged. */
export async function sendAgain(url: string, memory: Memory): Promise<void> {
  const client = new Client(url);
  for (const request of memory.unanswered.splice(0)) {
    if (request.path.endsWith('/refunds')) await refund(client, memory, request);
    else await createCharge(client, memory, request);
  }
  await client.close();
}

async function createCharge(client: Client, memory: Memory, request: Request): Promise<string | null> {
  const answer = await send(client, memory, request);
  if (answer.status !== 200) {
    memory.surprises.push(`charge: ${answer.status} ${JSON.stringify(answer.body)}`);
    return null;
  }
  memory.charges.set(answer.body.data.reference, request.amountMinor);
  return answer.body.data.reference;
}

async function refund(client: Client, memory: Memory, request: Request): Promise<void> {
  const answer = await send(client, memory, request);
  if (answer.status !== 200) memory.surprises.push(`refund: ${answer.status} ${JSON.stringify(answer.body)}`);
  // Pending is a valid answer too: the service itself makes an inquiry for a refund interrupted by the crash.
  else if (answer.body.data.status === 'succeeded') {
    memory.refunds.set(request.headers['idempotency-key'] as string, request.amountMinor);
  }
}

async function send(client: Client, memory: Memory, request: Request): ReturnType<typeof post> {
  memory.unanswered.push(request);
  const answer = await post(client, request.path, request.headers, request.body);
  memory.unanswered.splice(memory.unanswered.indexOf(request), 1);
  return answer;
}

async function pay(client: Client, reference: string, number: string): Promise<string> {
  const answer = await client.request({
    method: 'POST',
    path: `/pay/${reference}`,
    headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ number, expiry: '12/39', code: '123', name: 'Ana Test' }).toString(),
  });
  const state = (await answer.body.json()) as { status?: string };
  return state.status ?? String(answer.statusCode);
}
