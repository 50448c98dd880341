import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { faultsIn } from '../../src/accounts/ledger/check-ledger.ts';
import { createMemoryLogger } from '../../src/base/ground/logger.ts';
import { createChain } from '../../src/chain/chains/create-chain.ts';
import { createPayoutChain } from '../../src/chain/chains/create-payout-chain.ts';
import { notation } from '../../src/chain/chains/notation.ts';
import type { PayoutChain } from '../../src/chain/chains/port/payout-chain.ts';
import { checkCustody } from '../../src/crypto/custody/check-custody.ts';
import { isRight } from '../../src/crypto/custody/custody.ts';
import { heldOutcomesJob } from '../../src/crypto/custody/held-job.ts';
import { custodyJob } from '../../src/crypto/custody/jobs.ts';
import { judgeOutcome } from '../../src/crypto/custody/judge-outcome.ts';
import type { Payout } from '../../src/crypto/payouts/store.ts';
import { heldOutcomes } from '../../src/crypto/sending/held-outcomes.ts';
import { type NodeProxy, startProxy } from '../kit/chains/node-proxy.ts';
import { approver } from '../kit/payouts/approver.ts';
import { type EngineWorld, startEngineWorld } from '../kit/payouts/engine-world.ts';
import { boundsOf } from '../kit/payouts/sending-bounds.ts';

/** A success without its transfer proves nothing: the payout is held, and nothing is released. */

const thin = (call: { method: string }, result: unknown): unknown =>
  call.method === 'eth_getTransactionReceipt' && result !== null
    ? { ...(result as object), logs: [] }
    : result;

