import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/base/db/ids.ts';
import { createSender, type Sender } from '../../src/crypto/payouts/sending/send-payouts.ts';
import type { Payout } from '../../src/crypto/payouts/store.ts';
import {
  explainForeign,
  type SendingWorld,
  sendDeps,
  startSendingWorld,
} from '../kit/payouts/engine-world.ts';
import { type ScriptedChain, scriptedChain, unavailable } from '../kit/payouts/scripted-chain.ts';

/**
 * Random histories of the chain and the processes, in any order: each payout is on the chain exactly once. Two workers
 * drive one wallet at the same time, die at any outside call, and miss answers.
 */

const histories = 60;

const turn = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('one steps', 'other steps', 'both step') },
  { weight: 3, arbitrary: fc.constantFrom('a full block', 'a block for some', 'an empty block') },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      'a payout comes',
      'the next call kills',
      'the next answer kills',
      'the next answer is missed',
      'nodes forget',
      'a reorganisation',
      'a reorganisation that loses',
      'somebody uses a nonce',
      'seconds pass',
      'a minute passes',
    ),
  },
);

class Killed extends Error {}

describe.each([
  ['with nonces', 'ERC20', true],
  ['with expiry', 'TRC20', false],
] as const)('on a chain %s', (_how, network, hasNonces) => {
  let world: SendingWorld;
  // With one shared token all workers believe that they hold the lead.
  const token = newId();
  beforeAll(async () => {
    world = await startSendingWorld(network);
  });
  afterAll(() => world.close());

  async function play(turns: string[]): Promise<void> {
    const wallet = `0x${randomBytes(20).toString('hex')}`;
    await world.useWallet(wallet);
    const chain = scriptedChain(network, hasNonces, wallet);
    const newWorker = (): Sender =>
      createSender(
        { ...sendDeps(world, chain.port, chain.signer), patienceMs: 4_000, now: chain.now },
        token,
      );
    const workers = [newWorker(), newWorker()];
    async function step(which: number): Promise<void> {
      try {
        await workers[which]?.step();
      } catch (error) {
        if (!(error instanceof Killed)) throw error;
        workers[which] = newWorker();
      }
    }
    await workers[0]?.step();
    const payouts: Payout[] = [await world.payout(), await world.payout()];
    for (const each of turns) await take(each, chain, step, async () => payouts.push(await world.payout()));

    chain.disturb = () => {};
    for (let round = 0; round < 300; round++) {
      // This payout reuses a nonce that somebody had used in a block that was reorganised away.
      if (round === 20) payouts.push(await world.payout());
      await step(0);
      chain.mine();
      await explainForeign(world.sql, chain.port, wallet);
      const left = await world.sql`SELECT FROM payouts WHERE status <> 'success' LIMIT 1`;
      if (left.length === 0 && round >= 20) break;
    }
    const told = await world.sql<{ status: string; count: number }[]>`
      SELECT status, count(*)::int FROM events WHERE subject_id = ANY (${payouts.map(({ id }) => id)})
       GROUP BY status ORDER BY status`;
    expect({ paid: chain.payments().toSorted(), told: [...told] }).toEqual({
      paid: payouts.map(({ address, amountUnits }) => `${address} ${amountUnits}`).toSorted(),
      told: ['pending', 'success'].map((status) => ({ status, count: payouts.length })),
    });
  }

  async function take(
    what: string,
    chain: ScriptedChain,
    step: (which: number) => Promise<void>,
    add: () => Promise<unknown>,
  ): Promise<void> {
    const once = (then: (method: string, when: string) => boolean, error: () => Error): void => {
      chain.disturb = (method, when) => {
        if (!then(method, when)) return;
        chain.disturb = () => {};
        throw error();
      };
    };
    let some = 0;
    const acts: Record<string, () => unknown> = {
      'one steps': () => step(0),
      'other steps': () => step(1),
      'both step': () => Promise.all([step(0), step(1)]),
      'a full block': () => chain.mine(),
      'a block for some': () => chain.mine(() => some++ % 2 === 0),
      'an empty block': () => chain.mine(() => false),
      'a payout comes': add,
      'the next call kills': () =>
        once(
          (method, when) => method !== 'wallet' && when === 'before',
          () => new Killed(),
        ),
      'the next answer kills': () =>
        once(
          (method, when) => method === 'broadcast' && when === 'after',
          () => new Killed(),
        ),
      'the next answer is missed': () =>
        once(
          (method, when) => method === 'broadcast' && when === 'after',
          () => unavailable(network),
        ),
      'nodes forget': () => chain.forget(),
      'a reorganisation': () => chain.reorganise(2, false),
      'a reorganisation that loses': () => chain.reorganise(2, true),
      'somebody uses a nonce': () => (hasNonces ? chain.useNonceOutside() : undefined),
      'seconds pass': () => chain.passSeconds(5),
      'a minute passes': () => chain.passSeconds(61),
    };
    await acts[what]?.();
  }

  test('each payout is there exactly once after any history', async () => {
    await fc.assert(fc.asyncProperty(fc.array(turn, { minLength: 5, maxLength: 40 }), play), {
      numRuns: histories,
      endOnFailure: true,
    });
    expect(await world.check()).toMatchObject({ wrongBalances: [], lopsidedEntries: [] });
    expect(await world.balance('merchant_reserved')).toBe(0n);
  });
});
