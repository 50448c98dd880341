import { type Hex, serializeTransaction, toHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Payout } from '../../src/crypto/payouts/store.ts';
import { type EngineWorld, explainForeign, startEngineWorld } from '../kit/payouts/engine-world.ts';

/** Faults with nonces, prices and memory pools, on a real local chain. */

describe('a payout on Ethereum', () => {
  let world: EngineWorld;
  beforeAll(async () => {
    world = await startEngineWorld('ERC20');
  });
  afterEach(() => world.payer.rpc('evm_setAutomine', true));
  afterAll(() => world.close());

  async function expectPaidOnce({ id, address, amountUnits }: Payout): Promise<void> {
    expect(await world.received(address as string)).toEqual([amountUnits]);
    expect((await world.read(id)).status).toBe('success');
    expect(await world.told(id)).toEqual(['pending', 'success']);
    expect(await world.balance('merchant_reserved')).toBe(0n);
  }

  async function hashesOf(id: string): Promise<Hex[]> {
    const rows = await world.sql<{ hash: Hex }[]>`
      SELECT '0x' || encode(hash, 'hex') AS hash
        FROM outgoing_transactions
       WHERE sending_id = ${id}
       ORDER BY number`;
    return rows.map(({ hash }) => hash);
  }

  async function bytesOf(id: string, number: number): Promise<Hex> {
    const [row] = await world.sql<{ signed: Hex }[]>`
      SELECT '0x' || encode(signed, 'hex') AS signed
        FROM outgoing_transactions
       WHERE sending_id = ${id}
         AND number = ${number}`;
    return row?.signed as Hex;
  }

  /** A transaction that somebody else signs with the same key; it is mined. */
  async function sendFromOutside(): Promise<void> {
    const account = privateKeyToAccount(world.key);
    const used = await world.payer.rpc<Hex>('eth_getTransactionCount', world.wallet, 'latest');
    const signed = await account.signTransaction(
      {
        type: 'eip1559',
        chainId: 31_337,
        nonce: Number(used),
        to: account.address,
        gas: 21_000n,
        maxFeePerGas: 50_000_000_000n,
        maxPriorityFeePerGas: 5_000_000_000n,
      },
      { serializer: serializeTransaction },
    );
    await world.payer.rpc('eth_sendRawTransactionSync', signed);
  }

  test('that a node forgets is handed over again, as the same bytes', async () => {
    await world.payer.rpc('evm_setAutomine', false);
    const payouts = [await world.payout(), await world.payout()] as const;
    await world.sender.step();
    for (const { id } of payouts) {
      for (const hash of await hashesOf(id)) await world.payer.rpc('anvil_dropTransaction', hash);
    }
    await world.payer.mine(1);
    expect(await world.received(payouts[0].address as string)).toEqual([]);
    await world.drain();
    for (const payout of payouts) {
      await expectPaidOnce(payout);
      expect(await world.made(payout.id)).toEqual(['1 final']);
    }
  });

  test('whose nonce somebody else used gets another one, but not before that is final and explained', async () => {
    await world.payer.rpc('evm_setAutomine', false);
    const payout = await world.payout();
    await world.sender.step();
    for (const hash of await hashesOf(payout.id)) await world.payer.rpc('anvil_dropTransaction', hash);
    await world.payer.rpc('evm_setAutomine', true);
    await sendFromOutside();
    await world.sender.step();
    expect(await world.made(payout.id)).toEqual(['1 sent']);
    await world.payer.mine(3);
    await world.sender.step();
    // Somebody else has the key: nothing is sent before a person has explained that transaction.
    expect(await world.made(payout.id)).toEqual(['1 dead']);
    expect((await world.read(payout.id)).waitReason).toBe('wallet_ahead_of_books');
    expect(await world.alarms()).toContain('payouts_wallet_ahead_of_books');
    expect(await explainForeign(world.sql, world.chain, world.wallet)).toBe(1);
    await world.sender.step();
    expect(await world.made(payout.id)).toEqual(['1 dead', '2 sent']);
    expect(await world.alarms()).not.toContain('payouts_wallet_ahead_of_books');
    await world.drain();
    await expectPaidOnce(payout);
    expect(await world.made(payout.id)).toEqual(['1 dead', '2 final']);
  });

  test('waits while somebody else used nonces of its key, and is planned with the next one when that is explained', async () => {
    await sendFromOutside();
    await sendFromOutside();
    const payout = await world.payout();
    await world.sender.step();
    expect(await world.read(payout.id)).toMatchObject({
      status: 'queued',
      waitReason: 'wallet_ahead_of_books',
    });
    expect(await explainForeign(world.sql, world.chain, world.wallet)).toBe(2);
    await world.drain();
    await expectPaidOnce(payout);
    expect(await world.made(payout.id)).toEqual(['1 final']);
  });

  test('takes up a nonce that was skipped for a transaction which a reorganisation took away', async () => {
    await sendFromOutside();
    await explainForeign(world.sql, world.chain, world.wallet);
    await world.payer.rpc('evm_setAutomine', false);
    const late = await world.payout();
    await world.sender.step();
    await world.payer.rpc('anvil_reorg', 1, []);
    await world.payer.rpc('anvil_dropAllTransactions');
    await world.payer.rpc('evm_setAutomine', true);
    await world.sender.step();
    await world.payer.mine(3);
    expect(await world.received(late.address as string)).toEqual([]);
    const early = await world.payout();
    await world.drain();
    await expectPaidOnce(late);
    await expectPaidOnce(early);
  });

  test('that waits too long is outbid, and pays once when the outbidding one is mined', async () => {
    await world.payer.rpc('evm_setAutomine', false);
    const hasty = world.senderWith({ patienceMs: -1 });
    await world.sender.release();
    const payout = await world.payout();
    await hasty.step();
    await hasty.step();
    expect(await world.made(payout.id)).toEqual(['1 sent', '2 sent']);
    await hasty.release();
    await world.payer.rpc('evm_setAutomine', true);
    await world.payer.mine(1);
    await world.drain();
    await expectPaidOnce(payout);
    expect(await world.made(payout.id)).toEqual(['1 dead', '2 final']);
    const nonces = await world.sql`SELECT FROM nonces WHERE sending_id = ${payout.id}`;
    expect(nonces).toHaveLength(1);
  });

  test('that waits too long is outbid, and pays once when the first one is mined all the same', async () => {
    await world.payer.rpc('evm_setAutomine', false);
    const hasty = world.senderWith({ patienceMs: -1 });
    await world.sender.release();
    const payout = await world.payout();
    await hasty.step();
    await hasty.step();
    await hasty.release();
    const [, outbid] = await hashesOf(payout.id);
    await world.payer.rpc('anvil_dropTransaction', outbid);
    await world.payer.rpc('eth_sendRawTransaction', await bytesOf(payout.id, 1));
    await world.payer.mine(1);
    await world.payer.rpc('evm_setAutomine', true);
    await world.drain();
    await expectPaidOnce(payout);
    expect(await world.made(payout.id)).toEqual(['1 final', '2 dead']);
  });

  test('is not outbid above the cap', async () => {
    await world.payer.rpc('evm_setAutomine', false);
    await world.sender.release();
    const block = await world.payer.rpc<{ baseFeePerGas: Hex }>('eth_getBlockByNumber', 'latest', false);
    const maxFeeWei = (BigInt(block.baseFeePerGas) + 1_000_000_000n) * 2n;
    const hasty = world.senderWith({ patienceMs: -1, chain: world.chainWith({ maxFeeWei }) });
    const payout = await world.payout();
    for (let step = 0; step < 12; step++) await hasty.step();
    const made = await world.made(payout.id);
    expect(made.length).toBeLessThan(8);
    const rows = await world.sql<{ terms: string }[]>`
      SELECT terms FROM outgoing_transactions WHERE sending_id = ${payout.id}`;
    for (const { terms } of rows) expect(BigInt(JSON.parse(terms).maxFeeWei)).toBeLessThanOrEqual(maxFeeWei);
    await hasty.release();
    await world.payer.rpc('evm_setAutomine', true);
    await world.payer.mine(1);
    await world.drain();
    await expectPaidOnce(payout);
  });

  test('is sent although the chain went back behind what was final', async () => {
    const first = await world.payout();
    await world.drain();
    await world.payer.rpc('anvil_reorg', 5, []);
    await world.payer.rpc('anvil_dropAllTransactions');
    expect(await world.received(first.address as string)).toEqual([]);
    const hasty = world.senderWith({ patienceMs: -1 });
    await world.sender.release();
    const second = await world.payout();
    await world.drain(hasty);
    await expectPaidOnce(second);
    expect(await world.received(first.address as string)).toEqual([first.amountUnits]);
    await hasty.release();
  });

  test('is paid by the wallet that began it after another one took over', async () => {
    await world.payer.rpc('evm_setAutomine', false);
    const payout = await world.payout();
    await world.sender.step();
    await world.useWallet(toHex(new Uint8Array(20).fill(7)));
    await world.payer.rpc('evm_setAutomine', true);
    await world.payer.mine(1);
    await world.drain();
    await expectPaidOnce(payout);
  });
});
