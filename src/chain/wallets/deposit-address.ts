import { createHmac } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { HARDENED_OFFSET, type HDKey } from '@scure/bip32';
import { keccak256 } from 'viem/utils';

/** BIP-44's external chain: addresses that are shown to payers. */
const externalChain = 0;

/**
 * The deposit addresses of an account, by index: m/44'/coin'/account'/0/index, the same that the operator's own wallet
 * shows. This is BIP-32's public derivation without the parts that an address does not need (the child's fingerprint,
 * its compressed key), which takes half the time of HDKey. Nothing here is secret, so timing may depend on the values.
 */
export function depositAddresses(account: HDKey): (index: number) => string {
  const { publicKey, chainCode } = account.deriveChild(externalChain);
  if (publicKey === null || chainCode === null) throw new Error('a derived key has no public key');
  const { Point } = secp256k1;
  const parent = Point.fromBytes(publicKey);
  return (index) => {
    if (!Number.isInteger(index) || index < 0 || index >= HARDENED_OFFSET) {
      throw new Error(`there is no address at index ${index}`);
    }
    const data = Buffer.alloc(publicKey.length + 4);
    data.set(publicKey);
    data.writeUInt32BE(index, publicKey.length);
    const digest = createHmac('sha512', chainCode).update(data).digest('hex');
    // Out of range in one of 2^127 cases, in which BIP-32 has no child; then this throws.
    const point = Point.BASE.multiplyUnsafe(BigInt(`0x${digest.slice(0, 64)}`)).add(parent);
    return `0x${keccak256(point.toBytes(false).subarray(1)).slice(-40)}`;
  };
}
