import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWatchWorld, type WatchWorld } from '../../../test/kit/crypto/watch-world.ts';
import { faultsIn } from '../../accounts/ledger/check-ledger.ts';
import type { Sql, Tx } from '../../base/db/pool.ts';
import { createTag } from '../../base/db/sql.ts';
import type { OurTransfer } from './match-transfers.ts';
import { parkedTransfers, parkTransfers } from './parked-store.ts';
import { withoutThoseAway } from './workers-away.ts';

/** Runs every statement in its distributed form, on a single server. */
let world: WatchWorld;
beforeAll(async () => {
  world = await startWatchWorld('ERC20', {}, { isDistributed: true });
});
afterAll(() => world.close());

/** Deletes the record of a payment, as if its merchant's worker had been away, and returns the payment. */
async function forget({ id, address }: { id: string; address: string }): Promise<OurTransfer> {
  const [row] = await world.sql<(Omit<OurTransfer['log'], 'to'> & { blockTime: Date })[]>`
    DELETE FROM transfers
     WHERE order_id = ${id}
    RETURNING block_number AS "blockNumber", '0x' || encode(block_hash, 'hex') AS "blockHash", block_time AS "blockTime",
              '0x' || encode(transaction_hash, 'hex') AS "transactionHash", log_index AS "logIndex",
              '0x' || encode(from_address, 'hex') AS from, amount_units AS "amountUnits"`;
  if (!row) throw new Error('nothing was recorded');
  await world.sql`UPDATE crypto_orders SET status = 'awaiting', seen_units = 0 WHERE id = ${id}`;
  const { blockTime, ...log } = row;
  return { log: { ...log, to: address }, blockTime, order: { merchantId: world.merchantId, orderId: id } };
}

test('a payment that was set aside is recorded by the next step, and its order does not fail for want of it', async () => {
  const order = await world.order();
  await world.payer.pay(order.address, order.units);
  await world.catchUp();
  const transfer = await forget(order);
  await world.sql.begin((tx) => parkTransfers(tx, 'ERC20', [transfer]));
  expect(await parkedTransfers(world.sql, 'ERC20', 10)).toMatchObject([transfer]);
  await world.endHold(order.id);
  await world.finalize();
  await world.catchUp();
  expect(await parkedTransfers(world.sql, 'ERC20', 10)).toEqual([]);
  expect(await world.read(order.id)).toMatchObject({ status: 'success', finalUnits: order.units });
  expect((await world.told(order.id)).at(-1)).toBe('success');
  const { report, custody, held } = await world.audit();
  expect(faultsIn(report)).toEqual([]);
  expect(custody).toBe(held);
});

test('what belongs to merchants on a node that is away is set aside, all else saved', async () => {
  const away = Object.assign(new pg.DatabaseError('connection to the remote node failed', 0, 'error'), {
    code: '08006',
    severity: 'ERROR',
  });
  const of = (merchantId: string) => ({ order: { merchantId, orderId: 'x' } }) as OurTransfer;
  const [here, gone] = [of('here'), of('gone')];
  const sql = Object.assign(
    createTag(async () => [{ id: 'here' }], true),
    { begin: (work: (tx: Tx) => unknown) => work({} as Tx) },
  ) as unknown as Sql;
  const save = async (_: Tx, near: OurTransfer[], far: OurTransfer[]) => {
    if (near.includes(gone)) throw away;
    return { near, far };
  };
  expect(await withoutThoseAway(sql, [here, gone], save)).toEqual({ near: [here], far: [gone] });
  await expect(
    withoutThoseAway(sql, [here], async () => {
      throw away;
    }),
  ).rejects.toBe(away);
});
