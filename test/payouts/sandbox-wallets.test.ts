import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checkLedger } from '../../src/accounts/ledger/check-ledger.ts';
import { connect } from '../../src/base/db/pool.ts';
import { parseAddress } from '../../src/chain/chains/address/codec.ts';
import { createPayoutChain } from '../../src/chain/chains/create-payout-chain.ts';
import { networkById } from '../../src/chain/chains/networks.ts';
import { readConfig } from '../../src/config/config.ts';
import { createTestDatabase } from '../kit/postgres.ts';
import { cleanUp, type RunningServer, startServer, stop } from '../kit/processes/child.ts';

afterAll(cleanUp);

interface Row {
  network: string;
  address: string;
  active: boolean;
}

/** The file exists once the service was asked for a key. */
const textOf = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');

async function holdings(server: RunningServer, { network: id, address }: Row) {
  const row = networkById(id);
  const described = server.networks[id];
  if (!row || !described) throw new Error(`no ${id}`);
  const network = {
    ...row,
    token: parseAddress(row.family, described.token) as string,
    chainId: id === 'TRC20' ? 3_448_148_188n : 31_337n,
  };
  const chain = createPayoutChain(
    {
      network,
      rpcUrls: [described.rpcUrl],
      fullNodeUrls: described.fullNodeUrl ? [described.fullNodeUrl] : [],
      quorum: 1,
      startBlock: null,
      isPublic: false,
    },
    readConfig({}).payouts,
  );
  try {
    return await chain.wallet(address);
  } finally {
    await chain.close();
  }
}

test('each local chain has a hot wallet, funded and booked once, the same for all on the database', async () => {
  const database = await createTestDatabase();
  const sql = connect(database.url, { max: 2 });
  const env = { DATABASE_URL: database.url, SANDBOX_CHAINS: 'on' };
  const wallets = () => sql<Row[]>`
    SELECT network, '0x' || encode(address, 'hex') AS address, active
      FROM hot_wallets
     ORDER BY network`;
  const booked = () => sql<{ account: string; balance: bigint }[]>`
    SELECT account, balance
      FROM ledger_balances
     WHERE merchant_id = '00000000-0000-0000-0000-000000000000'
     ORDER BY account`;
  const funds = [
    { account: 'custody_ERC20_hot', balance: -100_000_000_000n },
    { account: 'custody_TRC20_hot', balance: -100_000_000_000n },
    { account: 'operator_funds', balance: 200_000_000_000n },
  ];
  try {
    const first = await startServer(env);
    const rows = await wallets();
    expect(rows.map(({ network, active }) => [network, active])).toEqual([
      ['ERC20', true],
      ['TRC20', true],
    ]);
    expect(await booked()).toEqual(funds);
    for (const row of rows) {
      const { usdtUnits, gasUnits } = await holdings(first, row);
      expect(usdtUnits).toBe(100_000_000_000n);
      expect(gasUnits).toBeGreaterThan(0n);
    }
    const file = join(first.dataDir, 'hot-wallets.json');
    for (const { address } of rows) await expect.poll(() => textOf(file)).toContain(address);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const shown = await readFile(join(first.dataDir, 'sandbox.json'), 'utf8');
    expect(shown).not.toMatch(/passphrase|hot-wallets/);

    const second = await startServer(env);
    expect(await wallets()).toEqual(rows);
    expect(await booked()).toEqual(funds);
    await expect.poll(() => textOf(join(second.dataDir, 'hot-wallets.json'))).toContain(rows[0]?.address);
    for (const row of rows) expect((await holdings(second, row)).usdtUnits).toBe(100_000_000_000n);
    expect(await checkLedger(sql)).toMatchObject({ wrongBalances: [], lopsidedEntries: [] });
    expect(await stop(second)).toBe(0);
    expect(await stop(first)).toBe(0);
  } finally {
    await sql.end();
    await database.drop();
  }
});
