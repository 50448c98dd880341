import { HARDENED_OFFSET, HDKey } from '@scure/bip32';
import { mnemonicToSeedSync, validateMnemonic } from '@scure/bip39';
import { wordlist as english } from '@scure/bip39/wordlists/english.js';
import { parseAccountXpub } from './account-xpub.ts';

/** m / 44' / coin' / account': three steps below the seed. */
const accountDepth = 3;
/** BIP-44's external chain: addresses that are shown to payers. */
const externalChain = 0;

/**
 * The private keys behind account xpubs, for as long as they are needed. A person provides them to move money; nothing
 * stores them, and no message reveals anything of them.
 */
export interface AccountKeys {
  /** Whether the key of this account is among them. */
  covers(xpub: string, coinType: number): boolean;
  /** The key of a deposit address: 32 bytes, which the caller must wipe. */
  keyOf(xpub: string, coinType: number, index: number): Uint8Array | null;
  /** The first key of another account of a mnemonic; null: no mnemonic was given. */
  firstKeyOf(coinType: number, account: number): Uint8Array | null;
  wipe(): void;
}

/** Why a text contains no keys. It never repeats the text. */
export class KeysFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'KeysFault';
  }
}

/** One key per line: a mnemonic of 12 to 24 words, the xprv of an account, or that of the seed. */
export function readAccountKeys(text: string): AccountKeys {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (lines.length === 0) throw new KeysFault('There is no key in what was given.');
  const keys = lines.map((line, at) => readKey(line, at + 1));
  const accounts = new Map<string, HDKey | null>();

  function accountOf(xpub: string, coinType: number): HDKey | null {
    const found = accounts.get(xpub);
    if (found !== undefined) return found;
    const wanted = parseAccountXpub(xpub);
    if ('message' in wanted) throw new Error(`a stored account key cannot be read: ${wanted.message}`);
    let account: HDKey | null = null;
    for (const key of keys) {
      const given =
        key.depth === 0 ? key.derive(`m/44'/${coinType}'/${wanted.index - HARDENED_OFFSET}'`) : key;
      if (isSame(given, wanted)) account = given;
      else if (given !== key) given.wipePrivateData();
    }
    accounts.set(xpub, account);
    return account;
  }

  return {
    covers: (xpub, coinType) => accountOf(xpub, coinType) !== null,
    keyOf(xpub, coinType, index) {
      const account = accountOf(xpub, coinType);
      return account === null ? null : privateKeyOf(account.deriveChild(externalChain).deriveChild(index));
    },
    firstKeyOf(coinType, account) {
      const seed = keys.find((key) => key.depth === 0);
      return seed ? privateKeyOf(seed.derive(`m/44'/${coinType}'/${account}'/0/0`)) : null;
    },
    wipe() {
      for (const key of [...keys, ...accounts.values()]) key?.wipePrivateData();
      accounts.clear();
    },
  };
}

function readKey(line: string, number: number): HDKey {
  if (/^xprv/.test(line)) {
    const key = tried(() => HDKey.fromExtendedKey(line));
    if (!key?.privateKey)
      throw new KeysFault(`Line ${number} is no extended private key: it has a typing mistake.`);
    if (key.depth !== 0 && (key.depth !== accountDepth || key.index < HARDENED_OFFSET)) {
      throw new KeysFault(
        `Line ${number} is neither the key of an account (m/44'/coin'/account') nor of a seed.`,
      );
    }
    return key;
  }
  const words = line.toLowerCase().split(/\s+/).join(' ');
  if (!validateMnemonic(words, english)) {
    throw new KeysFault(
      `Line ${number} is neither a mnemonic of 12 to 24 English words with a right checksum nor an xprv.`,
    );
  }
  const seed = mnemonicToSeedSync(words);
  const key = HDKey.fromMasterSeed(seed);
  seed.fill(0);
  return key;
}

function isSame(a: HDKey, b: HDKey): boolean {
  const bytes = ({ publicKey, chainCode }: HDKey) =>
    Buffer.concat([publicKey ?? Buffer.alloc(0), chainCode ?? Buffer.alloc(0)]);
  return bytes(a).equals(bytes(b));
}

function privateKeyOf(key: HDKey): Uint8Array {
  if (!key.privateKey) throw new Error('a derived key has no private key');
  const bytes = Uint8Array.from(key.privateKey);
  key.wipePrivateData();
  return bytes;
}

function tried<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
