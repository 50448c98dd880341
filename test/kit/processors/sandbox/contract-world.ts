import Fastify from 'fastify';
import { connect } from '../../../../src/base/db/pool.ts';
import type { Card } from '../../../../src/payments/charges/payment-processor.ts';
import { sandbox } from '../../../../src/payments/processors/sandbox/sandbox-processor.ts';
import { refundInPanel } from '../../../../src/sandbox/acquirer/refunds.ts';
import { startAcquirer } from '../../../../src/sandbox/acquirer/start.ts';
import { createTestDatabase } from '../../postgres.ts';
import { type ContractWorld, hastyMs } from '../contract-world.ts';
import { startFaultyFront } from '../faulty-front.ts';
import type { LocalWorld, Payers } from '../local.ts';
import type { ProcessorSimulator } from '../simulator.ts';

const challengePath = '/sandbox/3ds';
const localPath = '/sandbox/pay';

/** Long enough for a loopback call on a busy machine. */
const timeoutMs = 4_000;

/** The sandbox acquirer with its database and its 3-D Secure page, as in the running sandbox. */
export async function startSandboxWorld(): Promise<ContractWorld & LocalWorld> {
  const database = await createTestDatabase();
  const sql = connect(database.url);
  const secret = 'contract-test-secret';
  const acquirer = await startAcquirer({
    sql,
    secret,
    challengeBaseUrl: () => `https://pay.example${challengePath}`,
    localPageBaseUrl: () => 'https://pay.example/sandbox/pay',
    disputeDelayMs: 50,
  });
  const front = await startFaultyFront(acquirer.url);
  const bank = Fastify();
  await bank.register(acquirer.challengeRoutes, { prefix: challengePath });
  await bank.register(acquirer.localRoutes, { prefix: localPath });
  const decide = async (url: string, decision: string): Promise<string> => {
    await bank.inject({
      method: 'POST',
      url: new URL(url).pathname,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `decision=${decision}`,
    });
    return '';
  };
  const payers: Payers = {
    async pay(attemptId) {
      const [row] = await sql<{ status: string }[]>`
        SELECT status FROM sandbox_acquirer.local_payments WHERE id = ${attemptId}`;
      if (row?.status !== 'waiting') throw new Error('the payment does not wait');
      await bank.inject({ method: 'POST', url: `${localPath}/${attemptId}`, payload: { decision: 'pay' } });
    },
    async expire(attemptId) {
      await sql`
        UPDATE sandbox_acquirer.local_payments SET expires_at = now() - interval '1 second' WHERE id = ${attemptId}`;
    },
    async begunOf(attemptId) {
      const [row] = await sql<{ count: number }[]>`
        SELECT count(*)::int AS count FROM sandbox_acquirer.local_payments WHERE id = ${attemptId}`;
      return row?.count ?? 0;
    },
  };
  async function sum(expression: string, condition = 'true'): Promise<bigint> {
    const [row] = await sql<{ total: bigint }[]>`
      SELECT coalesce(sum(${sql.unsafe(expression)}), 0)::bigint AS total
        FROM sandbox_acquirer.payments
       WHERE ${sql.unsafe(condition)}`;
    return row?.total ?? 0n;
  }
  const never = (): never => {
    throw new Error('the sandbox acquirer does nothing of the kind');
  };

  const simulator: ProcessorSimulator = {
    name: 'sandbox',
    url: front.url,
    env: { secret },
    currency: 'COP',
    country: 'COL',
    kinds: ['direct'],
    can: [],
    cards: {
      approved: card('4242424242424242'),
      challenge: card('4000002760003184'),
      card_refused: card('4000000000000002'),
      insufficient_funds: card('4000000000009995'),
      card_expired: card('4000000000000069'),
      wrong_security_code: card('4000000000000127'),
    },
    cardInOne: card('4000056655665556'),
    misbehave: front.misbehave,
    calls: front.calls,
    pay: (url) => decide(url, 'approve'),
    failChallenge: (url) => decide(url, 'fail'),
    leave: never,
    decidePending: never,
    holdRefunds: never,
    endRefund: never,
    async refundInPanel(attemptId, amountMinor) {
      const refund = await refundInPanel(sql, attemptId, amountMinor);
      return `SBR-${refund?.reference}`;
    },
    async openDispute(attemptId) {
      await sql`UPDATE sandbox_acquirer.payments SET dispute_due_at = now() WHERE id = ${attemptId}`;
      return '';
    },
    closeDispute: never,
    notifications: [],
    notify: () => {},
    capturedMinor: () => sum('coalesce(captured_minor, amount_minor)', "status = 'approved'"),
    refundedMinor: () => sum('refunded_minor'),
    async capturesOf(attemptId) {
      const [row] = await sql<{ count: number }[]>`
        SELECT count(*)::int AS count
          FROM sandbox_acquirer.payments
         WHERE id = ${attemptId}
           AND status = 'approved'`;
      return row?.count ?? 0;
    },
    async instalmentsOf(attemptId) {
      const [row] = await sql<{ instalments: number }[]>`
        SELECT instalments
          FROM sandbox_acquirer.payments
         WHERE id = ${attemptId}`;
      return row?.instalments ?? 0;
    },
    skewClock: never,
    async close() {
      await front.close();
      await bank.close();
      await acquirer.close();
      await sql.end();
      await database.drop();
    },
  };
  return {
    processor: sandbox.open({ url: front.url, secret, timeoutMs }, 'direct'),
    hasty: sandbox.open({ url: front.url, secret, timeoutMs: hastyMs }, 'direct'),
    // Port 1 is reserved: nothing listens there.
    unreachable: sandbox.open({ url: 'http://127.0.0.1:1', secret, timeoutMs: hastyMs }, 'direct'),
    simulator,
    payers,
    lacks: ['pending', 'pending_refunds', 'disputes_won', 'late_refund_failure', 'lines', 'notifications'],
    close: () => simulator.close(),
  };
}

function card(number: string): Card {
  return { number, expiryMonth: 12, expiryYear: 2099, securityCode: '123', holderName: 'Ana Prueba' };
}
