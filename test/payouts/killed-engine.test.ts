import type { ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { faultsIn } from '../../src/accounts/ledger/check-ledger.ts';
import { newId } from '../../src/base/db/ids.ts';
import type { Payout } from '../../src/crypto/payouts/store.ts';
import { deadlines } from '../kit/deadlines.ts';
import { type EngineWorld, startEngineWorld } from '../kit/payouts/engine-world.ts';
import { aPaidOrder, confirmRefund, openRefund } from '../kit/payouts/refunds.ts';
import { boundsOf } from '../kit/payouts/sending-bounds.ts';
import { writtenNetwork } from '../kit/processes/killable.ts';
import {
  buildKilled,
  type KilledProgram,
  killEverywhere,
  runUntilKilled,
} from '../kit/processes/killed-program.ts';
import type { EngineTask, Start } from './engine-process.ts';

/** `kill -9` at every step of a payout and of a refund, each time with a new one and a restart. */

vi.setConfig({ testTimeout: deadlines.longTest });

let program: KilledProgram;
beforeAll(async () => {
  program = await buildKilled(new URL('./engine-process.ts', import.meta.url));
});
afterAll(() => program.close());

/**
 * A refund is sent like a payout on its network; only the recording of its outcome differs, and that is the same on
 * every network. The writes are the same on both networks; the calls to the networks are not.
 */
const cases = [
  ['payout', 'ERC20', 'everything'],
  ['payout', 'TRC20', 'calls'],
  ['refund', 'ERC20', 'everything'],
] as const;

describe.concurrent.each(cases)('a %s on %s, at %s', (kind, network, counts) => {
  let world: EngineWorld;
  const children = new Set<ChildProcess>();
  beforeAll(async () => {
    world = await startEngineWorld(network);
    // All go to one customer on one day: their sum is above the limit for sending without approval.
    await world.sql`UPDATE merchants SET settings = settings || '{"payoutAutoApproveUpTo": "1000000.00"}'`;
  });
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    await world.close();
  });

  test('reaches its recipient exactly once wherever the process is killed', async () => {
    // The killed process's lead would expire after some seconds; waiting for that proves nothing.
    const leaseToken = newId();
    const run = async (child: ChildProcess, stopAt: number): Promise<number | null> => {
      const payout = await (kind === 'payout'
        ? world.payout({ amountUnits: BigInt(1_000_000 + stopAt) })
        : aConfirmedRefund(world, stopAt));
      const start: Start = { payoutId: payout.id, stopAt, ...(counts === 'calls' && { counts }) };
      const acts = await runUntilKilled(child, start);
      await world.drain(world.senderWith({}, leaseToken));

      const { id, address, amountUnits } = payout;
      const at = `killed at ${stopAt}`;
      expect(await world.received(address as string), at).toEqual([amountUnits]);
      expect((await world.read(id)).status, at).toBe('success');
      expect(await world.told(id), at).toEqual(['pending', 'success']);
      return acts;
    };
    const acts = await killEverywhere(() => prepareProcess(world, leaseToken, children), run);
    expect(acts).toBeGreaterThan(counts === 'calls' ? 12 : 30);
    expect(await world.balance('merchant_reserved')).toBe(0n);
    expect(await world.balance('refunds_due')).toBe(0n);
    expect(faultsIn(await world.check())).toEqual([]);
    // Each customer has one receipt, and each merchant's decision to refund is carried out.
    const [receipts] = await world.sql<{ count: number }[]>`
      SELECT count(*)::int AS count FROM mails WHERE kind = 'refund_receipt'`;
    expect(receipts?.count).toBe(kind === 'refund' ? acts + 1 : 0);
    expect(await world.sql`SELECT FROM crypto_orders WHERE resolution = 'refund_due'`).toEqual([]);
    const [twice] = await world.sql`
      SELECT count(*)::int AS count FROM nonces GROUP BY sending_id HAVING count(*) > 1`;
    expect(twice).toBeUndefined();
  });
});

/** Alternates between refunds of late money and refunds of a payment. */
async function aConfirmedRefund({ sql, merchantId, network }: EngineWorld, at: number): Promise<Payout> {
  const paid = [BigInt(100_000_000 + at)];
  const order = await aPaidOrder(sql, merchantId, {
    network,
    ...(at % 2 === 0 ? { late: paid } : { inTime: paid }),
  });
  return await confirmRefund(sql, (await openRefund(sql, order)).refund, network);
}

async function prepareProcess(
  world: EngineWorld,
  leaseToken: string,
  children: Set<ChildProcess>,
): Promise<ChildProcess> {
  const bounds = boundsOf(world.served.network);
  const task: EngineTask = {
    databaseUrl: world.databaseUrl,
    served: writtenNetwork(world.served),
    bounds: {
      maxFeeWei: String(bounds.maxFeeWei),
      feeLimitSun: String(bounds.feeLimitSun),
      expirySeconds: String(bounds.expirySeconds),
    },
    key: world.key,
    chainUrl: world.chainUrl,
    leaseToken,
  };
  return await program.prepare(task, children);
}
