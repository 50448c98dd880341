import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { PayoutChain } from '../../src/payouts/payout-chain.ts';
import { createSender, type Sender } from '../../src/payouts/send-payouts.ts';
import { type Desk, sendDeps, startDesk } from './engine-world.ts';
import { type ScriptedChain, scriptedChain, unavailable } from './scripted-chain.ts';

/** What holds up payouts that are on their way already, at the pace of Ethereum, and who is told of it. */

const [paceMs, patienceMs, alarmAfterMs] = [12_000, 48_000, 60_000];

let desk: Desk;
let chain: ScriptedChain;
beforeAll(async () => {
  desk = await startDesk('ERC20');
});
afterAll(() => desk.close());
beforeEach(async () => {
  const wallet = `0x${randomBytes(20).toString('hex')}`;
  await desk.useWallet(wallet);
  chain = scriptedChain('ERC20', true, wallet);
});

const senderOver = (port: PayoutChain): Sender =>
  createSender({
    ...sendDeps(desk, port, chain.signer),
    paceMs,
    patienceMs,
    alarmAfterMs,
    now: chain.now,
  });

/** A worker that has nothing to do looks again every second. */
async function idle(sender: Sender, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    chain.passSeconds(1);
    await sender.step();
  }
}

/** Blocks, until all is paid. */
async function finish(sender: Sender): Promise<void> {
  for (let round = 0; round < 10; round++) {
    for (let block = 0; block < 3; block++) chain.mine();
    await idle(sender, 13);
    const left = await desk.sql`SELECT FROM payouts WHERE status NOT IN ('success', 'failed') LIMIT 1`;
    if (left.length === 0) return;
  }
  throw new Error('payouts are under way for ever');
}

test('no node answers for what is on its way: told after a minute, although it is asked every 12 seconds only', async () => {
  const sender = senderOver(chain.port);
  const { id } = await desk.payout();
  await sender.step();
  expect((await desk.read(id)).status).toBe('pending');
  chain.disturb = (method) => {
    if (method === 'fateOf') throw unavailable('ERC20');
  };
  await idle(sender, 50);
  expect(await desk.alarms()).toEqual([]);
  await idle(sender, 30);
  expect(await desk.alarms()).toEqual(['payouts_node_unavailable']);
  chain.disturb = () => {};
  await finish(sender);
  await idle(sender, 30);
  expect(await desk.alarms()).toEqual([]);
});
