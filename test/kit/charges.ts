import { newId, newIdOf } from '../../src/base/db/ids.ts';
import type { Sql } from '../../src/base/db/pool.ts';
import { createMemoryLogger } from '../../src/base/ground/logger.ts';
import type { Money } from '../../src/base/money/money.ts';
import { insertAttempts, type NewAttempt } from '../../src/payments/charges/attempts/attempt-store.ts';
import { recordAttemptOutcome } from '../../src/payments/charges/attempts/record-outcome.ts';
import type { AttemptAddresses } from '../../src/payments/charges/attempts/resolve-attempt.ts';
import { type NewCase, openCase } from '../../src/payments/charges/cases/case-store.ts';
import type { Charge } from '../../src/payments/charges/charge.ts';
import { insertCharges } from '../../src/payments/charges/insert-charges.ts';
import { saveBalances } from '../../src/payments/charges/movements/balance-store.ts';
import { insertPayouts } from '../../src/payments/charges/movements/payout-store.ts';
import { saveRun } from '../../src/payments/charges/movements/run-store.ts';
import type { FollowDeps } from '../../src/payments/charges/notifications/follow-notifications.ts';
import type {
  Dispute,
  PaymentProcessor,
  ProcessorMovement,
  RefundOutcome,
  SeenRefund,
} from '../../src/payments/charges/payment-processor.ts';
import type { ProcessorAccount } from '../../src/payments/charges/payment-processors.ts';

/** An acquirer with scripted refund outcomes, disputes and movements. */
export interface ScriptedAcquirer extends FollowDeps {
  processor: PaymentProcessor;
  lines: ProcessorMovement[];
  account: ProcessorAccount;
  refundOutcome: RefundOutcome['outcome'];
  disputes: Dispute[];
  /** Refunds as the processor lists them, for any payment. */
  seenRefunds: SeenRefund[];
}

export function scriptedAcquirer(
  sql: Sql,
  { name, ...whose }: { name: string } & Omit<ProcessorAccount, 'processor'> = installationsSandbox,
): ScriptedAcquirer {
  const never = async (): Promise<never> => {
    throw new Error('nobody asks this here');
  };
  const acquirer: ScriptedAcquirer = {
    sql,
    now: () => new Date(),
    addresses: testAddresses,
    logger: createMemoryLogger([]),
    alertEmail: 'ops@company.example',
    processors: {
      routesOf: async () => [{ ...acquirer.account, why: 'it is the only one' }],
      methods: new Set(['CARDS']),
      of: async () => acquirer.processor,
      accounts: async () => [acquirer.account],
      notified: async () => [acquirer.account],
      note: () => {},
      health: () => [],
    },
    get account() {
      return { processor: acquirer.processor, ...whose };
    },
    refundOutcome: 'refunded',
    disputes: [],
    seenRefunds: [],
    lines: [],
    processor: {
      name,
      kind: 'direct',
      methods: ['CARDS'],
      brands: [],
      challengeLifetimeMs: 60_000,
      pendingIntervalMs: 60_000,
      disputesIntervalMs: 60_000,
      payerFields: () => [],
      refuses: () => null,
      instalments: () => [],
      readNotification: () => null,
      trace: never,
      hasLines: true,
      async *linesBetween(from, to) {
        yield* acquirer.lines.filter(({ at }) => at >= from && at < to);
      },
      authorize: never,
      inquire: never,
      abandon: never,
      refund: async ({ refundReference }) =>
        ({
          refunded: { outcome: 'refunded', processorReference: refundReference ?? 'r' },
          refused: { outcome: 'refused', reason: 'too_late' },
          pending: { outcome: 'pending', processorReference: refundReference ?? 'r' },
          unknown: { outcome: 'unknown', cause: 'no answer' },
        })[acquirer.refundOutcome] as RefundOutcome,
      refundsOf: async () => acquirer.seenRefunds,
      disputesAfter: async (cursor) => ({
        disputes: acquirer.disputes.slice(Number(cursor)),
        cursor: String(acquirer.disputes.length),
      }),
      readDispute: async (id) => acquirer.disputes.find(({ disputeId }) => disputeId === id) ?? null,
    },
  };
  return acquirer;
}

const installationsSandbox = { name: 'sandbox', accountId: null, merchantId: null };

/** A movement of a payment of 100.00 USD that cost 3.20; other fields as given. */
export function aMovement(line: Partial<ProcessorMovement>): ProcessorMovement {
  return {
    lineId: newId(),
    kind: 'payment',
    attemptId: null,
    refundId: null,
    disputeId: null,
    amount: { amountMinor: 100_00n, currency: 'USD' },
    feeMinor: 3_20n,
    at: new Date(Date.now() - 60_000),
    ...line,
  };
}

