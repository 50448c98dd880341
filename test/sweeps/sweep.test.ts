import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPayoutChain } from '../../src/chain/chains/create-payout-chain.ts';
import { notation } from '../../src/chain/chains/notation.ts';
import { judgeOutcome } from '../../src/crypto/custody/judge-outcome.ts';
import { heldOutcomes } from '../../src/crypto/sending/held-outcomes.ts';
import type { SweepReport } from '../../src/crypto/sweeps/run-deps.ts';
import { stepSweep } from '../../src/crypto/sweeps/run-sweep.ts';
import { startProxy } from '../kit/chains/node-proxy.ts';
import { approver } from '../kit/payouts/approver.ts';
import { boundsOf } from '../kit/payouts/sending-bounds.ts';
import { type SweepWorld, startSweepWorld } from '../kit/sweeps/sweep-world.ts';

describe.each(['ERC20', 'TRC20'] as const)('a sweep on %s', (network) => {
  let world: SweepWorld;
  beforeAll(async () => {
    world = await startSweepWorld(network);
  });
  afterAll(() => world.close());

  test('moves what was deposited to the hot wallet, once, and the books say where it is', async () => {
    const orders = await world.paidOrders(3);
    const total = orders.reduce((sum, { units }) => sum + units, 0n);
    const { sweep, plan } = await world.plan();
    expect(plan.items).toHaveLength(3);
    const told: SweepReport[] = [];
    await world.drain(sweep?.id as string, told);

    expect((await world.items(sweep?.id as string)).map(({ status }) => status)).toEqual([
      'swept',
      'swept',
      'swept',
    ]);
    expect(await world.chain.tokenBalance(world.hotWallet)).toBe(total);
    expect(await world.transfersTo(world.hotWallet)).toHaveLength(3);
    expect(await world.balance(`custody_${network}`)).toBe(0n);
    expect(await world.balance(`custody_${network}_hot`)).toBe(-total);
    expect(await world.audit()).toMatchObject({
      held: 0n,
      report: { wrongBalances: [], lopsidedEntries: [] },
    });
  });

  test('whose receipts have no logs is held: its deposits are neither moved in the books nor given back', async () => {
    const [order] = await world.paidOrders(1);
    const sweepId = await world.planned();
    const proxy = await startProxy(world.chainUrl);
    proxy.behaviour = {
      result: (call, result) =>
        call.method === 'eth_getTransactionReceipt' && result ? { ...result, logs: [] } : result,
    };
    if (world.faults) world.faults.thinReceipts = true;
    const served = world.faults ? world.served : { ...world.served, rpcUrls: [proxy.url] };
    const usdt = createPayoutChain(served, { sending: new Map([[network, boundsOf(served.network)]]) });
    const told: SweepReport[] = [];
    const deps = { ...(await world.depsOf(sweepId, told)), usdt };
    for (let round = 0; round < 12; round++) {
      await stepSweep(deps);
      await world.payer.mine(4);
    }
    expect(await world.items(sweepId)).toMatchObject([{ status: 'moving' }]);
    expect(told.filter(({ kind }) => kind === 'waits')).toHaveLength(1);
    expect(await world.balance(`custody_${network}`)).toBe(-(order?.units as bigint));
    const [held] = await heldOutcomes(world.sql);
    const id = held?.id as string;
    expect(held).toMatchObject({ purpose: 'sweep', lane: sweepId, amountUnits: order?.units });
    const deciding = { sql: world.sql, notation, now: () => new Date() };
    const word = { word: 'arrived', note: 'the hot wallet has it' } as const;
    await judgeOutcome(deciding, id, word, approver('Ana'));
    expect(await judgeOutcome(deciding, id, word, approver('Luz'))).toMatchObject({ isEnded: true });
    expect(await world.items(sweepId)).toMatchObject([{ status: 'swept' }]);
    expect(await stepSweep(deps)).toBe(null);
    expect(await world.balance(`custody_${network}`)).toBe(0n);
    await usdt.close();
    await proxy.close();
  });
});
