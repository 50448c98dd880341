import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ChainUnavailable } from '../../src/chain/chains/port/chain.ts';
import { type ChainWorld, somebody, startChainWorld } from '../kit/payouts/chain-world.ts';

describe.each(['ERC20', 'TRC20'] as const)('a chain to send on, %s,', (id) => {
  let world: ChainWorld;

  beforeAll(async () => {
    world = await startChainWorld(id);
  });

  afterEach(async () => {
    if (!world.faults) return;
    world.faults.dropHeld();
    world.faults.forgotten.clear();
    Object.assign(world.faults, { lagBlocks: 0, away: false, broadcasts: 'normal', rateLimit: null });
  });

  afterAll(() => world.close());

  /** Keeps sent transactions out of blocks until `work` is done. */
  async function unmined<T>(work: () => Promise<T>): Promise<T> {
    if (world.faults) {
      world.faults.broadcasts = 'held';
      return await work();
    }
    await world.rpc('evm_setAutomine', false);
    try {
      return await work();
    } finally {
      await world.rpc('evm_setAutomine', true);
    }
  }

  test('tells what a wallet has, of the newest block', async () => {
    const wallet = await world.newWallet(2_500_000n, 7_000_000n);
    expect(await world.chain.wallet(wallet)).toEqual({
      usdtUnits: 2_500_000n,
      gasUnits: 7_000_000n,
      nextNonce: world.chain.hasNonces ? 0n : null,
    });
    expect(await world.chain.wallet(somebody())).toMatchObject({ usdtUnits: 0n, gasUnits: 0n });
  });

  test('sends: the recipient has the amount, and it is final when the chain says so', async () => {
    const paid = await world.prepare({});
    expect(await world.fateOf(paid)).toEqual({ kind: 'waiting', known: false });
    const gasBefore = (await world.chain.wallet(world.wallet)).gasUnits;
    await world.send(paid);
    expect(await world.balanceOf(paid.payment.to)).toBe(paid.payment.amountUnits);
    const fate = await world.fateOf(paid);
    expect(fate).toMatchObject({ kind: 'mined', hash: paid.hash, isFinal: false, outcome: 'transferred' });
    const { gasUnits } = await world.chain.wallet(world.wallet);
    expect(fate).toMatchObject({ networkFee: gasBefore - gasUnits });
    await world.finalize();
    expect(await world.fateOf(paid)).toEqual({ ...fate, isFinal: true });
  });

  test('takes the same bytes again without sending twice', async () => {
    const paid = await world.prepare({});
    for (let times = 0; times < 3; times++) {
      expect(await world.chain.broadcast(paid.signed)).toEqual({ taken: true });
    }
    await world.finalize();
    expect(await world.chain.broadcast(paid.signed)).toEqual({ taken: true });
    expect(await world.balanceOf(paid.payment.to)).toBe(paid.payment.amountUnits);
  });

  test('knows what a node holds and has in no block, and what it forgot', async () => {
    await unmined(async () => {
      const paid = await world.prepare({});
      expect(await world.chain.broadcast(paid.signed)).toEqual({ taken: true });
      expect(await world.chain.broadcast(paid.signed)).toEqual({ taken: true });
      expect(await world.fateOf(paid)).toEqual({ kind: 'waiting', known: true });
      if (world.faults) world.faults.dropHeld();
      else await world.rpc('anvil_dropTransaction', paid.hash);
      expect(await world.fateOf(paid)).toEqual({ kind: 'waiting', known: false });
    });
  });

  test('makes different transactions of equal payments', async () => {
    const to = somebody();
    const drafting = await world.chain.drafting(world.wallet);
    const { nextNonce } = await world.chain.wallet(world.wallet);
    const payments = [0n, 1n].map((at) => ({
      wallet: world.wallet,
      to,
      amountUnits: 3n,
      nonce: nextNonce === null ? null : nextNonce + at,
    }));
    const all = payments.map((payment) => world.signed(drafting.draft(payment, payment.nonce), payment));
    expect(all[0]?.hash).not.toBe(all[1]?.hash);
    await world.send(...all);
    expect(await world.balanceOf(to)).toBe(6n);
  });

  test('tells many fates at once', async () => {
    const sent = [];
    for (let at = 0; at < 3; at++) {
      const paid = await world.prepare({});
      await world.send(paid);
      sent.push(paid);
    }
    const unsent = await world.prepare({});
    const fates = await Promise.all([...sent, unsent].map((paid) => world.fateOf(paid)));
    expect(fates.map(({ kind }) => kind)).toEqual(['mined', 'mined', 'mined', 'waiting']);
    expect(fates.slice(0, 3)).toMatchObject(sent.map(({ hash }) => ({ hash, outcome: 'transferred' })));
  });

  test('tells that one reverted, by the receipt', async () => {
    const wallet = await world.newWallet(10n, 10n ** 18n);
    const paid = await world.prepare({ wallet, amountUnits: 11n });
    await world.send(paid);
    expect(await world.fateOf(paid)).toMatchObject({ kind: 'mined', outcome: 'reverted', isFinal: false });
    await world.finalize();
    expect(await world.fateOf(paid)).toMatchObject({ kind: 'mined', outcome: 'reverted', isFinal: true });
  });

  test('does not take another payment for this one', async () => {
    const paid = await world.prepare({});
    await world.send(paid);
    for (const other of [{ to: somebody() }, { amountUnits: 7n }]) {
      const payment = { ...paid.payment, ...other };
      expect(await world.fateOf({ ...paid, payment })).toMatchObject({ outcome: 'unproven' });
    }
  });

  test('says that a transfer would fail while the token is paused or the wallet frozen', async () => {
    expect((await world.chain.drafting(world.wallet)).wait).toBeNull();
    await world.token('pause');
    expect((await world.chain.drafting(world.wallet)).wait).toBe('would_fail');
    await world.token('unpause');
    const frozen = await world.newWallet(10n, 10n ** 18n);
    await world.token('addBlackList', frozen);
    expect((await world.chain.drafting(frozen)).wait).toBe('would_fail');
    expect(await world.chain.isBlacklisted(frozen)).toBe(true);
    expect(await world.chain.isBlacklisted(world.wallet)).toBe(false);
  });

  test('tells a contract from a wallet, and from a wallet that lends itself code', async () => {
    const [contract, lending] = [somebody(), somebody()];
    await world.rpc('anvil_setCode', contract, '0x600160005260206000f3');
    expect(await world.chain.isContract(contract)).toBe(true);
    expect(await world.chain.isContract(world.wallet)).toBe(false);
    expect(await world.chain.isContract(somebody())).toBe(false);
    if (world.id === 'TRC20') return;
    await world.rpc('anvil_setCode', lending, `0xef0100${contract.slice(2)}`);
    expect(await world.chain.isContract(lending)).toBe(false);
  });

  test('drafts for a wallet that holds nothing: that it is empty is for others to say', async () => {
    const drafting = await world.chain.drafting(await world.newWallet(0n, 0n));
    expect(drafting.wait).toBeNull();
    expect(drafting.maxCost).toBeGreaterThan(0n);
  });

  test('says at most what a payout costs', async () => {
    const paid = await world.prepare({});
    const { maxCost } = await world.chain.drafting(world.wallet);
    await world.send(paid);
    const fate = await world.fateOf(paid);
    expect(fate.kind === 'mined' && fate.networkFee).toBeGreaterThan(0n);
    expect(fate.kind === 'mined' && fate.networkFee <= maxCost).toBe(true);
  });

  test('waits while the network asks for more than the cap', async () => {
    const capped = world.chainOver({ bounds: { maxFeeWei: 1n, feeLimitSun: 1_000_000n } });
    expect((await capped.drafting(world.wallet)).wait).toBe('fee_above_cap');
  });

  test('says that gas is short when the node refuses for it', async () => {
    const wallet = await world.newWallet(10n, 1n);
    const payment = { wallet, to: somebody(), amountUnits: 1n };
    // On Tron it takes two: the first uses the day's free bandwidth.
    if (world.faults) await world.send(await world.prepare(payment));
    const answer = await world.chain.broadcast((await world.prepare(payment)).signed);
    expect(answer).toMatchObject({ taken: false, wait: 'low_gas' });
  });

  test('is unsure when no node answers', async () => {
    const nowhere = world.chainOver({ nodeUrls: ['http://127.0.0.1:9'] });
    const paid = await world.prepare({});
    await expect(nowhere.wallet(world.wallet)).rejects.toThrow(ChainUnavailable);
    await expect(nowhere.broadcast(paid.signed)).rejects.toThrow(ChainUnavailable);
    await expect(world.fateOf(paid, nowhere)).rejects.toThrow(ChainUnavailable);
  });

  test('takes one back that a reorganisation took out of its block', async () => {
    const paid = await world.prepare({});
    await world.send(paid);
    expect(await world.fateOf(paid)).toMatchObject({ kind: 'mined' });
    await world.mine(1);
    await world.rpc('anvil_reorg', 2, []);
    await expect.poll(() => world.fateOf(paid)).toMatchObject({ kind: 'waiting' });
    // A node keeps the transactions of removed blocks, or gets them again.
    await world.chain.broadcast(paid.signed);
    await world.mine(1);
    expect(await world.fateOf(paid)).toMatchObject({ kind: 'mined', outcome: 'transferred' });
    expect(await world.balanceOf(paid.payment.to)).toBe(paid.payment.amountUnits);
  });
});
