import { expect, test } from 'vitest';
import type { Fate } from '../../../chain/chains/port/payout-chain.ts';
import type { Payout } from '../store.ts';
import { createMinedBlocks } from './mined-blocks.ts';

const payout = { id: 'p', network: 'ERC20', address: '0xto', wallet: '0xfrom', amountUnits: 5n } as Payout;
const sent = [{ hash: '0x1', nonce: 1n, expiresAt: null }];
const mined: Fate = {
  kind: 'mined',
  hash: '0x1',
  blockNumber: 70n,
  isFinal: false,
  outcome: 'transferred',
  networkFee: 1n,
};

/** A chain that answers when the test lets it. */
function aChain() {
  const answers: ((fate: Fate | Error) => void)[] = [];
  const fateOf = () =>
    new Promise<Fate>((resolve, reject) => {
      answers.push((fate) => (fate instanceof Error ? reject(fate) : resolve(fate)));
    });
  let timeMs = 1_000_000;
  const blocks = createMinedBlocks(new Map([['ERC20', { fateOf }]]), () => new Date(timeMs));
  return {
    answers,
    find: () => blocks.find(payout, sent),
    pass: (ms: number) => {
      timeMs += ms;
    },
  };
}
const settled = () => new Promise((done) => setImmediate(done));

test('nobody waits for a node, and what it said is there for the next who asks', async () => {
  const { answers, find, pass } = aChain();
  expect(find()).toBeNull();
  answers[0]?.(mined);
  await settled();
  expect(find()).toEqual({ hash: '0x1', blockNumber: 70n });
  expect(answers).toHaveLength(1);
  pass(3_000);
  find();
  expect(answers).toHaveLength(2);
});

test('a block that was reorganised away is forgotten, a node that is silent changes nothing', async () => {
  const { answers, find, pass } = aChain();
  find();
  answers[0]?.(mined);
  await settled();
  pass(3_000);
  find();
  answers[1]?.(new Error('away'));
  await settled();
  pass(3_000);
  expect(find()).toEqual({ hash: '0x1', blockNumber: 70n });
  answers[2]?.({ kind: 'waiting', known: true });
  await settled();
  expect(find()).toBeNull();
});