describe.each(['ERC20', 'TRC20'] as const)('on %s a payout whose receipt has no logs', (network) => {
  let world: EngineWorld;
  let proxies: NodeProxy[];
  const chains: PayoutChain[] = [];

  beforeAll(async () => {
    world = await startEngineWorld(network);
    proxies = network === 'ERC20' ? [await startProxy(world.chainUrl), await startProxy(world.chainUrl)] : [];
  });
  afterEach(() => showLogs());
  afterAll(async () => {
    await Promise.all(chains.map((chain) => chain.close()));
    await Promise.all(proxies.map((proxy) => proxy.close()));
    await world.close();
  });

  function showLogs(): void {
    for (const proxy of proxies) proxy.behaviour = {};
    if (world.faults) world.faults.thinReceipts = false;
  }

  function hideLogs(): void {
    for (const proxy of proxies) proxy.behaviour = { result: thin };
    if (world.faults) world.faults.thinReceipts = true;
  }

  /** A chain over nodes that can hide the logs of a receipt. */
  function chainOver(count: 1 | 2, quorum: 1 | 2 = 1): PayoutChain {
    const { served } = world;
    const nodes =
      network === 'ERC20'
        ? { rpcUrls: proxies.slice(0, count).map(({ url }) => url) }
        : { fullNodeUrls: Array<string>(count).fill(served.fullNodeUrls[0] as string) };
    const sending = new Map([[network, boundsOf(served.network)]]);
    const chain = createPayoutChain({ ...served, ...nodes, quorum }, { sending });
    chains.push(chain);
    return chain;
  }

  async function sendThin(chain: PayoutChain): Promise<{ payout: Payout; step(): Promise<void> }> {
    const sender = world.senderWith({ chain });
    await world.sender.release();
    const payout = await world.payout({ amountUnits: 70_000_000n, feeUnits: 10_001n });
    hideLogs();
    const step = async (): Promise<void> => {
      for (let round = 0; round < 6; round++) {
        await sender.step();
        await world.payer.mine(1);
      }
      await sender.release();
    };
    await step();
    return { payout, step };
  }

  async function expectHeld({ id, address }: Payout): Promise<void> {
    expect(await world.received(address as string)).toEqual([70_000_000n]);
    expect(await world.read(id)).toMatchObject({ status: 'pending', waitReason: 'outcome_unproven' });
    expect(await world.told(id)).toEqual(['pending']);
    expect(await world.balance('merchant_reserved')).toBe(70_010_001n);
    expect(await world.alarms()).toContain('payouts_outcome_unproven');
  }

  test('is held, rings at once, and ends by itself when a node shows the transfer', async () => {
    const { payout, step } = await sendThin(chainOver(1));
    await expectHeld(payout);
    const [held] = await heldOutcomes(world.sql);
    expect(held).toMatchObject({ id: payout.id, amountUnits: 70_000_000n, arrivedUnits: 0n });
    expect(held?.witnesses).toMatchObject([
      network === 'ERC20'
        ? {
            outcome: 'unproven',
            bloomShowsTransfer: true,
            walletChangeUnits: '-70000000',
            recipientChangeUnits: '70000000',
          }
        : { outcome: 'unproven', bloomShowsTransfer: null, walletChangeUnits: null },
    ]);
    const logger = createMemoryLogger([]);
    const job = heldOutcomesJob({
      ...world,
      logger,
      notation,
      alertEmail: 'ops@shop.example',
      now: () => new Date(),
    });
    expect(await job.run()).toBe(1);
    expect(await job.run()).toBe(0);
    const mails = await world.sql<{ body: string }[]>`
      SELECT body FROM mails WHERE subject LIKE '%no node proves%' AND body LIKE ${`%${payout.id}%`}`;
    expect(mails).toHaveLength(1);
    showLogs();
    await step();
    expect(await world.read(payout.id)).toMatchObject({ status: 'success', waitReason: null });
    expect(await heldOutcomes(world.sql)).toEqual([]);
    expect(await world.alarms()).not.toContain('payouts_outcome_unproven');
  });

  test('is held although two nodes say the same, and two people decide that it arrived', async () => {
    const { payout } = await sendThin(chainOver(2, 2));
    await expectHeld(payout);
    const deps = { ...world, notation, now: () => new Date() };
    const arrived = { word: 'arrived', note: 'seen in an explorer' } as const;
    expect(await judgeOutcome(deps, payout.id, arrived, approver('Ana'))).toMatchObject({ isEnded: false });
    expect(await judgeOutcome(deps, payout.id, arrived, approver('Ana'))).toMatchObject({ isEnded: false });
    expect((await world.read(payout.id)).status).toBe('pending');
    expect(await judgeOutcome(deps, payout.id, arrived, approver('Luz'))).toMatchObject({ isEnded: true });
    expect(await world.read(payout.id)).toMatchObject({ status: 'success' });
    expect(await world.told(payout.id)).toEqual(['pending', 'success']);
    expect(await world.balance('merchant_reserved')).toBe(0n);
    await expect(judgeOutcome(deps, payout.id, arrived, approver('Eva'))).rejects.toThrow(/held/);
    const acts =
      await world.sql`SELECT act FROM audit_log WHERE subject = ${`payout ${payout.id}`} ORDER BY number`;
    expect(acts.map(({ act }) => act)).toEqual(['outcome_proposed', 'outcome_proposed', 'outcome_decided']);
    expect(faultsIn(await world.check())).toEqual([]);
  });

  test('that two people found to have moved nothing is failed, and what was set aside is released', async () => {
    const { payout } = await sendThin(chainOver(1));
    const deps = { ...world, notation, now: () => new Date() };
    const word = { word: 'not_arrived', note: 'the recipient and the explorer say so' } as const;
    await judgeOutcome(deps, payout.id, { ...word, word: 'arrived' }, approver('Ana'));
    // A different verdict replaces the first: the two do not agree.
    expect(await judgeOutcome(deps, payout.id, word, approver('Luz'))).toMatchObject({ isEnded: false });
    expect(await judgeOutcome(deps, payout.id, word, approver('Ana'))).toMatchObject({ isEnded: true });
    expect(await world.read(payout.id)).toMatchObject({ status: 'failed', failure: 'not_transferred' });
    expect(await world.balance('merchant_reserved')).toBe(0n);

    // Both were wrong, and the chain has the transfer: this is the loudest alarm.
    const { network: row, rpcUrls } = world.served;
    const reader = createChain(row, { rpcUrls, quorum: 1 });
    // Blocks have whole seconds: all of this may fall in the second in which the wallet was first used.
    await world.sql`UPDATE hot_wallets SET created_at = created_at - ${'1 hour'}::interval`;
    try {
      const { places } = await checkCustody({ sql: world.sql, chain: reader });
      const hot = places.find(({ place }) => place === 'hot');
      const left = hot?.parts.filter(({ kind }) => kind === 'failed_payout');
      expect(left).toMatchObject([{ subject: payout.id, units: -70_000_000n }]);
      expect(hot && isRight(hot)).toBe(false);
      const logger = createMemoryLogger([]);
      await custodyJob({ sql: world.sql, chain: reader, logger, alertEmail: 'ops@shop.example' }).run();
      expect(await world.alarms()).toContain('sent_after_failed');
      const mails = await world.sql`SELECT FROM mails WHERE subject LIKE ${`%declared failed%${payout.id}%`}`;
      expect(mails).toHaveLength(1);
    } finally {
      await reader.close();
    }
  });
});

