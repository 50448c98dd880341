import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ChainUnavailable } from '../../src/chain/chains/port/chain.ts';
import { type NodeProxy, startProxy } from '../kit/chains/node-proxy.ts';
import { type ChainWorld, somebody, startChainWorld } from '../kit/payouts/chain-world.ts';

let world: ChainWorld;
let proxy: NodeProxy;

beforeAll(async () => {
  world = await startChainWorld('ERC20');
  proxy = await startProxy(world.nodeUrl);
});

afterEach(async () => {
  proxy.behaviour = {};
  await world.rpc('evm_setAutomine', true);
});

afterAll(async () => {
  await proxy.close();
  await world.close();
});

const gwei = 1_000_000_000n;

describe('a nonce that went to another transaction', () => {
  test('makes ours impossible, but not before that one is final', async () => {
    const wallet = await world.newWallet(1_000n, 10n ** 18n);
    const lost = await world.prepare({ wallet, amountUnits: 1n });
    await world.spendOutside(wallet);
    const answer = await world.chain.broadcast(lost.signed);
    expect(answer).toMatchObject({ taken: false, wait: null });
    expect(await world.fateOf(lost)).toEqual({ kind: 'waiting', known: false });
    await world.finalize();
    expect(await world.fateOf(lost)).toEqual({ kind: 'impossible' });
  });

  test('is not taken for lost where the node has not got the state of the final block', async () => {
    const wallet = await world.newWallet(1_000n, 10n ** 18n);
    const lost = await world.prepare({ wallet, amountUnits: 1n });
    await world.spendOutside(wallet);
    await world.finalize();
    proxy.behaviour.error = ({ method, params }) =>
      method === 'eth_getTransactionCount' && params[1] !== 'latest'
        ? { code: -32000, message: 'missing trie node 0xabc (path ) state is not available' }
        : undefined;
    const pruned = world.chainOver({ nodeUrls: [proxy.url] });
    expect(await world.fateOf(lost, pruned)).toEqual({ kind: 'waiting', known: false });
  });

  test('is waited for while later ones of the wallet are mined', async () => {
    const wallet = await world.newWallet(1_000n, 10n ** 18n);
    const { nextNonce } = await world.chain.wallet(wallet);
    const ahead = await world.prepare({ wallet, amountUnits: 1n, nonce: (nextNonce as bigint) + 1n });
    expect(await world.chain.broadcast(ahead.signed)).toEqual({ taken: true });
    await world.finalize();
    expect(await world.fateOf(ahead)).toEqual({ kind: 'waiting', known: true });
    const before = await world.prepare({ wallet, amountUnits: 2n, nonce: nextNonce });
    await world.chain.broadcast(before.signed);
    await world.finalize();
    for (const paid of [before, ahead]) {
      expect(await world.fateOf(paid)).toMatchObject({
        kind: 'mined',
        outcome: 'transferred',
        isFinal: true,
      });
    }
  });
});

describe('outbidding', () => {
  test('replaces what a node holds, and only one of the two is ever mined', async () => {
    await world.rpc('evm_setAutomine', false);
    const first = await world.prepare({});
    const { payment } = first;
    await world.chain.broadcast(first.signed);
    const drafting = await world.chain.drafting(payment.wallet);
    const draft = drafting.outbid(payment, payment.nonce as bigint, first.draft.terms);
    const second = world.signed(draft as NonNullable<typeof draft>, payment);
    expect(second.hash).not.toBe(first.hash);
    expect(await world.chain.broadcast(second.signed)).toEqual({ taken: true });
    await world.mine(1);
    const fate = { kind: 'mined', hash: second.hash, outcome: 'transferred' };
    expect(await world.fateOf([first, second])).toMatchObject(fate);
    await world.finalize();
    expect(await world.fateOf([first, second])).toMatchObject({ ...fate, isFinal: true });
    expect(await world.balanceOf(payment.to)).toBe(payment.amountUnits);
  });

  test('pays for a block that became dear', async () => {
    const first = await world.prepare({});
    const before = JSON.parse(first.draft.terms);
    await world.rpc('anvil_setNextBlockBaseFeePerGas', `0x${(30n * gwei).toString(16)}`);
    await world.mine(1);
    const { payment, draft } = first;
    const outbid = (await world.chain.drafting(payment.wallet)).outbid(
      payment,
      payment.nonce as bigint,
      draft.terms,
    );
    const after = JSON.parse(outbid?.terms ?? '{}');
    expect(BigInt(after.maxFeeWei)).toBeGreaterThan(25n * gwei);
    expect(BigInt(after.tipWei) * 10n).toBeGreaterThanOrEqual(BigInt(before.tipWei) * 11n);
    await world.rpc('anvil_setNextBlockBaseFeePerGas', `0x${gwei.toString(16)}`);
    await world.mine(1);
  });
});

