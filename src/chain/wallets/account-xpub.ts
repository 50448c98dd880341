import { HARDENED_OFFSET, HDKey } from '@scure/bip32';

/** m / 44' / coin' / account': three steps below the seed. */
const accountDepth = 3;

type XpubFaultCode =
  | 'xpub_is_private'
  | 'xpub_is_raw_key'
  | 'xpub_is_seed_phrase'
  | 'xpub_is_testnet'
  | 'xpub_wrong_format'
  | 'xpub_checksum'
  | 'xpub_wrong_depth';

/** Why a text is not an account's xpub. The message never repeats the text: it may be a secret. */
export interface XpubFault {
  code: XpubFaultCode;
  message: string;
}

/**
 * Parses the extended public key of a BIP-44 account, which can derive addresses and cannot spend. Any text that could
 * spend is refused with advice, because a secret that an operator pastes here by mistake must not be stored.
 */
export function parseAccountXpub(given: string): HDKey | XpubFault {
  const text = given.trim();
  const secret = secretFault(text);
  if (secret) return secret;
  if (/^[tuv]pub/.test(text)) {
    return fault('xpub_is_testnet', 'This is the key of a test network. Export the main network account.');
  }
  if (!/^xpub[1-9A-HJ-NP-Za-km-z]{107}$/.test(text)) {
    return fault('xpub_wrong_format', 'An account key here is "xpub" and 107 further letters and digits.');
  }
  const key = decode(text);
  if (key === null) {
    return fault('xpub_checksum', 'The key has a typing mistake: its checksum does not fit.');
  }
  if (key.depth !== accountDepth || key.index < HARDENED_OFFSET) {
    return fault(
      'xpub_wrong_depth',
      `This key lies ${key.depth} steps below the seed; an account's key (m/44'/coin'/account') lies ${accountDepth} below it.`,
    );
  }
  return key;
}

function secretFault(text: string): XpubFault | null {
  const advice =
    'It can spend and must stay in your wallet: give the xpub, and move funds if this was shown to anybody.';
  if (/^[xyzYZtuvUV]prv/.test(text)) {
    return fault('xpub_is_private', `This is an extended private key. ${advice}`);
  }
  // 32 bytes as hex, or Bitcoin's wallet import format.
  if (/^(?:0x)?[0-9a-f]{64}$/i.test(text) || /^[5KLc9][1-9A-HJ-NP-Za-km-z]{50,51}$/.test(text)) {
    return fault('xpub_is_raw_key', `This is a private key. ${advice}`);
  }
  if (/^\p{L}+(?:\s+\p{L}+){11,}$/u.test(text)) {
    return fault('xpub_is_seed_phrase', `This is a seed phrase. ${advice}`);
  }
  return null;
}

function fault(code: XpubFaultCode, message: string): XpubFault {
  return { code, message };
}

function decode(text: string): HDKey | null {
  try {
    return HDKey.fromExtendedKey(text);
  } catch {
    return null;
  }
}

/** The xpub of an account whose seed is known: only for the sandbox and tests, never live. */
export function accountXpub(seed: Buffer, coinType: number, account: number): string {
  return accountKey(seed, coinType, account).publicExtendedKey;
}

/** The account's private key, which signs sweeps. */
export function accountXprv(seed: Buffer, coinType: number, account: number): string {
  return accountKey(seed, coinType, account).privateExtendedKey;
}

/** Both keys. */
export function accountKey(seed: Buffer, coinType: number, account: number): HDKey {
  return HDKey.fromMasterSeed(seed).derive(`m/44'/${coinType}'/${account}'`);
}
