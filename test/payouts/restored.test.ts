import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listAudit } from '../../src/accounts/audit/audit-log.ts';
import { checkLedger, faultsIn } from '../../src/accounts/ledger/check-ledger.ts';
import { newId } from '../../src/base/db/ids.ts';
import { connect, type Sql } from '../../src/base/db/pool.ts';
import { createMemoryLogger } from '../../src/base/ground/logger.ts';
import { formatAddress } from '../../src/chain/chains/address/codec.ts';
import { type ChainReader, createChain } from '../../src/chain/chains/create-chain.ts';
import { notation } from '../../src/chain/chains/notation.ts';
import { SignerUnavailable } from '../../src/chain/signers/signer.ts';
import { confirmRestored } from '../../src/commerce/installation/confirm-restored.ts';
import { createCoverWatch } from '../../src/commerce/installation/cover-watch.ts';
import { markRestored, noticeRestore } from '../../src/commerce/installation/mark-restored.ts';
import { restoredJob } from '../../src/commerce/installation/restored-job.ts';
import { restoredReport } from '../../src/commerce/installation/restored-report.ts';
import { openHotWallets } from '../../src/crypto/custody/open-wallet.ts';
import { useWallet } from '../../src/crypto/orders/addresses/wallet-store.ts';
import { cancelPayout } from '../../src/crypto/payouts/cancel-payout.ts';
import { expirePayoutsJob } from '../../src/crypto/payouts/jobs.ts';
import { pausedScopes } from '../../src/crypto/payouts/pauses/pauses.ts';
import { findPayoutById, type Payout } from '../../src/crypto/payouts/store.ts';
import type { RunDeps } from '../../src/crypto/sweeps/run-deps.ts';
import { runSweep } from '../../src/crypto/sweeps/run-sweep.ts';
import { run } from '../../src/surfaces/cli/run.ts';
import { actingUser, machineUser } from '../kit/machine-user.ts';
import { type EngineWorld, startEngineWorld } from '../kit/payouts/engine-world.ts';
import { openPayoutWorld } from '../kit/payouts/payout-world.ts';
import { queuePayout } from '../kit/payouts/queued-payouts.ts';
import { copyDatabase, type TestDatabase } from '../kit/postgres.ts';

/** A database that is older than the chain: payouts that were sent after the backup must not be sent again. */

const person = { person: 'Ana', note: 'looked at every transaction' };
const logger = createMemoryLogger([]);
/** One shared token, so that no sender waits for another's lead to expire. */
const lead = newId();

