import { insertAttempt } from '../../src/charges/attempt-store.ts';
import type { CardProcessor, Dispute, RefundOutcome } from '../../src/charges/card-processor.ts';
import type { ProcessorAccount } from '../../src/charges/card-processors.ts';
import type { Charge } from '../../src/charges/charge.ts';
import { insertCharges } from '../../src/charges/insert-charges.ts';
import type { AttemptAddresses, ResolveDeps } from '../../src/charges/resolve-attempt.ts';
import { settleAttempt } from '../../src/charges/settle-attempt.ts';
import { newIdOf } from '../../src/db/ids.ts';
import type { Sql } from '../../src/db/pool.ts';
import type { Money } from '../../src/money/money.ts';

/** An acquirer that answers refunds as it is told to, and has the disputes it is given. */
export interface ScriptedAcquirer extends ResolveDeps {
  processor: CardProcessor;
  account: ProcessorAccount;
  refundOutcome: RefundOutcome['outcome'];
  disputes: Dispute[];
}

export function scriptedAcquirer(sql: Sql): ScriptedAcquirer {
  const never = async (): Promise<never> => {
    throw new Error('nobody asks this here');
  };
  const acquirer: ScriptedAcquirer = {
    sql,
    now: () => new Date(),
    addresses: testAddresses,
    cards: {
      routesOf: async () => [{ ...acquirer.account, why: 'it is the only one' }],
      of: async () => acquirer.processor,
      accounts: async () => [acquirer.account],
      account: async () => acquirer.account,
      note: () => {},
      health: () => [],
    },
    get account() {
      return { processor: acquirer.processor, accountId: null };
    },
    refundOutcome: 'refunded',
    disputes: [],
    processor: {
      name: 'sandbox',
      kind: 'direct',
      brands: [],
      challengeLifetimeMs: 60_000,
      pendingIntervalMs: 60_000,
      payerFields: () => [],
      refuses: () => null,
      readNotification: () => null,
      trace: never,
      linesBetween: never as never,
      authorize: never,
      inquire: never,
      abandon: never,
      refund: async () =>
        ({
          refunded: { outcome: 'refunded', processorReference: 'r' },
          refused: { outcome: 'refused', reason: 'too_late' },
          pending: { outcome: 'pending', processorReference: 'r' },
          unknown: { outcome: 'unknown', cause: 'no answer' },
        })[acquirer.refundOutcome] as RefundOutcome,
      disputesAfter: async (cursor) => ({
        disputes: acquirer.disputes.slice(Number(cursor)),
        cursor: String(acquirer.disputes.length),
      }),
      readDispute: async (id) => acquirer.disputes.find(({ disputeId }) => disputeId === id) ?? null,
    },
  };
  return acquirer;
}

/** Where nobody listens. */
export const testAddresses: AttemptAddresses = {
  returnUrl: (chargeId) => `https://pay.example/pay/${chargeId}/return`,
  cancelUrl: (chargeId) => `https://pay.example/pay/${chargeId}?left`,
  notificationUrl: (processor) => `https://pay.example/processors/${processor}/notifications`,
};

export function aCharge(merchantId: string, amount: Money): Charge {
  const now = new Date();
  return {
    merchantId,
    id: newIdOf(merchantId),
    status: 'open',
    method: 'CARDS',
    country: 'COL',
    amount,
    description: null,
    customerId: null,
    email: null,
    orderNumber: null,
    metadata: null,
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
  };
}

/** A charge that a card has paid; with the attempt that a dispute names. */
export async function aPaidCharge(
  sql: Sql,
  merchantId: string,
  amount: Money,
): Promise<Charge & { attemptId: string }> {
  const charge = aCharge(merchantId, amount);
  const attemptId = newIdOf(merchantId);
  const now = new Date();
  await insertCharges(sql, [{ charge, requestHash: Buffer.alloc(0) }]);
  await sql.begin((tx) =>
    insertAttempt(tx, {
      merchantId,
      id: attemptId,
      chargeId: charge.id,
      processor: 'sandbox',
      kind: 'direct',
      accountId: null,
      route: 'the usual order',
      card: null,
      cardFingerprint: null,
      clientAddressHash: Buffer.alloc(0),
      createdAt: now,
      dueAt: now,
    }),
  );
  const attempt = { merchantId, id: attemptId, chargeId: charge.id };
  const approved = { outcome: 'approved', processorReference: 'p', card: null } as const;
  await settleAttempt({ sql }, attempt, approved, scriptedAcquirer(sql).processor, now);
  return { ...charge, attemptId };
}