describe('a node', () => {
  test('that takes bytes without an answer leaves us unsure, and the same bytes are good again', async () => {
    const paid = await world.prepare({});
    const over = world.chainOver({ nodeUrls: [proxy.url] });
    await over.wallet(paid.payment.wallet);
    proxy.behaviour.reply = (calls) => {
      if (calls[0]?.method !== 'eth_sendRawTransaction') return undefined;
      void world.rpc('eth_sendRawTransaction', paid.signed).catch(() => {});
      return 'hang';
    };
    await expect(over.broadcast(paid.signed)).rejects.toThrow(ChainUnavailable);
    proxy.behaviour = {};
    expect(await over.broadcast(paid.signed)).toEqual({ taken: true });
    await world.mined(paid);
    expect(await world.balanceOf(paid.payment.to)).toBe(paid.payment.amountUnits);
  });

  test.each([
    ['geth', 'already known', { taken: true }],
    ['erigon', 'ALREADY_EXISTS: already known', { taken: true }],
    ['nethermind', 'AlreadyKnown', { taken: true }],
    ['besu', 'Known transaction', { taken: true }],
    ['parity', 'Transaction with the same hash was already imported.', { taken: true }],
    ['geth', 'nonce too low: next nonce 5, tx nonce 4', { taken: false, wait: null }],
    ['nethermind', 'OldNonce, Current nonce: 5, nonce of rejected tx: 4', { taken: false, wait: null }],
    ['geth', 'replacement transaction underpriced', { taken: false, wait: null }],
    ['nethermind', 'FeeTooLow', { taken: false, wait: null }],
    ['geth', 'max fee per gas less than block base fee: exceeds', { taken: false, wait: null }],
    ['geth', 'exceeds block gas limit', { taken: false, wait: null }],
    ['geth', 'insufficient funds for gas * price + value: balance 0', { taken: false, wait: 'low_gas' }],
    ['nethermind', 'InsufficientFunds, Account balance: 0', { taken: false, wait: 'low_gas' }],
    ['besu', 'Upfront cost exceeds account balance', { taken: false, wait: 'low_gas' }],
  ])('of %s says "%s"', async (_client, message, expected) => {
    const paid = await world.prepare({});
    proxy.behaviour.error = ({ method }) =>
      method === 'eth_sendRawTransaction' ? { code: -32000, message } : undefined;
    const over = world.chainOver({ nodeUrls: [proxy.url] });
    expect(await over.broadcast(paid.signed)).toMatchObject(expected);
  });

  test('whose rate is limited has said nothing about the transaction', async () => {
    const paid = await world.prepare({});
    proxy.behaviour.error = ({ method }) =>
      method === 'eth_sendRawTransaction' ? { code: 429, message: 'Too Many Requests' } : undefined;
    const over = world.chainOver({ nodeUrls: [proxy.url] });
    await expect(over.broadcast(paid.signed)).rejects.toThrow(ChainUnavailable);
  });

  test('that tells of a block that is no longer of the chain is not believed', async () => {
    const paid = await world.prepare({});
    await world.send(paid);
    proxy.behaviour.result = ({ method }, result) =>
      method === 'eth_getTransactionReceipt'
        ? { ...(result as object), blockHash: `0x${'ab'.repeat(32)}` }
        : result;
    await expect(world.fateOf(paid, world.chainOver({ nodeUrls: [proxy.url] }))).rejects.toThrow(
      ChainUnavailable,
    );
  });

  test('that keeps silent about receipts makes nothing impossible that another node has seen', async () => {
    const paid = await world.prepare({});
    await world.chain.broadcast(paid.signed);
    await world.finalize();
    proxy.behaviour.result = ({ method }, result) =>
      method === 'eth_getTransactionReceipt' || method === 'eth_getTransactionByHash' ? null : result;
    const two = world.chainOver({ nodeUrls: [proxy.url, world.nodeUrl], quorum: 2 });
    expect(await world.fateOf(paid, two)).toEqual({ kind: 'waiting', known: false });
    proxy.behaviour = {};
    expect(await world.fateOf(paid, two)).toMatchObject({ kind: 'mined', isFinal: true });
  });

  test('that lags keeps a payout of a quorum from being final', async () => {
    const paid = await world.prepare({});
    await world.chain.broadcast(paid.signed);
    await world.finalize();
    proxy.behaviour.lagBlocks = 5;
    const two = world.chainOver({ nodeUrls: [world.nodeUrl, proxy.url], quorum: 2 });
    expect(await world.fateOf(paid, two)).toMatchObject({ kind: 'mined', isFinal: false });
    await world.mine(5);
    expect(await world.fateOf(paid, two)).toMatchObject({ kind: 'mined', isFinal: true });
  });
});

test('a token that keeps a part for its issuer is not sent', async () => {
  const word = `0x${'0'.repeat(63)}a`;
  proxy.behaviour = {
    reply(calls, isBatch) {
      const [call] = calls;
      const { data } = (call?.params[0] ?? {}) as { data?: string };
      if (isBatch || call?.method !== 'eth_call' || data !== '0xdd644f72') return undefined;
      return { body: JSON.stringify({ jsonrpc: '2.0', id: call.id, result: word }) };
    },
  };
  const over = world.chainOver({ nodeUrls: [proxy.url] });
  expect((await over.drafting(world.wallet)).wait).toBe('would_fail');
  expect((await world.chain.drafting(somebody())).wait).toBeNull();
});
