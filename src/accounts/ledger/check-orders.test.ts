import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { useBooks } from '../../../test/kit/books.ts';
import { aCharge } from '../../../test/kit/charges.ts';
import {
  aHeldOrder,
  amountUnits,
  arrive,
  cursorAt,
  outcomeDeps,
  recordOutcome,
  timeOf,
} from '../../../test/kit/crypto/held-orders.ts';
import { PasarelaError } from '../../base/ground/errors.ts';
import type { Resolution } from '../../crypto/orders/order.ts';
import { resolveOrder } from '../../crypto/orders/outcome/resolve-order.ts';
import { transfersOfOrder } from '../../crypto/orders/transfers/transfer-store.ts';
import { insertCharges } from '../../payments/charges/insert-charges.ts';

const { sql, merchantId, faults, found, damage } = useBooks();
let order: Awaited<ReturnType<typeof aHeldOrder>>;

/** The order's time ends at block 1,000. */
async function newOrder(chargeId?: string): Promise<typeof order> {
  return await aHeldOrder(sql(), merchantId(), { heldUntil: timeOf(1_000n), ...(chargeId && { chargeId }) });
}

beforeEach(async () => {
  order = await newOrder();
  await cursorAt(sql(), 2_000n);
});

function resolve(resolution: Resolution, fromOtherFunds = false) {
  const isMerchant = resolution === 'refund_due';
  const request = { resolution, note: 'the customer wrote', fromOtherFunds, actor: 'ana', isMerchant };
  return resolveOrder({ ...outcomeDeps, sql: sql(), now: () => new Date() }, order.orderId, request);
}

/** Removes everything above a block from the chain. */
async function orphanAbove(block: bigint): Promise<void> {
  await sql()`
    UPDATE transfers
       SET orphaned = true
     WHERE order_id = ${order.orderId}
       AND block_number > ${block}`;
}

const block = fc.constantFrom(700n, 800n, 900n, 1_000n, 1_001n, 1_500n);
const units = fc.constantFrom(
  9_999n,
  10_000n,
  40_000_000n,
  60_000_000n,
  99_500_000n,
  amountUnits,
  150_000_001n,
);
const word = fc.constantFrom<Resolution>('accepted', 'refunded', 'ignored', 'refund_due');
const turn = fc.oneof(
  { weight: 4, arbitrary: fc.record({ what: fc.constant('paid' as const), units, block }) },
  { weight: 4, arbitrary: fc.record({ what: fc.constant('final' as const), block }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('final' as const), block: fc.constant(2_000n) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('reorganised' as const), block }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('mined again' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constant('resolved' as const), word, fromOtherFunds: fc.boolean() }),
  },
);

test('honest books give no fault, whatever was paid exactly, short, over, late, in parts, taken back or resolved', async () => {
  const earlier = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { maxLength: 12, size: 'max' }), async (turns) => {
      order = await newOrder();
      let finalBlock = 600n;
      for (const each of turns) {
        if (each.what === 'final' && each.block > finalBlock) finalBlock = each.block;
        if (each.what === 'reorganised' && each.block < finalBlock) finalBlock = each.block;
        await cursorAt(sql(), 2_000n, finalBlock);
        if (each.what === 'paid') await arrive(sql(), order, each.units, each.block);
        if (each.what === 'reorganised') await orphanAbove(each.block);
        if (each.what === 'mined again') {
          await sql()`UPDATE transfers SET orphaned = false WHERE order_id = ${order.orderId}`;
        }
        if (each.what === 'resolved') {
          // Not every order awaits a resolution, and not every resolution fits.
          await resolve(each.word, each.fromOtherFunds).catch((error) =>
            expect(error).toBeInstanceOf(PasarelaError),
          );
        }
        await recordOutcome(sql(), order);
      }
      // The chain of earlier histories was longer: their orders would have to be rolled back with it.
      const all = (await faults()) as { orderId?: string; ofId?: string | null }[];
      expect(all.filter((fault) => !earlier.has(fault.orderId ?? fault.ofId ?? ''))).toEqual([]);
      earlier.add(order.orderId);
    }),
    {
      numRuns: 30,
      examples: [
        [
          [
            { what: 'paid', units: 9_999n, block: 800n },
            { what: 'final', block: 2_000n },
            { what: 'paid', units: 9_999n, block: 1_001n },
            { what: 'resolved', word: 'refunded', fromOtherFunds: true },
            { what: 'reorganised', block: 800n },
            { what: 'final', block: 2_000n },
            { what: 'resolved', word: 'refund_due', fromOtherFunds: true },
          ],
        ],
      ],
    },
  );
});

