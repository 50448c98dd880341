import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../src/base/db/ids.ts';
import { ChainUnavailable } from '../../src/chain/chains/port/chain.ts';
import type { PayoutChain } from '../../src/chain/chains/port/payout-chain.ts';
import { type Signer, SignerUnavailable } from '../../src/chain/signers/signer.ts';
import type { Payout } from '../../src/crypto/payouts/store.ts';
import { type EngineWorld, startEngineWorld } from '../kit/payouts/engine-world.ts';
import { addFundedStore, fundWallet, queuePayout } from '../kit/payouts/queued-payouts.ts';

/** Faults on either network, on real local chains. */

const usdt = { ERC20: 'EthereumUsdt', TRC20: 'TronUsdt' } as const;

describe.each(['ERC20', 'TRC20'] as const)('a payout on %s', (network) => {
  let world: EngineWorld;
  beforeAll(async () => {
    world = await startEngineWorld(network);
  });
  afterAll(() => world.close());
  let heldBefore: bigint;
  beforeEach(async () => {
    heldBefore = await world.balance('merchant_available');
  });

  const token = (functionName: string, ...args: unknown[]) =>
    world.payer.send(usdt[network], world.token, functionName, args);

  async function expectPaidOnce({ id, address, amountUnits }: Payout): Promise<void> {
    expect(await world.received(address as string)).toEqual([amountUnits]);
    expect((await world.read(id)).status).toBe('success');
    expect(await world.told(id)).toEqual(['pending', 'success']);
    expect(await world.balance('merchant_reserved')).toBe(0n);
  }

  async function expectWaiting({ id, address }: Payout, reason: string): Promise<void> {
    expect(await world.read(id)).toMatchObject({ status: 'queued', waitReason: reason });
    expect(await world.received(address as string)).toEqual([]);
  }

  test('whose broadcast is not answered although the node took it is sent once', async () => {
    const payout = await world.payout();
    const deaf: PayoutChain = {
      ...world.chain,
      async broadcast(signed) {
        await world.chain.broadcast(signed);
        throw new ChainUnavailable(network, 'no answer within 2000 ms');
      },
    };
    await world.senderWith({ chain: deaf }).step();
    expect(await world.made(payout.id)).toEqual(['1 signed']);
    await world.sql`UPDATE hot_wallets SET lease_until = NULL`;
    await world.drain();
    await expectPaidOnce(payout);
    expect(await world.made(payout.id)).toEqual(['1 final']);
  });

  test('that the token refuses on the chain fails, says why, and gives the money back', async () => {
    const payout = await world.payout();
    await hold(world);
    await world.sender.step();
    expect(await world.told(payout.id)).toEqual(['pending']);
    await forget(world, payout.id);
    await token('pause');
    await letGo(world);
    await world.drain();
    await token('unpause');
    expect(await world.read(payout.id)).toMatchObject({
      status: 'failed',
      failure: 'reverted',
      failureNote: 'The token contract refused the transfer.',
    });
    expect(await world.told(payout.id)).toEqual(['pending', 'failed']);
    expect(await world.received(payout.address as string)).toEqual([]);
    expect(await world.balance('merchant_available')).toBe(heldBefore);
    const [event] = await world.sql<{ body: string }[]>`
      SELECT body FROM events WHERE subject_id = ${payout.id} AND status = 'failed'`;
    expect(JSON.parse(event?.body ?? '').transactionHash).not.toBe('');
  });

  test('to a frozen address waits for a person, and holds up nobody else', async () => {
    let now = new Date();
    const sender = world.senderWith({ now: () => now }, newId());
    await world.sql`UPDATE hot_wallets SET lease_until = NULL`;
    const frozen = await world.payout();
    const other = await world.payout();
    await token('addBlackList', frozen.address);
    await sender.step();
    await sender.step();
    await expectWaiting(frozen, 'would_fail');
    expect((await world.read(other.id)).status).toBe('pending');
    expect(await world.alarms()).toEqual(['payouts_would_fail']);
    await token('removeBlackList', frozen.address);
    now = new Date(now.getTime() + 61_000);
    await world.drain(sender);
    await expectPaidOnce(frozen);
    await expectPaidOnce(other);
    expect(await world.alarms()).toEqual([]);
    await sender.release();
  });

  test('to an address that was blocked since waits, with an alarm', async () => {
    const payout = await world.payout();
    const address = Buffer.from(payout.address?.slice(2) ?? '', 'hex');
    await world.sql`
      INSERT INTO payout_addresses (merchant_id, list, network, address)
      VALUES ('00000000-0000-0000-0000-000000000000', 'block', ${network}, ${address})`;
    await world.sender.step();
    await expectWaiting(payout, 'address_blocked');
    expect(await world.alarms()).toEqual(['payouts_address_blocked']);
    const [mail] = await world.sql<{ body: string }[]>`
      SELECT body FROM mails WHERE subject LIKE '%blocked after it was confirmed' LIMIT 1`;
    expect(mail?.body).toMatch(/pasarela payouts cancel .* pasarela payouts unlist/);
    await world.sql`DELETE FROM payout_addresses`;
    await world.drain();
    await expectPaidOnce(payout);
    expect(await world.alarms()).toEqual([]);
  });

  test('that the wallet has too little USDT for lets smaller ones go first, waits and goes when there is enough', async () => {
    const large = await world.payout({ amountUnits: 2_000_000_000_000n - 1n, amountMinor: 100n });
    const small = await world.payout();
    await world.sender.step();
    await expectWaiting(large, 'low_usdt');
    expect((await world.read(small.id)).status).toBe('pending');
    expect(await world.alarms()).toEqual(['payouts_low_usdt']);
    const mails = await world.sql`SELECT FROM mails WHERE recipient = 'operator@pasarela.example'`;
    expect(mails.length).toBeGreaterThan(0);
    await world.payer.pay(world.wallet, 2_000_000_000_000n);
    await world.drain();
    await expectPaidOnce(large);
    await expectPaidOnce(small);
    expect(await world.alarms()).toEqual([]);
  });

  test('that the wallet cannot pay fees for waits and goes when it can', async () => {
    const payout = await world.payout();
    await world.payer.rpc('anvil_setBalance', world.wallet, '0x1');
    await world.sender.step();
    await expectWaiting(payout, 'low_gas');
    expect(await world.alarms()).toEqual(['payouts_low_gas']);
    await fundWallet(world.payer, world.wallet, 0n);
    await world.drain();
    await expectPaidOnce(payout);
    expect(await world.alarms()).toEqual([]);
  });

  test.each([
    ['all', () => 'all'],
    ['its network', () => `network:${network}`],
    ['its merchant', () => `merchant:${world.merchantId}`],
  ])('waits while %s is paused, without an alarm', async (_what, scope) => {
    const payout = await world.payout();
    const otherMerchantId = await addFundedStore(world.sql, network);
    await world.sql`
      INSERT INTO payout_pauses (scope, reason, paused_by) VALUES (${scope()}, 'a look', 'Ana')`;
    const other = await queuePayout(world.sql, network, { merchantId: otherMerchantId });
    await world.sender.step();
    await expectWaiting(payout, 'paused');
    const goesOn = scope().startsWith('merchant');
    expect((await world.read(other.id)).status).toBe(goesOn ? 'pending' : 'queued');
    expect(await world.alarms()).toEqual([]);
    await world.sql`DELETE FROM payout_pauses`;
    await world.drain();
    await expectPaidOnce(payout);
  });

  test('that was paused after it was sent is followed to its end', async () => {
    const payout = await world.payout();
    await world.sender.step();
    await world.sql`INSERT INTO payout_pauses (scope, reason, paused_by) VALUES ('all', 'a look', 'Ana')`;
    await world.drain();
    await expectPaidOnce(payout);
    await world.sql`DELETE FROM payout_pauses`;
  });

  test('is sent once by two workers on one wallet at the same time', async () => {
    const payouts = await Promise.all(Array.from({ length: 30 }, () => world.payout()));
    // With one shared token both believe that they hold the lead.
    const token = newId();
    await world.sql`UPDATE hot_wallets SET lease_until = NULL`;
    const workers = [world.senderWith({}, token), world.senderWith({}, token)] as const;
    await Promise.all(workers.map((worker) => world.drain(worker)));
    for (const payout of payouts) await expectPaidOnce(payout);
    await workers[0].release();
    expect(await world.check()).toMatchObject({ wrongBalances: [], lopsidedEntries: [] });
  });

  test('waits for a signer that is away, and uses up no more than what was planned', async () => {
    let isAway = true;
    const signer: Signer = {
      ...world.signer,
      async sign(request) {
        if (isAway) throw new SignerUnavailable('it is away');
        return await world.signer.sign(request);
      },
    };
    await world.sql`UPDATE hot_wallets SET lease_until = NULL`;
    const sender = world.senderWith({ signer });
    const first = await world.payout();
    await sender.step();
    expect(await world.read(first.id)).toMatchObject({
      status: 'sending',
      waitReason: 'signer_unavailable',
    });
    const second = await world.payout();
    await sender.step();
    await expectWaiting(second, 'signer_unavailable');
    expect(await world.alarms()).toEqual(['payouts_signer_unavailable']);
    isAway = false;
    await world.drain(sender);
    await expectPaidOnce(first);
    await expectPaidOnce(second);
    expect(await world.alarms()).toEqual([]);
    await sender.release();
  });

  test('waits for a signer that cannot be asked or has another key', async () => {
    await world.sql`UPDATE hot_wallets SET lease_until = NULL`;
    const payout = await world.payout();
    let addressOn: Signer['addressOn'] = async () => {
      throw new SignerUnavailable('it is away');
    };
    const signer: Signer = { ...world.signer, addressOn: (asked) => addressOn(asked) };
    const sender = world.senderWith({ signer });
    await sender.step();
    await expectWaiting(payout, 'signer_unavailable');
    addressOn = async () => world.token;
    await sender.step();
    await expectWaiting(payout, 'signer_unavailable');
    addressOn = world.signer.addressOn;
    await world.drain(sender);
    await expectPaidOnce(payout);
    await sender.release();
  });

  test('waits for a node, and for a wallet', async () => {
    await world.sql`UPDATE hot_wallets SET lease_until = NULL`;
    const payout = await world.payout();
    let isAway = true;
    const chain: PayoutChain = {
      ...world.chain,
      async drafting(wallet) {
        if (isAway) throw new ChainUnavailable(network, 'no node answers');
        return await world.chain.drafting(wallet);
      },
    };
    const sender = world.senderWith({ chain });
    await sender.step();
    await expectWaiting(payout, 'node_unavailable');
    isAway = false;
    await world.sql`UPDATE hot_wallets SET active = false`;
    await sender.step();
    await expectWaiting(payout, 'no_wallet');
    expect(await world.alarms()).toEqual(['payouts_no_wallet']);
    await world.sql`UPDATE hot_wallets SET active = true`;
    await world.drain(sender);
    await expectPaidOnce(payout);
    await sender.release();
  });

  test('waits while fees are above the cap and goes when they fall', async () => {
    await world.sql`UPDATE hot_wallets SET lease_until = NULL`;
    const payout = await world.payout();
    const mean = world.senderWith({ chain: world.chainWith({ maxFeeWei: 1_000n, feeLimitSun: 1_000n }) });
    await mean.step();
    await expectWaiting(payout, 'fee_above_cap');
    await mean.release();
    await world.drain();
    await expectPaidOnce(payout);
  });

  test('whose block is reorganised away after it was announced is sent again as the same bytes', async () => {
    const payout = await world.payout();
    await world.sender.step();
    // A node answers before it mines.
    await expect.poll(() => world.received(payout.address as string)).toHaveLength(1);
    await world.payer.rpc('anvil_reorg', 1, []);
    await forget(world, payout.id);
    expect(await world.received(payout.address as string)).toEqual([]);
    await world.drain();
    await expectPaidOnce(payout);
    expect(await world.made(payout.id)).toEqual(['1 final']);
  });
});

/** Keeps everything that is sent from now on out of blocks. */
async function hold({ faults, payer }: EngineWorld): Promise<void> {
  if (faults) faults.broadcasts = 'held';
  else await payer.rpc('evm_setAutomine', false);
}

async function letGo({ faults, payer }: EngineWorld): Promise<void> {
  if (faults) {
    faults.broadcasts = 'normal';
    await faults.releaseHeld();
  } else {
    await payer.rpc('evm_setAutomine', true);
  }
}

/** The node drops the payout's transactions; blocks are mined as usual again. */
async function forget(world: EngineWorld, id: string): Promise<void> {
  if (world.faults) return;
  const rows = await world.sql<{ hash: string }[]>`
    SELECT '0x' || encode(hash, 'hex') AS hash FROM outgoing_transactions WHERE sending_id = ${id}`;
  for (const { hash } of rows) await world.payer.rpc('anvil_dropTransaction', hash);
  await world.payer.rpc('evm_setAutomine', true);
}
