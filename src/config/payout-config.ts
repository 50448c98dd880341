import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { EnvReader } from '../base/ground/env-reader.ts';
import type { Network } from '../chain/chains/networks.ts';
import type { SendingBounds } from '../chain/chains/sending-bounds.ts';
import type { SignerConfig } from '../chain/signers/signer-config.ts';

export interface PayoutConfig {
  /** null: none is configured; the sandbox then uses its own key file. */
  signer: SignerConfig | null;
  /** Keyed by network. */
  sending: ReadonlyMap<string, SendingBounds>;
}

const weiPerGwei = 1_000_000_000n;
const sunPerTrx = 1_000_000n;
/** Shorter ones can be guessed, however slow each guess is. */
const minPassphraseChars = 12;

export function readPayoutConfig(
  reader: EnvReader,
  networks: readonly Network[],
  /** Only workers sign: other roles neither need nor read the signer's secrets. */
  signs: boolean,
): PayoutConfig {
  const sending = new Map(networks.map((network) => [network.id, readBounds(reader, network)]));
  return { signer: signs ? readSigner(reader) : null, sending };
}

/** Without settings, the network's row applies. */
function readBounds({ wholeNumber }: EnvReader, { id, ...network }: Network): SendingBounds {
  if (network.family === 'evm') {
    const maxFeeGwei = wholeNumber(`${id}_MAX_FEE_GWEI`, network.fees.capGwei, 1, 100_000);
    return { maxFeeWei: BigInt(maxFeeGwei) * weiPerGwei, feeLimitSun: 0n, expirySeconds: 0 };
  }
  const feeLimitTrx = wholeNumber(`${id}_FEE_LIMIT_TRX`, network.fees.limitTrx, 1, 15_000);
  const expirySeconds = wholeNumber(`${id}_EXPIRY_SECONDS`, network.fees.expirySeconds, 30, 3_600);
  return { maxFeeWei: 0n, feeLimitSun: BigInt(feeLimitTrx) * sunPerTrx, expirySeconds };
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

/** undefined if the file cannot be read, which is reported as a fault. */
function readText({ get, fault }: EnvReader, name: string): string | undefined {
  try {
    return readFileSync(get(name) ?? '', 'utf8');
  } catch {
    fault(name, 'a file that can be read');
    return undefined;
  }
}