describe.each(['ERC20', 'TRC20'] as const)('on %s', (network) => {
  let world: EngineWorld;
  let chain: ChainReader;
  let backup: TestDatabase;
  let sql: Sql;
  let queued: Payout;
  let planned: Payout;
  let folder: string;
  let after: Payout;
  /** A time at which no earlier transaction can be mined any more. */
  const later = () => new Date(Date.now() + 180_000);

  beforeAll(async () => {
    world = await startEngineWorld(network);
    chain = createChain(world.served.network, { rpcUrls: world.served.rpcUrls, quorum: 1 });
    await noticeRestore(world.sql, logger, new Date());
    await openHotWallets(world.sql, chain);
    await world.sql.begin((tx) => useWallet(tx, network, 'xpub-of-the-test', 7n));
    planned = await world.payout({ amountUnits: 1_000_000n });
    const unsigned = { ...world.signer, sign: () => Promise.reject(new SignerUnavailable('away')) };
    await world.senderWith({ signer: unsigned }, lead).step();
    expect(await world.made(planned.id)).toEqual(['1 planned']);
    queued = await world.payout({ amountUnits: 2_000_000n });

    await world.sql.end({ timeout: 1 });
    backup = await copyDatabase({ url: world.databaseUrl });
    const running = connect(world.databaseUrl, { max: 8 });
    after = await queuePayout(running, network, { merchantId: world.merchantId, amountUnits: 3_000_000n });
    const sender = world.senderWith({ sql: running }, lead);
    for (const { id } of [planned, queued, after]) await drive(running, sender, id);
    await running.end();
    sql = connect(backup.url, { max: 8 });
    folder = await mkdtemp(join(tmpdir(), 'pasarela-restored-'));
    const { rpcUrls, fullNodeUrls, network: row } = world.served;
    const token = formatAddress(row.family, world.token);
    const described = { [network]: { rpcUrl: rpcUrls[0], fullNodeUrl: fullNodeUrls[0], token } };
    await writeFile(join(folder, 'sandbox.json'), JSON.stringify({ networks: described }));
  });
  afterAll(async () => {
    await chain.close();
    await sql.end();
    await backup.drop();
    await world.close();
    await rm(folder, { recursive: true });
  });

  async function drive(on: Sql, sender: { step(): Promise<number> }, id: string): Promise<void> {
    for (let round = 0; round < 100; round++) {
      if ((await findPayoutById(on, id))?.status === 'success') return;
      await sender.step();
      await world.payer.mine(1);
    }
    throw new Error(`payout ${id} is under way for ever`);
  }
  const chains = () => new Map([[network, chain]]);
  const senderOnBackup = () => world.senderWith({ sql, now: later }, lead);
  const hashTo = async (payout: Payout): Promise<string> => {
    const { outflows } = await restoredReport(sql, chains());
    const found = outflows.find(({ log }) => log.to === payout.address);
    if (!found) throw new Error('nothing left the hot wallet');
    return found.log.transactionHash;
  };
  /** Runs commands on the restored database, with the nodes of the local network. */
  const cli = (...argv: string[]) => run(argv, { DATABASE_URL: backup.url, DATA_DIR: folder });
  const why = ['--by', machineUser, '--note', 'looked at every transaction'];
  const adopt = ({ id }: Payout, hash: string) => cli('restored', 'adopt', id, hash, ...why);

  test('nothing is sent, though nobody has said that it was restored', async () => {
    const sender = senderOnBackup();
    for (let round = 0; round < 5; round++) {
      await sender.step();
      await world.payer.mine(1);
    }
    expect((await findPayoutById(sql, queued.id))?.status).toBe('queued');
    for (const { address, amountUnits } of [planned, queued, after]) {
      expect(await world.received(address as string)).toEqual([amountUnits]);
    }
    expect((await cli('restored', 'confirm', ...why)).stderr).toContain('is not marked');
  });

  test('a process that looks finds out, and the operator is told', async () => {
    const watch = createCoverWatch(sql, (line) => logger.warn(line));
    const deps = { sql, logger, watch, alertEmail: 'ops@company.example', now: () => new Date() };
    await Promise.all([restoredJob(deps).run(), restoredJob(deps).run()]);
    await restoredJob(deps).run();
    expect((await pausedScopes(sql)).all).toBe(true);
    const sweep = { sql, sweep: { id: newId() } } as RunDeps;
    const running = { token: newId(), paceMs: 0, signal: new AbortController().signal };
    await expect(runSweep(sweep, running)).rejects.toThrow(/was restored/);
    const [row, ...others] = await listAudit(sql, { subject: 'installation' }, 10);
    expect(row).toMatchObject({ actor: 'pasarela', act: 'database_restored' });
    expect(others).toEqual([]);
    const nextIndex = async () =>
      (
        await sql<{ at: bigint }[]>`SELECT next_index AS at FROM deposit_wallets WHERE network = ${network}`
      )[0]?.at;
    const after = await nextIndex();
    expect(after).toBeGreaterThanOrEqual(1_000_007n);
    // The same backup is restored once more, and knows nothing of the addresses since.
    await sql`UPDATE deposit_wallets SET next_index = 7 WHERE network = ${network}`;
    await markRestored(sql, { person: 'Ana', reason: 'once more' }, new Date());
    expect(await nextIndex()).toBeGreaterThanOrEqual(1_000_007n);
    expect(await nextIndex()).not.toBe(after);
    const mails = await sql`SELECT FROM mails WHERE subject LIKE '%restored%'`;
    expect(mails).toHaveLength(1);
  });

  test('a merchant cannot call one back: it may have been sent', async () => {
    const deps = { sql, notation, now: () => new Date() };
    const actor = `merchant ${world.merchantId}`;
    await expect(cancelPayout(deps, queued, { actor, note: null })).rejects.toThrow(
      /compared with the chain/,
    );
    expect((await findPayoutById(sql, queued.id))?.status).toBe('queued');
  });

  test('one that nobody confirmed in time does not end: after the backup somebody may have', async () => {
    const unconfirmed = await (await openPayoutWorld(sql)).open(100_00n);
    await sql`UPDATE payouts SET opens_until = now() - interval '1 hour' WHERE id = ${unconfirmed}`;
    const expiry = expirePayoutsJob({ sql, notation, now: () => new Date() });
    expect(await expiry.run()).toBe(0);
    const [pause] = await sql`DELETE FROM payout_pauses RETURNING *`;
    expect(await expiry.run()).toBe(1);
    await sql`INSERT INTO payout_pauses ${sql([pause as object])}`;
  });

  test('what was sent since is named beside the payout it was for, and confirming is refused', async () => {
    const { repeats, outflows, unread } = await restoredReport(sql, chains());
    // On Ethereum the same nonce made the same transaction, which the engine finds by itself.
    const unknown = network === 'ERC20' ? [queued] : [planned, queued];
    expect(repeats.map(({ payout }) => payout.id)).toEqual(unknown.map(({ id }) => id));
    expect(outflows.map(({ log }) => log.to).toSorted()).toEqual(
      [...unknown, after].map(({ address }) => address as string).toSorted(),
    );
    expect(unread).toEqual([]);
    const status = await cli('restored', 'status');
    expect(status).toMatchObject({ exitCode: 1, stdout: expect.stringContaining('may have been sent') });
    expect(status.stdout).toContain(notation.formatTransactionHash(network, await hashTo(queued)));
    expect((await cli('restored', 'confirm', ...why)).stderr).toContain('may have been sent');
    await expect(confirmRestored(sql, new Map(), person, new Date())).rejects.toThrow(/cannot be seen/);
    expect((await findPayoutById(sql, planned.id))?.status).toBe(network === 'ERC20' ? 'success' : 'sending');
  });

  test('a payout is ended by the transaction that sent it, and by no other', async () => {
    expect((await adopt(queued, await hashTo(after))).stderr).toContain("payout's amount");
    const hash = await hashTo(queued);
    expect((await adopt(queued, hash)).stdout).toContain('is success');
    expect((await adopt(queued, hash)).stderr).toContain('already');
    if (network === 'TRC20') {
      expect((await adopt(planned, await hashTo(planned))).stdout).toContain('is success');
    }
    const [row] = await listAudit(sql, { subject: `payout ${queued.id}` }, 1);
    expect(row).toMatchObject({ actor: actingUser, act: 'payout_adopted' });
    expect(faultsIn(await checkLedger(sql))).toEqual([]);
  });

  test('once confirmed, what is new is sent, and nothing arrived twice', async () => {
    expect(await cli('restored', 'confirm', ...why)).toMatchObject({ exitCode: 0, stderr: '' });
    const [row] = await listAudit(sql, { subject: 'installation' }, 1);
    expect(row).toMatchObject({ actor: actingUser, act: 'restore_confirmed' });
    // A transaction made and sent after the backup has no payout here: until it is booked the wallet sends nothing.
    const waiting = await queuePayout(sql, network, {
      merchantId: world.merchantId,
      amountUnits: 5_000_000n,
    });
    await world.senderWith({ sql }, lead).step();
    expect((await findPayoutById(sql, waiting.id))?.waitReason).toBe('wallet_ahead_of_books');
    expect((await cli('hot-wallet', 'check')).exitCode).toBe(1);
    expect(await cli('custody', 'book', network, 'hot', await hashTo(after), ...why)).toMatchObject({
      exitCode: 0,
    });
    expect(await cli('hot-wallet', 'check')).toMatchObject({ exitCode: 0, stderr: '' });
    const fresh = await queuePayout(sql, network, {
      merchantId: world.merchantId,
      amountUnits: 4_000_000n,
    });
    await drive(sql, world.senderWith({ sql }, lead), fresh.id);
    for (const { address, amountUnits } of [planned, queued, after, fresh]) {
      expect(await world.received(address as string)).toEqual([amountUnits]);
    }
    if (network === 'ERC20') {
      await world.payer.rpc('anvil_impersonateAccount', world.wallet);
      const [from, to] = [world.wallet, world.wallet];
      const { nextNonce } = await world.chain.wallet(world.wallet);
      await world.payer.rpc('eth_sendTransactionSync', { from, to, value: '0x0' });
      expect((await cli('hot-wallet', 'foreign', network, '0', ...why)).exitCode).toBe(1);
      expect((await cli('hot-wallet', 'foreign', network, String(nextNonce), ...why)).exitCode).toBe(0);
      const [word] = await listAudit(sql, { subject: 'network ERC20' }, 1);
      expect(word).toMatchObject({ actor: actingUser, act: 'foreign_transaction' });
    }
    expect((await adopt(fresh, `0x${'0'.repeat(64)}`)).stderr).toContain('amount');
    expect(faultsIn(await checkLedger(sql))).toEqual([]);
  });
});