/** The one transfer of the order. */
async function transferId(): Promise<string> {
  const [transfer] = await transfersOfOrder(sql(), merchantId(), order.orderId);
  return transfer?.id as string;
}

describe('of an order that was paid exactly, it is found that', () => {
  beforeEach(async () => {
    await arrive(sql(), order, amountUnits, 900n);
    expect(await recordOutcome(sql(), order)).toMatchObject({ status: 'success' });
    expect(await faults()).toEqual([]);
  });

  async function changeOrder(set: string): Promise<object[]> {
    await damage((tx) => tx`UPDATE crypto_orders SET ${tx.unsafe(set)} WHERE id = ${order.orderId}`);
    return await found('wrongOrders');
  }
  async function changeTransfer(set: string): Promise<object[]> {
    await damage((tx) => tx`UPDATE transfers SET ${tx.unsafe(set)} WHERE order_id = ${order.orderId}`);
    return await found('wrongOrders');
  }
  async function ofTransfer(...named: string[]): Promise<object[]> {
    const id = await transferId();
    return named.map((fault) => ({ orderId: order.orderId, transferId: id, fault }));
  }
  function ofOrder(...named: string[]): object[] {
    return named.map((fault) => ({ orderId: order.orderId, transferId: null, fault }));
  }

  test('it is not there', async () => {
    await damage((tx) => tx`DELETE FROM crypto_orders WHERE id = ${order.orderId}`);
    expect(await found('wrongOrders')).toMatchObject(
      await ofTransfer('credited_without_success', 'transfer_of_no_order'),
    );
  });

  test('its transfer is of another network', async () => {
    expect(await changeTransfer("network = 'TRC20'")).toMatchObject(await ofTransfer('transfer_of_no_order'));
  });

  test('its transfer was taken back by the chain and is still in the ledger', async () => {
    expect(await changeTransfer('orphaned = true')).toMatchObject(await ofTransfer('orphaned_in_ledger'));
  });

  test('its transfer was forgotten when it became final', async () => {
    const forgotten = 'posted = false, credited = false, fee_units = 0';
    const always = ofOrder('success_unpaid', 'wrong_final_sum');
    // It may wait for its turn, but not for long.
    expect(await changeTransfer(forgotten)).toMatchObject(always);
    await cursorAt(sql(), 900n + 3_601n);
    expect(await found('wrongOrders')).toMatchObject([
      ...(await ofTransfer('final_not_in_ledger')),
      ...always,
    ]);
  });

  test('its transfer was posted before it was final', async () => {
    await cursorAt(sql(), 2_000n, 899n);
    expect(await found('wrongOrders')).toMatchObject(await ofTransfer('in_ledger_before_final'));
  });

  test('it does not say that it succeeded', async () => {
    expect(await changeOrder("status = 'failed'")).toMatchObject([
      ...(await ofTransfer('credited_without_success')),
      ...ofOrder('paid_without_success'),
    ]);
  });

  test('its transfer was not credited', async () => {
    expect(await changeTransfer('credited = false, fee_units = 0')).toMatchObject(
      await ofTransfer('success_not_credited'),
    );
  });

  test('its transfer was credited although it was late', async () => {
    expect(await changeOrder(`held_until = '${timeOf(800n).toISOString()}'`)).toMatchObject([
      ...(await ofTransfer('credited_without_success')),
      ...ofOrder('success_unpaid', 'wrong_final_sum'),
    ]);
  });

  test('more than half a percent was missing', async () => {
    // Exactly the tolerated shortfall, and then one unit more.
    expect(await changeOrder('amount_units = 100502512')).toEqual([]);
    expect(await changeOrder('amount_units = 100502513')).toMatchObject(ofOrder('success_unpaid'));
  });

  test('it counts something else than came', async () => {
    expect(await changeOrder('final_units = final_units + 1')).toMatchObject(ofOrder('wrong_final_sum'));
  });

  test('nobody said what was decided about its transfer', async () => {
    expect(await changeTransfer("disposition = 'ignored'")).toMatchObject(
      await ofTransfer('decided_by_nobody'),
    );
    expect(await changeTransfer("disposition = 'accepted'")).toMatchObject(
      await ofTransfer('decided_by_nobody'),
    );
  });

  test('its resolution is nowhere recorded', async () => {
    expect(await changeOrder("resolution = 'ignored'")).toMatchObject(ofOrder('wrong_resolution'));
  });

  test.each([
    ['open', true],
    ['expired', true],
    ['approved', false],
    ['charged_back', false],
  ])('the charge that it pays is %s: %s', async (status, isWrong) => {
    const charge = aCharge(merchantId(), { amountMinor: 10_000n, currency: 'USD' });
    await insertCharges(sql(), [
      { charge: { ...charge, id: order.orderId, method: 'USDT' }, requestHash: '' },
    ]);
    await damage((tx) => tx`UPDATE charges SET status = ${status} WHERE id = ${order.orderId}`);
    expect(await changeOrder('charge_id = id')).toMatchObject(isWrong ? ofOrder('charge_differs') : []);
  });

  test.each([
    ['COP', 40_000_000n, 4_000n, false],
    ['COP', 40_000_001n, 4_000n, true],
    ['COP', 39_999_999n, 4_000n, true],
    // 94999.99905 CLP pay 99.999999 USDT, 95000 pay 100.
    ['CLP', 95_000n, 950n, false],
    ['CLP', 94_999n, 950n, true],
    // 350.00 / 3.50000001 = 99.9999997…, rounded up to a millionth.
    ['PEN', 35_000n, 3_50000001n, false],
  ])('its price in %s is %i at %i, and not what it asks for: %s', async (currency, minor, rate, isWrong) => {
    const scaled = rate > 10_000n ? rate : rate * 10n ** 8n;
    const change =
      `price_currency = '${currency}', price_minor = ${minor}, local_rate_scaled = ${scaled}, ` +
      `local_rate_at = now(), local_rate_sources = '{fixed}'`;
    expect(await changeOrder(change)).toMatchObject(isWrong ? ofOrder('price_differs') : []);
  });

  test.each<[bigint, string]>([
    [10_001n, 'USD'],
    [10_000n, 'COP'],
  ])('the charge that it pays asks for %i in %s', async (amountMinor, currency) => {
    const charge = aCharge(merchantId(), { amountMinor, currency });
    await insertCharges(sql(), [
      { charge: { ...charge, id: order.orderId, method: 'USDT' }, requestHash: '' },
    ]);
    await damage((tx) => tx`UPDATE charges SET status = 'approved' WHERE id = ${order.orderId}`);
    expect(await changeOrder('charge_id = id')).toMatchObject(ofOrder('charge_differs'));
  });

  test('the charge that it pays is not there', async () => {
    expect(await changeOrder('charge_id = id')).toMatchObject(ofOrder('charge_differs'));
  });

  test('a USDT charge was approved without an order', async () => {
    const charge = aCharge(merchantId(), { amountMinor: 10_000n, currency: 'USD' });
    await insertCharges(sql(), [{ charge: { ...charge, method: 'USDT' }, requestHash: '' }]);
    await damage((tx) => tx`UPDATE charges SET status = 'approved' WHERE id = ${charge.id}`);
    expect(await found('wrongOrders')).toMatchObject([{ orderId: charge.id, fault: 'charge_differs' }]);
  });
});

test.each<[Resolution, boolean]>([
  ['refunded', false],
  ['refunded', true],
  ['accepted', false],
])('that money was %s (from other funds: %s) is explained by nothing but that word', async (said, other) => {
  await arrive(sql(), order, 40_000_000n, 900n);
  await resolve(said, other);
  expect(await faults()).toEqual([]);
  await damage(
    (tx) => tx`UPDATE order_resolutions SET resolution = 'ignored' WHERE order_id = ${order.orderId}`,
  );
  await damage((tx) => tx`UPDATE crypto_orders SET resolution = 'ignored' WHERE id = ${order.orderId}`);
  expect(await found('wrongOrders')).toMatchObject([
    { orderId: order.orderId, transferId: await transferId(), fault: 'decided_by_nobody' },
  ]);
});