/** Opens an unexplained case of 7.77 USD, not in suspense; other fields as given. Returns its id. */
export async function aCase(sql: Sql, merchantId: string, given: Partial<NewCase> = {}): Promise<string> {
  const id = newId();
  const unexplained: NewCase = {
    ...{ merchantId, id, processor: 'stripe', accountId: null, kind: 'other', reference: `txn_${id}` },
    ...{ chargeId: null, amount: { amountMinor: -7_77n, currency: 'USD' }, reason: 'unknown_kind' },
    isPosted: false,
    ...given,
  };
  await sql.begin((tx) => openCase(tx, unexplained, new Date()));
  return id;
}

/** A day that was compared with Stripe: a run with findings, a balance that differs, and a manual payout. */
export async function aComparedDay(sql: Sql): Promise<void> {
  const [now, account] = [new Date(), { processor: 'stripe', accountId: null }];
  const day = { from: new Date('2026-01-30T00:00:00Z'), to: new Date('2026-01-31T00:00:00Z') };
  const counts = { lines: 412n, entries: 398n, found: 2n, casesOpened: 1n };
  await saveRun(sql, { ...account, ...day, ...counts, ranAt: now, failure: null });
  const sums = { theirsMinor: 10_250_40n, oursMinor: 10_200_00n, summedUntil: day.to, summedMinor: 0n };
  await saveBalances(sql, [{ ...account, ...sums, currency: 'USD', readAt: now, since: now, runs: 1 }]);
  const payout = { id: newId(), reference: 'po_of_a_day', currency: 'USD', amountMinor: 96_80n };
  await insertPayouts(sql, [{ ...account, ...payout, at: now, arrivesAt: now, isListed: false }]);
}

/** Nothing listens at these URLs. */
export const testAddresses: AttemptAddresses = {
  returnUrl: (chargeId) => `https://pay.example/pay/${chargeId}/return`,
  cancelUrl: (chargeId) => `https://pay.example/pay/${chargeId}?left`,
  notificationUrl: (processor) => `https://pay.example/processors/${processor}/notifications`,
};

/** An attempt at the sandbox acquirer, as recorded before the acquirer is asked; other fields as given. */
export function newAttempt(
  { merchantId, id: chargeId }: Pick<Charge, 'merchantId' | 'id'>,
  attempt: Partial<NewAttempt> = {},
): NewAttempt {
  const now = new Date();
  return {
    merchantId,
    id: newIdOf(merchantId),
    chargeId,
    processor: 'sandbox',
    kind: 'direct',
    method: 'CARDS',
    accountId: null,
    route: 'the usual order',
    card: null,
    details: null,
    instalments: 1,
    capture: 'automatic',
    cardFingerprint: null,
    clientAddressHash: Buffer.alloc(0),
    createdAt: now,
    dueAt: now,
    ...attempt,
  };
}

export function aCharge(merchantId: string, amount: Money): Charge {
  const now = new Date();
  return {
    merchantId,
    id: newIdOf(merchantId),
    status: 'open',
    method: 'CARDS',
    anyMethod: false,
    country: 'COL',
    amount,
    capture: 'automatic',
    capturedMinor: null,
    description: null,
    customerId: null,
    email: null,
    orderNumber: null,
    metadata: null,
    statementDescriptor: null,
    language: null,
    notificationUrl: null,
    returnUrl: null,
    refusedCount: 0,
    refundedMinor: 0n,
    refundPendingMinor: 0n,
    createdAt: now,
    expiresAt: now,
    decidedAt: null,
    approvedAt: null,
    refundedAt: null,
    traceparent: null,
  };
}

/** A charge paid by card, with the attempt that a dispute names. */
export async function aPaidCharge(
  sql: Sql,
  merchantId: string,
  amount: Money,
  { processor, accountId }: { processor: string; accountId: string | null } = {
    processor: 'sandbox',
    accountId: null,
  },
): Promise<Charge & { attemptId: string }> {
  const charge = aCharge(merchantId, amount);
  const attemptId = newIdOf(merchantId);
  const now = new Date();
  await insertCharges(sql, [{ charge, requestHash: '' }]);
  const asked = newAttempt(charge, { id: attemptId, processor, accountId, createdAt: now, dueAt: now });
  await sql.begin((tx) => insertAttempts(tx, [asked]));
  const attempt = { merchantId, id: attemptId, chargeId: charge.id };
  const approved = { outcome: 'approved', processorReference: 'p', card: null } as const;
  await recordAttemptOutcome({ sql }, attempt, approved, scriptedAcquirer(sql).processor, now);
  return { ...charge, attemptId };
}

/** A charge whose amount is held on a card, to be captured or voided. */
export async function aHeldCharge(sql: Sql, merchantId: string, amount: Money): Promise<Charge> {
  const charge: Charge = { ...aCharge(merchantId, amount), capture: 'manual' };
  await insertCharges(sql, [{ charge, requestHash: '' }]);
  const asked = newAttempt(charge, { capture: 'manual' });
  await sql.begin((tx) => insertAttempts(tx, [asked]));
  const attempt = { merchantId, id: asked.id, chargeId: charge.id };
  const held = { outcome: 'authorized', processorReference: 'p', expiresAt: null, card: null } as const;
  await recordAttemptOutcome({ sql }, attempt, held, scriptedAcquirer(sql).processor, new Date());
  return charge;
}
