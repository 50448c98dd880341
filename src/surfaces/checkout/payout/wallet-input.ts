import { parseAddress } from '../../../chain/chains/address/codec.ts';
import { openWalletUri, type WantedNetwork } from './wallet-uri.ts';

/** Why a text is not a wallet that can be paid. The page's texts say what to correct. */
export type InputFault =
  | 'missing'
  | 'long'
  /** A wallet's short form, with dots for its middle. */
  | 'shortened'
  | 'spaces'
  /** A letter of another alphabet that looks like the right one. */
  | 'letters'
  /** A name or an e-mail address, as exchanges and name services have them. */
  | 'name'
  /** A transaction hash, or a key. */
  | 'hash'
  | 'malformed'
  | 'checksum'
  | 'of_tron'
  | 'of_ethereum'
  /** A payment URI for another EVM chain. */
  | 'other_chain'
  /** Nobody has its key. */
  | 'nobody'
  /** The token's contract itself. */
  | 'token';

export type WalletInput = { ok: true; address: string } | { ok: false; fault: InputFault; letter?: string };

/** Twice the longest address: a longer text is not one. */
const maxAddressLength = 100;
/** A payment URI has parameters, too. */
export const maxWalletLength = 300;

/** Addresses that burn money, apart from those that are small numbers. */
const burnAddresses = new Set([
  '0xdead000000000000000042069420694206942069',
  '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
  '0xffffffffffffffffffffffffffffffffffffffff',
  // Tron's black hole, TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy.
  '0x77944d19c052b73ee2286823aa83f8138cb7032f',
]);
/** Zero, 0x…dead and the addresses of built-in contracts: their first eighteen bytes are zero. */
const smallNumber = /^0x0{36}/;

const invisible = /[\s\p{Cf}\p{Cc}\u115f\u1160\u3164\uffa0]/u;
/** Trims invisible characters from both ends of a text. */
export function tidyWallet(text: string): string {
  const letters = [...text];
  const seen = (letter: string): boolean => !invisible.test(letter);
  const start = letters.findIndex(seen);
  return start < 0
    ? ''
    : letters
        .slice(start, letters.findLastIndex(seen) + 1)
        .join('')
        .slice(0, maxWalletLength + 1);
}

/**
 * Reads an address of the network, alone or in the form of wallets' QR codes (`ethereum:…`, `tron:…`); `tokens` are the
 * tokens' contracts, 0x and 40 hex digits.
 */
export function readWallet(wanted: WantedNetwork, typed: string, tokens: ReadonlySet<string>): WalletInput {
  const { family } = wanted;
  const tidy = tidyWallet(typed);
  const uri = openWalletUri(tidy, wanted, tokens);
  if (uri && 'fault' in uri) return { ok: false, fault: uri.fault };
  const text = uri?.address ?? tidy;
  const fault = faultOf(text);
  if (fault) return { ok: false, ...fault };
  // An address in capitals is the same address.
  const parsed = parseAddress(family, family === 'evm' ? text.replace(/^0X/, '0x') : text);
  if (typeof parsed !== 'string') {
    return { ok: false, fault: parsed.code.replace('address_', '') as InputFault };
  }
  if (tokens.has(parsed)) return { ok: false, fault: 'token' };
  if (smallNumber.test(parsed) || burnAddresses.has(parsed)) return { ok: false, fault: 'nobody' };
  return { ok: true, address: parsed };
}

/** Faults that are certain before the text is parsed as an address. */
function faultOf(text: string): { fault: InputFault; letter?: string } | null {
  if (text === '') return { fault: 'missing' };
  if (text.length > maxAddressLength) return { fault: 'long' };
  if (/…|\.\.|\*\*/.test(text)) return { fault: 'shortened' };
  if (/@|\.\p{L}{2,}$/u.test(text) || isWords(text)) return { fault: 'name' };
  if (invisible.test(text)) return { fault: 'spaces' };
  const [letter] = /[^\p{ASCII}]/u.exec(text) ?? [];
  if (letter) return { fault: 'letters', letter };
  if (/^(?:0x)?[0-9a-f]{64}$/i.test(text)) return { fault: 'hash' };
  return null;
}

/** "Binance", "Ana Pérez": short, only letters, and not the beginning of an address. */
function isWords(text: string): boolean {
  return text.length < 25 && /^\p{L}[\p{L}' -]*$/u.test(text) && /\p{L}{3}/u.test(text);
}