describe('on ERC20 a payout', () => {
  let world: EngineWorld;
  let thinOne: NodeProxy;
  let other: NodeProxy;
  const chains: PayoutChain[] = [];

  beforeAll(async () => {
    world = await startEngineWorld('ERC20');
    [thinOne, other] = [await startProxy(world.chainUrl), await startProxy(world.chainUrl)];
  });
  afterAll(async () => {
    await Promise.all(chains.map((chain) => chain.close()));
    await Promise.all([thinOne.close(), other.close()]);
    await world.close();
  });

  async function sentOver(rpcUrls: string[], step = 6): Promise<Payout> {
    const sending = new Map([['ERC20', boundsOf(world.served.network)]]);
    const chain = createPayoutChain({ ...world.served, rpcUrls }, { sending });
    chains.push(chain);
    const sender = world.senderWith({ chain });
    const payout = await world.payout({ amountUnits: 100_000_000n });
    for (let round = 0; round < step; round++) {
      await sender.step();
      await world.payer.mine(1);
    }
    await sender.release();
    return await world.read(payout.id);
  }

  test('is not held where another node shows the transfer', async () => {
    thinOne.behaviour = { result: thin };
    other.behaviour = {};
    expect((await sentOver([thinOne.url, other.url])).status).toBe('success');
  });

  test('is not failed by the word of one node of two, and held while they contradict each other', async () => {
    const reverted = (call: { method: string }, result: unknown) =>
      call.method === 'eth_getTransactionReceipt' && result !== null
        ? { ...(result as object), status: '0x0', logs: [] }
        : result;
    thinOne.behaviour = { result: reverted };
    other.behaviour = {
      reply: (calls) =>
        calls.some(({ method }) => method === 'eth_getTransactionReceipt') ? 'reset' : undefined,
    };
    const alone = await sentOver([thinOne.url, other.url]);
    expect(alone.status).toBe('pending');
    other.behaviour = {};
    thinOne.behaviour = { result: reverted };
    const held = await sentOver([thinOne.url, other.url]);
    expect(held).toMatchObject({ status: 'pending', waitReason: 'outcome_unproven' });
    const [outcome] = (await heldOutcomes(world.sql)).filter(({ id }) => id === held.id);
    expect(outcome?.witnesses.map((witness) => witness.outcome).sort()).toEqual(['reverted', 'transferred']);
    expect(outcome?.arrivedUnits).toBe(100_000_000n);
    const deps = { ...world, notation, now: () => new Date() };
    const word = { word: 'not_arrived', note: 'one node says so' } as const;
    await expect(judgeOutcome(deps, held.id, word, approver('Ana'))).rejects.toThrow(/reached the recipient/);
  });

  test('of which the token kept a fee is held with what arrived, which nobody can declare as not arrived', async () => {
    const hex = (units: number) => `0x${units.toString(16).padStart(64, '0')}`;
    const owner = `0x${'11'.repeat(20).padStart(64, '0')}`;
    const withFee = (call: { method: string }, result: unknown) => {
      if (call.method !== 'eth_getTransactionReceipt' || result === null) return result;
      const receipt = result as { logs: { topics: string[] }[] };
      const [log] = receipt.logs as [{ topics: string[] }];
      const fee = { ...log, topics: [...log.topics.slice(0, 2), owner], data: hex(200_000) };
      return { ...receipt, logs: [{ ...log, data: hex(99_800_000) }, fee] };
    };
    thinOne.behaviour = { result: withFee };
    const payout = await sentOver([thinOne.url]);
    expect(payout).toMatchObject({
      status: 'pending',
      waitReason: 'outcome_unproven',
      arrivedUnits: 99_800_000n,
    });
    const [held] = (await heldOutcomes(world.sql)).filter(({ id }) => id === payout.id);
    expect(held?.witnesses).toMatchObject([{ leftUnits: '100000000', arrivedUnits: '99800000' }]);
    const deps = { ...world, notation, now: () => new Date() };
    const word = { word: 'not_arrived', note: 'no' } as const;
    await expect(judgeOutcome(deps, payout.id, word, approver('Ana'))).rejects.toThrow(
      /reached the recipient/,
    );
  });
});
