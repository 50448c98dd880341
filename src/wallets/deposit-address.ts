import { ECDH } from 'node:crypto';
import type { HDKey } from '@scure/bip32';
import { keccak256 } from 'viem/utils';

/** BIP-44's external chain: addresses that are shown to payers. */
const externalChain = 0;

/**
 * The deposit addresses of an account, by index: m/44'/coin'/account'/0/index, the ones that the
 * operator's own wallet shows. About a millisecond each, nearly all of it BIP-32's point arithmetic.
 */
export function depositAddresses(account: HDKey): (index: number) => string {
  const chain = account.deriveChild(externalChain);
  return (index) => {
    const { publicKey } = chain.deriveChild(index);
    if (publicKey === null) throw new Error('a derived key has no public key');
    // Its second coordinate, which Ethereum hashes and BIP-32 leaves out.
    const point = ECDH.convertKey(publicKey, 'secp256k1', undefined, undefined, 'uncompressed') as Buffer;
    return `0x${keccak256(point.subarray(1)).slice(-40)}`;
  };
}
