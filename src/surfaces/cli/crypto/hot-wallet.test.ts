import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useCli } from '../../../../test/kit/cli.ts';
import { machineUser } from '../../../../test/kit/machine-user.ts';
import { toBytes } from '../../../base/db/bytes.ts';
import { parseAddress } from '../../../chain/chains/address/codec.ts';
import { type Outcome, run } from '../run.ts';

const { sql, databaseUrl } = useCli();
/** The publicly known key of the phrase "test test … junk". */
const knownKey = 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
const knownAddress = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

let folder: string;
let env: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pasarela-hot-wallet-'));
  env = {
    DATABASE_URL: databaseUrl(),
    DATA_DIR: folder,
    SIGNER: 'key-file',
    SIGNER_KEY_FILE: join(folder, 'keys.json'),
    SIGNER_PASSPHRASE: 'correct horse battery staple',
  };
});

afterAll(() => rm(folder, { recursive: true }));

const cli = (...argv: string[]): Promise<Outcome> => run(argv, env);
// biome-ignore lint/suspicious/noExplicitAny: tests look at whatever a command prints
async function json(...argv: string[]): Promise<any> {
  const { exitCode, stdout, stderr } = await cli(...argv, '--json');
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return JSON.parse(stdout);
}

async function acts(): Promise<string[]> {
  const rows = await sql()<{ act: string }[]>`SELECT act FROM audit_log ORDER BY number`;
  return rows.map(({ act }) => act);
}

describe('a hot wallet', () => {
  test('is made, put to use and replaced; all of it is in the audit log, and no key anywhere', async () => {
    const first = await json('hot-wallet', 'create', '--network', 'erc20', '--by', machineUser);
    expect(first.address).toMatch(/^0x[0-9a-fA-F]{40}$/);
    const keyPath = join(folder, 'key.txt');
    await writeFile(keyPath, `0x${knownKey}\n`);
    const second = await json(
      'hot-wallet',
      'import',
      '--network',
      'ERC20',
      '--from',
      keyPath,
      '--by',
      machineUser,
    );
    expect(second.address).toBe(knownAddress);
    expect(await json('hot-wallet', 'use', 'ERC20', first.address, '--by', machineUser)).toMatchObject({
      result: 'used',
    });
    expect(await json('hot-wallet', 'use', 'ERC20', first.address)).toMatchObject({ result: 'unchanged' });
    expect(await json('hot-wallet', 'list')).toMatchObject([
      { network: 'ERC20', address: first.address, state: 'sends', queued: 0, underWay: 0 },
      { network: 'ERC20', address: knownAddress, state: 'not in use' },
    ]);
    await json('hot-wallet', 'use', 'ERC20', knownAddress, '--by', machineUser);
    expect(await json('hot-wallet', 'list')).toMatchObject([
      { address: knownAddress, state: 'sends' },
      { address: first.address, state: 'retired' },
    ]);
    await json('hot-wallet', 'retire', 'ERC20', knownAddress, '--by', machineUser);
    expect((await cli('hot-wallet', 'retire', 'ERC20', knownAddress)).stderr).toMatch(/are not sent from/);
    expect(await acts()).toEqual([
      ...[
        'hot_wallet_created',
        'hot_wallet_imported',
        'hot_wallet_used',
        'hot_wallet_used',
        'hot_wallet_retired',
      ],
    ]);
    expect(await readFile(env.SIGNER_KEY_FILE as string, 'utf8')).not.toContain(knownKey);
    const dump = await sql()`SELECT json_agg(audit_log)::text AS text FROM audit_log`;
    expect(JSON.stringify(dump)).not.toContain(knownKey);
  });

  test('is written as its network writes addresses', async () => {
    const { address } = await json('hot-wallet', 'create', '--network', 'TRC20');
    expect(typeof parseAddress('tron', address)).toBe('string');
    expect((await cli('hot-wallet', 'use', 'ERC20', address)).stderr).toMatch(/This is a Tron address/);
  });

  test('is refused where customers pay to it, where it is the treasury, and where nobody has its key', async () => {
    await sql()`
      INSERT INTO deposit_addresses (network, address, merchant_id, order_id, number)
      SELECT 'ERC20', ${toBytes(knownAddress.toLowerCase())}, gen_random_uuid(), gen_random_uuid(), 1`;
    expect((await cli('hot-wallet', 'use', 'ERC20', knownAddress)).stderr).toBe(
      'Customers pay to this address: a hot wallet must be one of its own.\n',
    );
    await sql()`DELETE FROM deposit_addresses`;
    await sql()`
      INSERT INTO custody_wallets (network, address, place, opening_units, agreed_block)
      VALUES ('ERC20', ${toBytes(knownAddress.toLowerCase())}, 'treasury', 0, 0)`;
    expect((await cli('hot-wallet', 'use', 'ERC20', knownAddress)).stderr).toBe(
      'Deposits are swept to this address as the treasury: use another wallet.\n',
    );
    const { stderr } = await cli('hot-wallet', 'use', 'ERC20', `0x${'11'.repeat(20)}`);
    expect(stderr).toMatch(/has no key of this wallet for ERC20/);
  });
});

describe('a key', () => {
  test.each([
    ['no key', 'hello'],
    ['a key that is too short', knownKey.slice(2)],
    ['zero', '0'.repeat(64)],
    ['more than the curve has', 'f'.repeat(64)],
    ['one that the file has', knownKey],
  ])('is not taken in from %s, and not repeated', async (_what, text) => {
    const path = join(folder, 'wrong.txt');
    await writeFile(path, text);
    const { exitCode, stdout, stderr } = await cli(
      'hot-wallet',
      'import',
      '--network',
      'ERC20',
      '--from',
      path,
    );
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).not.toContain(text);
  });

  test('needs a file, and its own passphrase', async () => {
    const without = await run(['hot-wallet', 'create', '--network', 'ERC20'], {
      DATABASE_URL: databaseUrl(),
    });
    expect(without.stderr).toMatch(/^There is no key file: set SIGNER=key-file/);
    const other = { ...env, SIGNER_PASSPHRASE: 'some other passphrase' };
    const { stderr } = await run(['hot-wallet', 'create', '--network', 'ERC20'], other);
    expect(stderr).toMatch(/the passphrase is not the one of this file/);
    expect(stderr).not.toContain('some other passphrase');
    const short = await run(['hot-wallet', 'create', '--network', 'ERC20'], {
      ...env,
      SIGNER_PASSPHRASE: 'short',
    });
    expect(short.stderr).toBe(
      'SIGNER_PASSPHRASE: given (hidden), expected a passphrase of at least 12 characters\n',
    );
  });
});
