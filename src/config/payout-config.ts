import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Family } from '../chains/family.ts';
import type { SendingBounds } from '../chains/sending-bounds.ts';
import type { SignerConfig } from '../signers/signer-config.ts';
import type { EnvReader } from './env-reader.ts';

export interface PayoutConfig {
  /** null: none is configured; the sandbox then has a key file of its own. */
  signer: SignerConfig | null;
  /** By network. */
  sending: ReadonlyMap<string, SendingBounds>;
}

const weiPerGwei = 1_000_000_000n;
const sunPerTrx = 1_000_000n;
/** Shorter ones are guessed, however slow a guess is made. */
const minPassphraseChars = 12;

export function readPayoutConfig(
  reader: EnvReader,
  networks: readonly { id: string; family: Family }[],
): PayoutConfig {
  const sending = new Map(networks.map(({ id, family }) => [id, readBounds(reader, id, family)]));
  return { signer: readSigner(reader), sending };
}

function readBounds({ wholeNumber }: EnvReader, id: string, family: Family): SendingBounds {
  const maxFeeGwei = family === 'evm' ? wholeNumber(`${id}_MAX_FEE_GWEI`, 100, 1, 100_000) : 0;
  // To a wallet that never held USDT a transfer takes about 13 TRX, and twice that before the price of 2025.
  const feeLimitTrx = family === 'tron' ? wholeNumber(`${id}_FEE_LIMIT_TRX`, 50, 1, 15_000) : 0;
  const expirySeconds = family === 'tron' ? wholeNumber(`${id}_EXPIRY_SECONDS`, 60, 30, 3_600) : 0;
  return {
    maxFeeWei: BigInt(maxFeeGwei) * weiPerGwei,
    feeLimitSun: BigInt(feeLimitTrx) * sunPerTrx,
    expirySeconds,
  };
}

function readSigner(reader: EnvReader): SignerConfig | null {
  const { get, fault, oneOf } = reader;
  const kind = get('SIGNER') === undefined ? 'none' : oneOf('SIGNER', ['key-file', 'remote', 'none'], 'none');
  const belonging = {
    'key-file': ['SIGNER_KEY_FILE', 'SIGNER_PASSPHRASE', 'SIGNER_PASSPHRASE_FILE'],
    remote: ['SIGNER_URL', 'SIGNER_CLIENT_CERT', 'SIGNER_CLIENT_KEY', 'SIGNER_CA'],
  };
  for (const [owner, names] of Object.entries(belonging)) {
    if (owner === kind) continue;
    for (const name of names) if (get(name)) fault(name, `nothing, or SIGNER=${owner}`, true);
  }
  if (kind === 'key-file') return readKeyFile(reader);
  return kind === 'remote' ? readRemote(reader) : null;
}

function readKeyFile(reader: EnvReader): SignerConfig {
  const { get, fault } = reader;
  const path = get('SIGNER_KEY_FILE');
  if (path === undefined) fault('SIGNER_KEY_FILE', 'the file that `pasarela hot-wallet create` wrote');
  return { kind: 'key-file', path: resolve(path ?? ''), passphrase: readPassphrase(reader) };
}

function readPassphrase(reader: EnvReader): string {
  const { get, fault } = reader;
  const inFile = get('SIGNER_PASSPHRASE_FILE') !== undefined;
  const name = inFile ? 'SIGNER_PASSPHRASE_FILE' : 'SIGNER_PASSPHRASE';
  if (inFile && get('SIGNER_PASSPHRASE')) {
    fault('SIGNER_PASSPHRASE', 'nothing, since SIGNER_PASSPHRASE_FILE is given', true);
  }
  const passphrase = inFile ? readText(reader, name)?.trim() : (get(name) ?? '');
  if (passphrase !== undefined && passphrase.length < minPassphraseChars) {
    const expected = `a passphrase of at least ${minPassphraseChars} characters`;
    fault(name, inFile ? `a file with ${expected}` : expected, true);
  }
  return passphrase ?? '';
}

function readRemote(reader: EnvReader): SignerConfig {
  const { get, fault, url } = reader;
  const address = url('SIGNER_URL', ['https:']);
  if (!get('SIGNER_URL')) fault('SIGNER_URL', 'the https address of the signer');
  return {
    kind: 'remote',
    url: address ?? '',
    cert: readText(reader, 'SIGNER_CLIENT_CERT') ?? '',
    key: readText(reader, 'SIGNER_CLIENT_KEY') ?? '',
    ca: get('SIGNER_CA') === undefined ? null : (readText(reader, 'SIGNER_CA') ?? ''),
  };
}

/** undefined: it cannot be read, which is told. */
function readText({ get, fault }: EnvReader, name: string): string | undefined {
  try {
    return readFileSync(get(name) ?? '', 'utf8');
  } catch {
    fault(name, 'a file that can be read');
    return undefined;
  }
}
