import { beforeEach, describe, expect, test } from 'vitest';
import { useBooks } from '../../../test/kit/books.ts';
import {
  aHeldOrder,
  amountUnits,
  arrive,
  cursorAt,
  outcomeDeps,
  recordOutcome,
  timeOf,
} from '../../../test/kit/crypto/held-orders.ts';
import { newId } from '../../base/db/ids.ts';
import { resolveOrder } from '../../crypto/orders/outcome/resolve-order.ts';
import { transfersOfOrder } from '../../crypto/orders/transfers/transfer-store.ts';

/** The postings of transfers; for refunds and charge-backs see check-refunds.test.ts. */

const { sql, merchantId, faults, found, damage } = useBooks();
let order: Awaited<ReturnType<typeof aHeldOrder>>;
let transferId: string;

/** The order's time ends at block 1,000. */
async function pay(units: bigint): Promise<void> {
  order = await aHeldOrder(sql(), merchantId(), { heldUntil: timeOf(1_000n) });
  await cursorAt(sql(), 2_000n);
  await arrive(sql(), order, units, 900n);
  await recordOutcome(sql(), order);
  transferId = (await transfersOfOrder(sql(), merchantId(), order.orderId))[0]?.id as string;
  expect(await faults()).toEqual([]);
}

async function changePostings(kind: string, set: string): Promise<void> {
  await damage(
    (tx) => tx`
      UPDATE ledger_postings
         SET ${tx.unsafe(set)}
       WHERE entry_id IN (SELECT id
                            FROM ledger_entries
                           WHERE subject_id = ${transferId}
                             AND kind = ${kind})`,
  );
}

async function unpost(kind: string): Promise<void> {
  await damage(
    (tx) => tx`
      DELETE FROM ledger_postings
       WHERE entry_id IN (SELECT id
                            FROM ledger_entries
                           WHERE merchant_id = ${merchantId()}
                             AND kind = ${kind})`,
  );
}

function posting(account: string, expected: bigint, posted: bigint, asset = 'USDT'): object {
  return { about: 'transfer', id: transferId, ofId: order.orderId, account, asset, expected, posted };
}

