import type { Signature, SignRequest } from '../../chain/signers/signer.ts';
import { addressOfKey, digestOf, signWith } from '../../chain/signers/signing.ts';
import type { AccountKeys } from '../../chain/wallets/account-keys.ts';
import type { SweepItem } from './sweep.ts';

/** The keys of one run: those of the deposit addresses, and the gas payer's. */
export interface SweepKeys {
  /** null: no gas payer. */
  readonly gasPayer: string | null;
  /** Addresses whose key was not given, or does not match. Checked before anything is sent. */
  missing(items: readonly SweepItem[]): SweepItem[];
  sign(request: SignRequest): Signature;
  wipe(): void;
}

export function sweepKeys(
  accounts: AccountKeys,
  coinType: number,
  /** 32 bytes, wiped with the other keys. */
  gasKey: Uint8Array | null,
): SweepKeys {
  /** Keyed by address. Filled by `missing`, so that nothing is signed for an address that was not checked. */
  const keys = new Map<string, Uint8Array>();
  const gasPayer = gasKey && addressOfKey(gasKey);
  if (gasKey && !gasPayer) throw new Error('the key of the gas payer is none');
  return {
    gasPayer,
    missing(items) {
      return items.filter(({ address, xpub, addressIndex }) => {
        if (keys.has(address)) return false;
        const key = accounts.keyOf(xpub, coinType, Number(addressIndex));
        if (key && addressOfKey(key) === address) {
          keys.set(address, key);
          return false;
        }
        key?.fill(0);
        return true;
      });
    },
    sign(request) {
      const key = request.wallet === gasPayer ? gasKey : keys.get(request.wallet);
      if (!key) throw new Error(`there is no key of ${request.wallet}`);
      return signWith(key, digestOf(request));
    },
    wipe() {
      for (const key of keys.values()) key.fill(0);
      keys.clear();
      gasKey?.fill(0);
      accounts.wipe();
    },
  };
}
