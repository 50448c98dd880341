import { readFile, stat } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { Network } from '../../../chain/chains/networks.ts';
import { readKeyFile } from '../../../chain/signers/key-file.ts';
import { type AccountKeys, KeysFault, readAccountKeys } from '../../../chain/wallets/account-keys.ts';
import { type SweepKeys, sweepKeys } from '../../../crypto/sweeps/sweep-keys.ts';
import { type Input, type Option, UsageError } from '../command.ts';
import { readWhole } from '../event-options.ts';

/** Never passed on the command line itself: other users of a machine can read that. */
export const keyOptions: Record<string, Option> = {
  'keys-file': {
    kind: 'text',
    value: '<file>',
    help: 'a file of mode 0600 with the mnemonic or the account xprv of the deposit wallet, one a line; - reads them from standard input',
    required: true,
  },
  'gas-key-file': {
    kind: 'text',
    value: '<file>',
    help: 'the key of the wallet that gives gas: a key file of pasarela, or a file of mode 0600 with the private key in hex',
  },
  'gas-passphrase-file': {
    kind: 'text',
    value: '<file>',
    help: 'the passphrase of that key file',
  },
  'gas-account': {
    kind: 'text',
    value: '<number>',
    help: 'gas comes from the first address of this account of the mnemonic',
  },
};

/** Reads the keys of one run; the caller wipes them. */
export async function readSweepKeys(input: Input, network: Network): Promise<SweepKeys> {
  const accounts = await readAccounts(input.text('keys-file') ?? '');
  try {
    return sweepKeys(accounts, network.coinType, await readGasKey(input, network, accounts));
  } catch (error) {
    accounts.wipe();
    throw error;
  }
}

async function readAccounts(path: string): Promise<AccountKeys> {
  try {
    return readAccountKeys(path === '-' ? await text(process.stdin) : await readSecret('keys-file', path));
  } catch (error) {
    throw error instanceof KeysFault ? new UsageError([`--keys-file: ${error.message}`]) : error;
  }
}

async function readGasKey(input: Input, network: Network, accounts: AccountKeys): Promise<Uint8Array | null> {
  const path = input.text('gas-key-file');
  const account = readWhole(input, 'gas-account');
  if (path !== undefined && account !== undefined) {
    throw new UsageError(['Give --gas-key-file or --gas-account, not both.']);
  }
  if (account !== undefined) {
    const key = accounts.firstKeyOf(network.coinType, account);
    if (!key) throw new UsageError(['--gas-account: needs a mnemonic in --keys-file, not an xprv.']);
    return key;
  }
  if (path === undefined) return null;
  const content = (await readSecret('gas-key-file', path)).trim();
  if (/^(?:0x)?[0-9a-f]{64}$/i.test(content)) return Buffer.from(content.replace(/^0x/, ''), 'hex');
  if (!content.startsWith('{')) {
    throw new UsageError([
      '--gas-key-file: has neither a key file nor a private key of 64 hexadecimal digits.',
    ]);
  }
  return await openKeyFile(input, network, path);
}

async function openKeyFile(input: Input, { id, family }: Network, path: string): Promise<Uint8Array> {
  const passphrasePath = input.text('gas-passphrase-file');
  if (passphrasePath === undefined) {
    throw new UsageError(['--gas-passphrase-file is missing: it opens the key file.']);
  }
  const passphrase = (await readSecret('gas-passphrase-file', passphrasePath)).trim();
  const keys = await readKeyFile(path, passphrase);
  const found = keys.findLast((key) => key.family === family && key.networks.includes(id));
  for (const key of keys) if (key !== found) key.key.fill(0);
  if (!found) throw new UsageError([`--gas-key-file: has no key for ${id}.`]);
  return found.key;
}

async function readSecret(option: string, path: string): Promise<string> {
  try {
    const { mode } = await stat(path);
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
      throw new UsageError([`--${option}: others may read ${path}; set its mode to 0600 (chmod 600).`]);
    }
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError([`--${option}: ${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`]);
  }
}
