import { toHex } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkLedger, faultsIn } from '../../src/accounts/ledger/check-ledger.ts';
import { newId } from '../../src/base/db/ids.ts';
import { connect, type Sql } from '../../src/base/db/pool.ts';
import { createMemoryLogger } from '../../src/base/ground/logger.ts';
import { assetOn } from '../../src/chain/chains/networks.ts';
import { notation } from '../../src/chain/chains/notation.ts';
import { noteCluster, noticeRestore } from '../../src/commerce/installation/mark-restored.ts';
import { restoredReport } from '../../src/commerce/installation/restored-report.ts';
import { createStanding, isOnHold, type WalletStanding } from '../../src/crypto/custody/wallet-standing.ts';
import { confirmPayout } from '../../src/crypto/payouts/claim/confirm-payout.ts';
import { walletFault } from '../../src/crypto/payouts/claim/wallet-fault.ts';
import { adoptTransaction } from '../../src/crypto/payouts/sending/adopt-transaction.ts';
import { findPayoutById, type Payout } from '../../src/crypto/payouts/store.ts';
import { type EngineWorld, startEngineWorld } from '../kit/payouts/engine-world.ts';
import { openPayoutWorld } from '../kit/payouts/payout-world.ts';
import { aPaidOrder, openRefund } from '../kit/payouts/refunds.ts';
import { copyDatabase, type TestDatabase } from '../kit/postgres.ts';

/**
 * A disk or a machine that was set back: the database is older than the chain, and nothing in it shows that. Its
 * recipients confirmed wallet X and were paid; in this database their payouts are still open, and the page could accept
 * wallet Y.
 */

const lead = newId();
const [walletX, walletY] = [toHex(new Uint8Array(20).fill(0x5a)), toHex(new Uint8Array(20).fill(0x5b))];
const person = { person: 'Ana', note: 'seen in an explorer' };

describe.each(['ERC20', 'TRC20'] as const)('on %s a database that was set back unseen', (network) => {
  let world: EngineWorld;
  let backup: TestDatabase;
  let sql: Sql;
  let standing: WalletStanding;
  let payout: Payout;
  let refund: Payout;

  beforeAll(async () => {
    world = await startEngineWorld(network);
    const { merchantId, open } = await openPayoutWorld(world.sql);
    await noticeRestore(world.sql, createMemoryLogger([]), new Date());
    const order = await aPaidOrder(world.sql, merchantId, { inTime: [100_000_000n], network });
    refund = (await openRefund(world.sql, order)).refund;
    payout = (await findPayoutById(world.sql, await open(777n))) as Payout;
    await world.senderWith({}, lead).step();
    // Blocks have whole seconds: one in the second of the wallet's first use would count as before it.
    await new Promise((resolve) => setTimeout(resolve, 1_100));

    await world.sql.end({ timeout: 1 });
    backup = await copyDatabase({ url: world.databaseUrl });
    const running = connect(world.databaseUrl, { max: 8 });
    for (const each of [payout, refund]) await confirm(running, each, walletX);
    const sender = world.senderWith({ sql: running }, lead);
    for (let round = 0; round < 20; round++) {
      await sender.step();
      await world.payer.mine(1);
    }
    await running.end();
    expect((await world.received(walletX)).toSorted()).toEqual([100_000_000n, payout.amountUnits].toSorted());
    sql = connect(backup.url, { max: 8 });
    // A set-back disk still has the identity that the database has recorded.
    await noteCluster(sql);
    standing = createStanding({ sql, chain: world.chain, reader: world.reader });
  });
  afterAll(async () => {
    await sql.end();
    await backup.drop();
    await world.close();
  });

  async function confirm(on: Sql, { merchantId, id }: Payout, address: string): Promise<string> {
    const request = { merchantId, payoutId: id, network, address, language: 'es' as const };
    return await on.begin((tx) => confirmPayout(tx, request, new Date()));
  }

  test('takes no wallet on the page', async () => {
    const deps = {
      chains: new Map([[network, world.chain]]),
      isOnHold: (id: string) => isOnHold(sql, standing, id),
    };
    const fault = await walletFault(sql, deps, payout.merchantId, { network, address: walletY });
    expect(fault).toBe('on_hold');
  });

  test('sends nothing, though a wallet was taken a moment before, and rings', async () => {
    expect(await confirm(sql, payout, walletY)).toBe('confirmed');
    const sender = world.senderWith({ sql }, lead);
    for (let round = 0; round < 5; round++) {
      await sender.step();
      await world.payer.mine(1);
    }
    expect(await world.received(walletY)).toEqual([]);
    expect(await findPayoutById(sql, payout.id)).toMatchObject({
      status: 'queued',
      waitReason: 'wallet_ahead_of_books',
    });
    const alarms = await sql`SELECT FROM chain_alarms WHERE code = 'payouts_wallet_ahead_of_books'`;
    expect(alarms).toHaveLength(1);
  });

  test('names each payout and refund of the same amount, whatever its wallet, and ends them by what the chain has', async () => {
    const { repeats } = await restoredReport(sql, new Map([[network, world.reader]]));
    expect(repeats.map((each) => each.payout.id).toSorted()).toEqual([payout.id, refund.id].toSorted());
    const deps = {
      sql,
      notation,
      chain: world.reader,
      payoutChain: world.chain,
      standing,
      now: () => new Date(),
    };
    for (const each of [payout, refund]) {
      const found = repeats.find((repeat) => repeat.payout.id === each.id);
      const hash = found?.outflow.log.transactionHash as string;
      const ended = await adoptTransaction(deps, each.id, hash, person);
      expect(ended).toMatchObject({ status: 'success', network, address: walletX });
    }
    const fresh = await (await openPayoutWorld(sql)).open(888n);
    const next = (await findPayoutById(sql, fresh)) as Payout;
    expect(await confirm(sql, next, walletY)).toBe('confirmed');
    const sender = world.senderWith({ sql }, lead);
    for (let round = 0; round < 8; round++) {
      await sender.step();
      await world.payer.mine(1);
    }
    expect(await world.received(walletY)).toEqual([next.amountUnits]);
    expect(await world.received(walletX)).toHaveLength(2);
    expect(faultsIn(await checkLedger(sql))).toEqual([]);
    expect(next.asset).toBe(assetOn(network));
  });
});
