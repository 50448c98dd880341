import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { formatAddress } from '../../../chain/chains/address/codec.ts';
import type { Network } from '../../../chain/chains/networks.ts';
import { addToKeyFile } from '../../../chain/signers/key-file.ts';
import type { KeyFileConfig } from '../../../chain/signers/signer-config.ts';
import { addressOfKey } from '../../../chain/signers/signing.ts';
import { recordHotWalletKey } from '../../../crypto/sending/use-hot-wallet.ts';
import {
  type ActingInput,
  type Command,
  type Input,
  type Option,
  type Result,
  type SignerContext,
  UsageError,
} from '../command.ts';
import { optionalByOption } from '../person.ts';
import { readNetwork } from './network-operand.ts';

const options: Record<string, Option> = {
  network: { kind: 'text', value: '<network>', help: 'what it sends on', required: true },
  file: { kind: 'text', value: '<path>', help: 'another key file than SIGNER_KEY_FILE' },
  by: optionalByOption,
};

/** Creates and imports the keys that sign payouts. A key is never printed, and never read from an argument. */
export const hotWalletKeyCommands: Command[] = [
  {
    name: 'hot-wallet create',
    summary: 'Make a new key in the key file and print its address',
    operands: [],
    options,
    writes: 'acts',
    needs: 'signer',
    run: (context, input) => keep(context, input, 'hot_wallet_created', newKey()),
  },
  {
    name: 'hot-wallet import',
    summary: 'Import a private key into the key file, from a file or standard input',
    operands: [],
    options: {
      ...options,
      from: {
        kind: 'text',
        value: '<path>',
        help: 'the file with the key in hex; - is standard input',
        required: true,
      },
    },
    writes: 'acts',
    needs: 'signer',
    run: async (context, input) =>
      keep(context, input, 'hot_wallet_imported', await readKey(input.text('from') ?? '')),
  },
];

async function keep(
  { sql, signer }: SignerContext,
  input: ActingInput,
  act: Parameters<typeof recordHotWalletKey>[1],
  key: Buffer,
): Promise<Result> {
  try {
    const network = readNetwork(input.text('network') ?? '');
    const { path, passphrase } = readFileOption(signer, input);
    const address = addressOfKey(key);
    if (address === null) throw new UsageError(['This is no private key: it is zero, or too large.']);
    const { id, family } = network;
    const by = await input.by();
    await addToKeyFile(path, passphrase, [{ family, networks: [id], address, key }]);
    await recordHotWalletKey(sql, act, id, address, by, new Date());
    return describe(network, address, path);
  } finally {
    key.fill(0);
  }
}

function readFileOption(signer: SignerContext['signer'], input: Input): KeyFileConfig {
  if (signer?.kind !== 'key-file') {
    throw new UsageError([
      'There is no key file: set SIGNER=key-file, SIGNER_KEY_FILE and SIGNER_PASSPHRASE or SIGNER_PASSPHRASE_FILE as the server has them.',
    ]);
  }
  const file = input.text('file');
  return file === undefined ? signer : { ...signer, path: resolve(file) };
}

function newKey(): Buffer {
  for (;;) {
    const key = randomBytes(32);
    if (addressOfKey(key) !== null) return key;
  }
}

/** Never repeats its input in an error. */
async function readKey(path: string): Promise<Buffer> {
  const text = path === '-' ? await readInput() : await readFile(path, 'utf8').catch(() => null);
  if (text === null) throw new UsageError(['--from: the file cannot be read.']);
  const hex = /^(?:0x)?([0-9a-f]{64})$/i.exec(text.trim())?.[1];
  if (hex === undefined) throw new UsageError(['--from: expected a private key, 64 hexadecimal digits.']);
  return Buffer.from(hex, 'hex');
}

async function readInput(): Promise<string> {
  return Buffer.concat(await process.stdin.toArray()).toString('utf8');
}

function describe({ id, family }: Network, address: string, path: string): Result {
  const shown = formatAddress(family, address);
  return {
    json: { network: id, address: shown, file: path },
    text: `The key of ${shown} is in ${path}.
Back the file up, and its passphrase elsewhere. Nothing is sent from the wallet yet: send tokens and gas to it, restart
the server so that it reads the key, and then: pasarela hot-wallet use ${id} ${shown}`,
  };
}
