import { parseAccountXpub } from './account-xpub.ts';
import { depositAddresses } from './deposit-address.ts';

/**
 * Derives addresses by account key and index. Parsing the key takes longer than deriving from it, so it is done once.
 */
export function accountAddresses(): (xpub: string, index: bigint) => string {
  const accounts = new Map<string, (index: number) => string>();
  return (xpub, index) => {
    let derive = accounts.get(xpub);
    if (!derive) {
      const key = parseAccountXpub(xpub);
      if ('message' in key) throw new Error(`a stored account key cannot be read: ${key.message}`);
      derive = depositAddresses(key);
      accounts.set(xpub, derive);
    }
    return derive(Number(index));
  };
}