describe('of a payment that succeeded, it is found that', () => {
  beforeEach(() => pay(amountUnits));

  test('its deposit is not in the ledger', async () => {
    await unpost('deposit');
    expect(await found('unexplainedPostings')).toMatchObject([
      posting('custody_ERC20', -amountUnits, 0n),
      posting('deposit_suspense', 0n, -amountUnits),
    ]);
  });

  test('it was never credited', async () => {
    await unpost('deposit_credited');
    expect(await found('unexplainedPostings')).toMatchObject([
      posting('deposit_suspense', 0n, amountUnits),
      posting('merchant_available', 99_000_000n, 0n),
      posting('platform_fees', 1_000_000n, 0n),
    ]);
  });

  test('its deposit lies on another network', async () => {
    await changePostings('deposit', "account = replace(account, 'ERC20', 'TRC20')");
    expect(await found('unexplainedPostings')).toMatchObject([
      posting('custody_ERC20', -amountUnits, 0n),
      posting('custody_TRC20', 0n, -amountUnits),
    ]);
  });

  test('a unit of it went to the platform instead of the merchant', async () => {
    await changePostings(
      'deposit_credited',
      "amount = amount + CASE account WHEN 'merchant_available' THEN -1 WHEN 'platform_fees' THEN 1 ELSE 0 END",
    );
    expect(await found('unexplainedPostings')).toMatchObject([
      posting('merchant_available', 99_000_000n, 98_999_999n),
      posting('platform_fees', 1_000_000n, 1_000_001n),
    ]);
  });

  test('it was posted in another asset', async () => {
    await changePostings('deposit', "asset = 'USD'");
    expect(await found('unexplainedPostings')).toMatchObject([
      posting('custody_ERC20', 0n, -amountUnits, 'USD'),
      posting('custody_ERC20', -amountUnits, 0n),
      posting('deposit_suspense', 0n, amountUnits, 'USD'),
      posting('deposit_suspense', 0n, -amountUnits),
    ]);
  });

  test('the chain shows another amount', async () => {
    await damage((tx) => tx`UPDATE transfers SET amount_units = amount_units + 1 WHERE id = ${transferId}`);
    expect(await found('unexplainedPostings')).toMatchObject([
      posting('custody_ERC20', -amountUnits - 1n, -amountUnits),
      posting('merchant_available', 99_000_001n, 99_000_000n),
    ]);
  });

  test('it is in the ledger a second time, under an id that is no transfer', async () => {
    const [stray, entryId] = [newId(), newId()];
    await damage(async (tx) => {
      await tx`
        INSERT INTO ledger_entries (merchant_id, id, kind, subject_id)
        VALUES (${merchantId()}, ${entryId}, 'deposit_credited', ${stray})`;
      await tx`
        INSERT INTO ledger_postings (merchant_id, entry_id, line, account, asset, amount)
        VALUES (${merchantId()}, ${entryId}, 0, 'deposit_suspense', 'USDT', -5),
               (${merchantId()}, ${entryId}, 1, 'merchant_available', 'USDT', 5)`;
    });
    const ofNothing = { about: 'transfer', id: stray, ofId: null, expected: 0n };
    expect(await found('unexplainedPostings')).toMatchObject([
      { ...ofNothing, account: 'deposit_suspense', posted: -5n },
      { ...ofNothing, account: 'merchant_available', posted: 5n },
    ]);
  });

  test('the chain took it back, and only its credit was reversed', async () => {
    await sql()`UPDATE transfers SET orphaned = true WHERE id = ${transferId}`;
    await recordOutcome(sql(), order);
    expect(await faults()).toEqual([]);
    await unpost('deposit_reversed');
    // Under its previous id.
    const left = { about: 'transfer', id: transferId, ofId: null, expected: 0n };
    expect(await found('unexplainedPostings')).toMatchObject([
      { ...left, account: 'custody_ERC20', posted: -amountUnits },
      { ...left, account: 'deposit_suspense', posted: amountUnits },
    ]);
  });
});

describe('of a payment that was too little, it is found that', () => {
  beforeEach(() => pay(40_000_000n));

  function resolve(resolution: 'refunded' | 'accepted', fromOtherFunds: boolean) {
    const request = {
      resolution,
      note: 'the customer wrote',
      fromOtherFunds,
      actor: 'ana',
      isMerchant: false,
    };
    return resolveOrder({ ...outcomeDeps, sql: sql(), now: () => new Date() }, order.orderId, request);
  }

  test.each([
    ['sent back', false, 'deposit_returned', 'custody_ERC20', 0n, -40_000_000n],
    ['refunded from other funds', true, 'refund_advanced', 'operator_funds', 40_000_000n, 0n],
  ])('what was %s is still in suspense', async (_what, fromOtherFunds, kind, account, expected, posted) => {
    await resolve('refunded', fromOtherFunds);
    expect(await faults()).toEqual([]);
    await unpost(kind);
    const lines = await found('unexplainedPostings');
    expect(lines).toHaveLength(2);
    expect(lines).toContainEqual(expect.objectContaining(posting(account, expected, posted)));
    expect(lines).toContainEqual(expect.objectContaining(posting('deposit_suspense', 0n, 40_000_000n)));
  });

  test('it was sent back from our custody, and a person said from other funds', async () => {
    await resolve('refunded', false);
    await damage((tx) => tx`UPDATE transfers SET disposition = 'advanced' WHERE id = ${transferId}`);
    expect(await found('unexplainedPostings')).toMatchObject([
      posting('custody_ERC20', -40_000_000n, 0n),
      posting('operator_funds', 40_000_000n, 0n),
    ]);
  });

  test('what was accepted is still in suspense', async () => {
    await resolve('accepted', false);
    await unpost('deposit_credited');
    expect(await found('unexplainedPostings')).toMatchObject([
      posting('deposit_suspense', 0n, 40_000_000n),
      posting('merchant_available', 39_600_000n, 0n),
      posting('platform_fees', 400_000n, 0n),
    ]);
  });
});
