import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postEntry } from '../../src/accounts/ledger/ledger.ts';
import { newId } from '../../src/base/db/ids.ts';
import { createMemoryLogger } from '../../src/base/ground/logger.ts';
import { digestOf, signWith } from '../../src/chain/signers/signing.ts';
import { bookTransfer } from '../../src/crypto/custody/book-transfer.ts';
import { checkCustody } from '../../src/crypto/custody/check-custody.ts';
import { isRight, type PlaceReport } from '../../src/crypto/custody/custody.ts';
import { custodyJob } from '../../src/crypto/custody/jobs.ts';
import { openTreasury } from '../../src/crypto/custody/open-wallet.ts';
import { walletEntry } from '../../src/crypto/custody/wallet-entry.ts';
import { createSender } from '../../src/crypto/payouts/sending/send-payouts.ts';
import { stepSweep } from '../../src/crypto/sweeps/run-sweep.ts';
import { sendDeps } from '../kit/payouts/engine-world.ts';
import { queuePayout } from '../kit/payouts/queued-payouts.ts';
import { signerOf } from '../kit/payouts/signer.ts';
import { type SweepWorld, startSweepWorld } from '../kit/sweeps/sweep-world.ts';

const now = (): Date => new Date();

describe.each(['ERC20', 'TRC20'] as const)('custody on %s', (network) => {
  let world: SweepWorld;
  const treasury = '0x7ea50000000000000000000000000000000000aa';
  beforeAll(async () => {
    world = await startSweepWorld(network);
  });
  afterAll(() => world.close());

  const place = async (name: PlaceReport['place']): Promise<PlaceReport> => {
    const { places } = await checkCustody({ sql: world.sql, chain: world.chain });
    return places.find((report) => report.place === name) as PlaceReport;
  };
  const alarms = async (): Promise<string[]> => {
    const rows = await world.sql<{ code: string }[]>`SELECT code FROM chain_alarms`;
    return rows.map(({ code }) => code);
  };
  const book = (name: 'hot' | 'treasury', transactionHash: string) =>
    bookTransfer(
      { sql: world.sql, chain: world.chain, payoutChain: world.usdt, now },
      {
        place: name,
        transactionHash,
        by: 'Ana',
        note: 'from our bank',
      },
    );
  /** Transfers with the hot wallet's own key, bypassing the program. */
  async function take(units: bigint, to: string): Promise<string> {
    const { usdt, hotKey, hotWallet } = world;
    await world.giveGas(hotWallet, 10n ** 17n);
    const { nextNonce } = await usdt.wallet(hotWallet);
    const draft = (await usdt.drafting(hotWallet)).draft(
      { wallet: hotWallet, to, amountUnits: units },
      nextNonce,
    );
    const unsigned = { network: { id: network, family: usdt.family }, unsigned: draft.unsigned };
    const key = Buffer.from(hotKey.slice(2), 'hex');
    const { signed, hash } = usdt.seal(draft.unsigned, signWith(key, digestOf(unsigned)));
    expect(await usdt.broadcast(signed)).toEqual({ taken: true });
    await world.payer.mine(1);
    return hash;
  }
  /** Somebody with the key of a deposit address moves USDT to the hot wallet, bypassing the program. */
  async function moveToHot(address: string, units: bigint): Promise<string> {
    await world.giveGas(address, 10n ** 17n);
    await world.payer.rpc('anvil_impersonateAccount', address);
    const to = world.hotWallet.slice(2).padStart(64, '0');
    const data = `0xa9059cbb${to}${units.toString(16).padStart(64, '0')}`;
    const gasPrice = network === 'TRC20' ? '0x0' : '0x77359400';
    await world.payer.rpc('eth_sendTransactionSync', { from: address, to: world.token, data, gasPrice });
    return await lastTransfer(address);
  }
  /** The transaction id of the last transfer, in the network's notation. */
  async function lastTransfer(address: string): Promise<string> {
    const head = await world.chain.latestBlock();
    const logs = await world.chain.transfersWith([address], 0n, head.number);
    return logs.at(-1)?.transactionHash as string;
  }

  test('is right where nothing ever happened', async () => {
    expect(await place('hot')).toEqual({
      place: 'hot',
      bookedUnits: 0n,
      heldUnits: 0n,
      parts: [],
      unexplainedUnits: 0n,
    });
  });

  test('names a deposit and a sweep under way, and is right all the while', async () => {
    const order = await world.order();
    await world.payer.pay(order.address, order.units);
    await world.catchUp();
    expect(await place('deposits')).toMatchObject({
      bookedUnits: 0n,
      heldUnits: order.units,
      parts: [{ kind: 'deposit', units: order.units, subject: order.id }],
      unexplainedUnits: 0n,
    });
    await world.finalize();
    await world.catchUp();
    expect(await place('deposits')).toMatchObject({
      bookedUnits: order.units,
      heldUnits: order.units,
      parts: [],
    });

    await openTreasury(world.sql, world.chain, treasury);
    const sweepId = await world.planned({ place: 'treasury', address: treasury });
    const deps = await world.depsOf(sweepId);
    for (let round = 0; (await world.chain.tokenBalance(treasury)) === 0n; round++) {
      expect(round).toBeLessThan(20);
      await stepSweep(deps);
      await world.payer.mine(1);
    }
    const [from, to] = [await place('deposits'), await place('treasury')];
    expect(from).toMatchObject({ bookedUnits: order.units, heldUnits: 0n, unexplainedUnits: 0n });
    expect(from.parts).toMatchObject([{ kind: 'sweep', units: -order.units }]);
    expect(to).toMatchObject({ bookedUnits: 0n, heldUnits: order.units, unexplainedUnits: 0n });
    expect(to.parts).toMatchObject([{ kind: 'sweep', units: order.units, subject: from.parts[0]?.subject }]);
    expect(to.parts[0]?.hash).toBe(from.parts[0]?.hash);
    expect([from, to].every(isRight)).toBe(true);

    await world.drain(sweepId);
    expect(await place('deposits')).toMatchObject({ bookedUnits: 0n, heldUnits: 0n, parts: [] });
    expect(await place('treasury')).toMatchObject({
      bookedUnits: order.units,
      heldUnits: order.units,
      parts: [],
    });
  });

  test("names the operator's own funds and takes them into the books, once", async () => {
    await world.payer.pay(world.hotWallet, 50_000_000n);
    const hash = await lastTransfer(world.hotWallet);
    expect(await place('hot')).toMatchObject({
      heldUnits: 50_000_000n,
      parts: [{ kind: 'unknown_in', units: 50_000_000n, hash, subject: world.hotWallet }],
      unexplainedUnits: 50_000_000n,
    });
    await expect(book('hot', hash)).rejects.toThrow('not final');
    await world.finalize();
    expect(await book('hot', hash)).toMatchObject([{ kind: 'wallet_funded', units: 50_000_000n }]);
    expect(await world.sql`SELECT act FROM audit_log ORDER BY number DESC LIMIT 1`).toEqual([
      { act: 'custody_booked' },
    ]);
    await expect(book('hot', hash)).rejects.toThrow('booked already');
    expect(await place('hot')).toMatchObject({ bookedUnits: 50_000_000n, parts: [], unexplainedUnits: 0n });

    const out = await take(20_000_000n, treasury);
    expect((await place('treasury')).parts).toMatchObject([{ kind: 'unknown_in', hash: out }]);
    await world.finalize();
    expect(await book('hot', out)).toMatchObject([{ kind: 'wallet_moved', units: 20_000_000n }]);
    expect((await place('hot')).parts).toEqual([]);
    expect(isRight(await place('treasury'))).toBe(true);
    await expect(book('treasury', out)).rejects.toThrow('booked already');
  });

  test('names a payout under way until it is final', async () => {
    await world.giveGas(world.hotWallet, 10n ** 17n);
    const { id } = await queuePayout(world.sql, network, {
      merchantId: world.merchantId,
      amountUnits: 4_000_000n,
    });
    const logger = { sql: world.sql, logs: [] as string[] };
    const sender = createSender(sendDeps(logger, world.usdt, signerOf(world.hotKey)));
    await sender.step();
    await world.payer.mine(1);
    const report = await place('hot');
    expect(report).toMatchObject({ bookedUnits: 30_000_000n, heldUnits: 26_000_000n, unexplainedUnits: 0n });
    expect(report.parts).toMatchObject([{ kind: 'payout', units: -4_000_000n, subject: id }]);
    expect(isRight(report)).toBe(true);
    await world.finalize();
    await sender.step();
    expect(await place('hot')).toMatchObject({ bookedUnits: 26_000_000n, heldUnits: 26_000_000n, parts: [] });
  });

  test('rings from the watcher as soon as USDT leaves a hot wallet without us, and only then', async () => {
    const rung = async () =>
      await world.sql<{ text: string }[]>`
        SELECT body AS text FROM mails WHERE recipient = 'ops@company.example' ORDER BY id`;
    await world.catchUp();
    // Payouts and outflows that a person has booked raise no alarm.
    expect(await rung()).toEqual([]);
    await world.payer.pay(world.hotWallet, 3_000_000n);
    const funded = await lastTransfer(world.hotWallet);
    const hash = await take(3_000_000n, '0x00000000000000000000000000000000000bad02');
    await world.catchUp();
    const [alarm, ...more] = await rung();
    expect(more).toEqual([]);
    expect(alarm?.text).toContain(`${network}: 3.000000 USDT left a hot wallet by no payout or sweep`);
    expect(alarm?.text).toContain(network === 'TRC20' ? ` ${hash.slice(2)},` : ` ${hash},`);
    await world.finalize();
    await world.catchUp();
    expect(await rung()).toHaveLength(1);
    for (const one of [funded, hash]) await book('hot', one);
    await world.sql`DELETE FROM mails`;
  });

  test('rings when somebody takes USDT with the key of the hot wallet, and names the transaction', async () => {
    const job = custodyJob({
      sql: world.sql,
      chain: world.chain,
      logger: createMemoryLogger([]),
      alertEmail: 'ops@x.example',
    });
    const again = async () => {
      await world.sql`UPDATE custody_checks SET due_at = now()`;
      await job.run();
    };
    await job.run();
    expect(await alarms()).toEqual([]);
    const thief = '0x00000000000000000000000000000000000bad01';
    const hash = await take(26_000_000n, thief);
    await again();
    expect(await alarms()).toEqual([]);
    await again();
    await again();
    expect(await alarms()).toEqual(['custody_gap']);
    const report = await place('hot');
    expect(report).toMatchObject({ bookedUnits: 26_000_000n, heldUnits: 0n, unexplainedUnits: -26_000_000n });
    expect(report.parts).toMatchObject([{ kind: 'unknown_out', units: -26_000_000n, hash }]);
    const mails = await world.sql`SELECT FROM mails`;
    expect(mails).toHaveLength(1);

    await world.finalize();
    expect(await book('hot', hash)).toMatchObject([{ kind: 'wallet_drawn', units: 26_000_000n }]);
    await again();
    expect(await alarms()).toEqual([]);
    const { report: ledger } = await world.audit();
    expect(ledger).toMatchObject({ wrongBalances: [], lopsidedEntries: [] });
  });

  test('names what left a deposit address that nobody here emptied', async () => {
    const order = await world.order();
    await world.payer.pay(order.address, order.units);
    await world.finalize();
    await world.catchUp();
    await world.giveGas(order.address, 10n ** 17n);
    await world.payer.rpc('anvil_impersonateAccount', order.address);
    const data = `0xa9059cbb${'bad'.padStart(64, '0')}${(1_000_000).toString(16).padStart(64, '0')}`;
    const gasPrice = network === 'TRC20' ? '0x0' : '0x77359400';
    await world.payer.rpc('eth_sendTransactionSync', {
      from: order.address,
      to: world.token,
      data,
      gasPrice,
    });
    const hash = await lastTransfer(order.address);
    expect(await world.gaps()).toHaveLength(1);
    const report = await place('deposits');
    expect(report).toMatchObject({
      bookedUnits: order.units,
      heldUnits: order.units - 1_000_000n,
      unexplainedUnits: -1_000_000n,
    });
    expect(report.parts).toMatchObject([
      { kind: 'unknown_out', units: -1_000_000n, hash, subject: order.address },
    ]);
    expect(isRight(report)).toBe(false);
  });

  test('books a sweep that only a lost database knew as a sweep, and the gap at its address ends', async () => {
    const [order] = await world.paidOrders(1, 70_000n);
    const { address, units } = order as { address: string; units: bigint };
    const before = await place('hot');
    const hash = await moveToHot(address, units);
    await world.finalize();
    expect((await world.gaps()).map((gap) => gap.address)).toContain(address);

    expect(await book('hot', hash)).toMatchObject([{ kind: 'swept', units }]);
    expect((await world.gaps()).map((gap) => gap.address)).not.toContain(address);
    const after = await place('hot');
    expect(after.bookedUnits).toBe(before.bookedUnits + units);
    expect(after.unexplainedUnits).toBe(before.unexplainedUnits);
    const { report } = await world.audit();
    expect(report).toMatchObject({ wrongBalances: [], lopsidedEntries: [], unexplainedSweeps: [] });
    expect((await world.plan()).plan.items.map((item) => item.address)).not.toContain(address);
    await expect(book('hot', hash)).rejects.toThrow('booked already');
  });

  test('says how much no transaction explains', async () => {
    await world.sql.begin((tx) => postEntry(tx, walletEntry(network, newId(), 7n, undefined, 'hot')));
    expect(await place('hot')).toMatchObject({ parts: [], unexplainedUnits: -7n });
  });

  test('books no sweep whose amount is not all that is booked at its address', async () => {
    const [order] = await world.paidOrders(1, 71_000n);
    const { address, units } = order as { address: string; units: bigint };
    const hash = await moveToHot(address, units - 1n);
    await world.finalize();
    await expect(book('hot', hash)).rejects.toThrow('It moved another amount');
    const [transfer] = await world.sql`
      SELECT sweep_item_id AS item FROM transfers WHERE order_id = ${(order as { id: string }).id}`;
    expect(transfer).toEqual({ item: null });
  });

  test('books no sweep before all payments that it moved are booked', async () => {
    const [order] = await world.paidOrders(1, 72_000n);
    const { address, units } = order as { address: string; units: bigint };
    await world.payer.pay(address, 5_000_000n);
    await world.catchUp();
    const hash = await moveToHot(address, units + 5_000_000n);
    await world.finalize();
    await expect(book('hot', hash)).rejects.toThrow('not final yet');
    await world.catchUp();
    expect(await book('hot', hash)).toMatchObject([{ kind: 'swept', units: units + 5_000_000n }]);
  });

  test('books no sweep of an address that a sweep of ours is emptying', async () => {
    const [order] = await world.paidOrders(1, 73_000n);
    const { address, units } = order as { address: string; units: bigint };
    const sweepId = await world.planned();
    const deps = await world.depsOf(sweepId);
    await stepSweep(deps);
    const hash = await moveToHot(address, units);
    await world.finalize();
    await expect(book('hot', hash)).rejects.toThrow('run it to its end first');
    await world.drain(sweepId);
    expect((await world.items(sweepId)).map(({ status }) => status)).toEqual(['skipped']);
    expect(await book('hot', hash)).toMatchObject([{ kind: 'swept', units }]);
  });
});
