import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { balancesOf } from '../../src/accounts/ledger/ledger.ts';
import { createMemoryLogger } from '../../src/base/ground/logger.ts';
import type { Money } from '../../src/base/money/money.ts';
import { notation } from '../../src/chain/chains/notation.ts';
import { recordDispute } from '../../src/payments/charges/disputes/record-dispute.ts';
import { bookMovements } from '../../src/payments/charges/movements/book-movements.ts';
import { compareBalance } from '../../src/payments/charges/movements/compare-balance.ts';
import { reconcileMovements } from '../../src/payments/charges/movements/reconcile-movements.ts';
import type { AttemptFinding } from '../../src/payments/charges/payment-processor.ts';
import type { PaymentProcessors } from '../../src/payments/charges/payment-processors.ts';
import { refundCharge } from '../../src/payments/charges/refunds/refund-charge.ts';
import { chargeHistory } from '../../src/surfaces/lookup/charge-history.ts';
import { useBooks } from '../kit/books.ts';
import { aPaidCharge, scriptedAcquirer } from '../kit/charges.ts';
import type { ContractWorld } from '../kit/processors/contract-world.ts';
import { startMercadopagoWorld } from '../kit/processors/mercadopago/contract-world.ts';
import { anAuthorizeRequest, aRefundRequest } from '../kit/processors/requests.ts';
import { startStripeWorld } from '../kit/processors/stripe/contract-world.ts';

/** The account movements of real processors, in our ledger. dLocal reports none. */

const hourMs = 60 * 60 * 1000;
const { sql, merchantId, faults } = useBooks();

describe.each([
  ['stripe', () => startStripeWorld('hosted')],
  ['mercadopago', () => startMercadopagoWorld({})],
] as [string, () => Promise<ContractWorld>][])('of %s', (name, startWorld) => {
  let world: ContractWorld;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.close());

  const of = (amountMinor: bigint): Money => ({ amountMinor, currency: world.simulator.currency });

  /** Paid at the processor and in our ledger. */
  async function paid() {
    const { processor, simulator } = world;
    const charge = await aPaidCharge(sql(), merchantId(), of(100_000n), { processor: name, accountId: null });
    const place = { amount: charge.amount, country: simulator.country };
    const request = anAuthorizeRequest(place, null, { attemptId: charge.attemptId });
    const opened = await processor.authorize(request);
    if (opened.outcome !== 'challenge') throw new Error(`it is ${opened.outcome}`);
    await simulator.pay(opened.url, 'approved');
    const found: AttemptFinding = await processor.inquire({ ...request, handle: opened.handle });
    if (found.outcome !== 'approved') throw new Error(`it is ${found.outcome}`);
    return { ...charge, processorReference: found.processorReference };
  }

  test('payments, a refund and a dispute with their fees are entered, and both sides agree to the last unit', async () => {
    const { processor, simulator } = world;
    const account = { processor, accountId: null, merchantId: null };
    const [refunded, disputed] = [await paid(), await paid()];
    const { refund } = await refundCharge(scriptedAcquirer(sql(), { ...account, name }), refunded, {
      ...{ amountMinor: 30_000n, idempotencyKey: null },
    });
    await processor.refund(aRefundRequest(refunded, of(30_000n), { refundId: refund.id }));
    const { attemptId } = disputed;
    const disputeId = await simulator.openDispute(attemptId);
    const dispute = { disputeId, attemptId, amount: of(100_000n), status: 'open', reason: null } as const;
    await sql().begin((tx) =>
      recordDispute(tx, { processor: name, accountId: null }, dispute, new Date(), new Date()),
    );

    const processors = { accounts: async () => [account] } as unknown as PaymentProcessors;
    const later = new Date(Date.now() + hourMs);
    expect(
      await bookMovements({
        sql: sql(),
        processors,
        now: () => later,
        logger: createMemoryLogger([]),
        alertEmail: null,
      }),
    ).toBe(4);
    const today = { from: new Date(later.getTime() - 2 * hourMs), to: later };
    const farther = new Date(later.getTime() + hourMs);
    const report = await reconcileMovements(sql(), [account], today, farther, () => {});
    const counts = { payment: 2, refund: 1, dispute: 1 };
    expect(report).toMatchObject({ found: 0, findings: [], theirs: counts, ours: counts });
    expect(await faults()).toEqual([]);

    const story = await chargeHistory(sql(), disputed, notation);
    const told = story.lines.filter(({ part }) => part === 'ledger').map(({ text }) => text.split(':')[0]);
    expect(told).toEqual(expect.arrayContaining(['charge_approved', 'charge_back', 'processor_fee']));

    // The amount that the processor still owes equals the sum of its account movements.
    let heldMinor = 0n;
    for await (const { amount, feeMinor } of processor.linesBetween(today.from, today.to)) {
      heldMinor += amount.amountMinor - feeMinor;
    }
    const clearing = (await balancesOf(sql(), merchantId())).find(
      (each) => each.account === `card_clearing_${name}`,
    );
    expect(clearing?.balance).toBe(-heldMinor);
    // It also equals the processor's own balance, if there is one, which differs by the movements that are not yet
    // booked.
    const differences = async () =>
      (await compareBalance(sql(), account, later, () => new Date())).map(
        ({ theirsMinor, oursMinor }) => theirsMinor - oursMinor,
      );
    expect(await differences()).toEqual(name === 'stripe' ? [0n] : []);

    await paid();
    await simulator.openDispute(refunded.attemptId);
    const again = await reconcileMovements(sql(), [account], today, farther, () => {});
    expect(again.findings.map(({ problem, kind }) => `${problem} ${kind}`).sort()).toEqual([
      'missing_here dispute',
      'not_booked dispute',
      'not_booked payment',
    ]);
    expect(await differences()).toEqual(name === 'stripe' ? [246_00n] : []);
  });
});
