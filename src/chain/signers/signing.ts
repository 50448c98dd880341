import { createHash, ECDH } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak256 } from 'viem/utils';
import type { Signature, SignRequest } from './signer.ts';

/** The digest that is signed: a hash of the transaction, by the network's own function. */
export function digestOf({ network, unsigned }: Pick<SignRequest, 'network' | 'unsigned'>): Uint8Array {
  const bytes = Buffer.from(unsigned.slice(2), 'hex');
  return network.family === 'tron' ? createHash('sha256').update(bytes).digest() : keccak256(bytes, 'bytes');
}

/** Deterministic (RFC 6979), so that the same transaction always has the same signature, and with a low s. */
export function signWith(key: Uint8Array, digest: Uint8Array): Signature {
  const bytes = secp256k1.sign(digest, key, { prehash: false, lowS: true, format: 'recovered' });
  return {
    r: `0x${Buffer.from(bytes.subarray(1, 33)).toString('hex')}`,
    s: `0x${Buffer.from(bytes.subarray(33, 65)).toString('hex')}`,
    yParity: bytes[0] === 1 ? 1 : 0,
  };
}

/**
 * Checks whether a wallet made a signature. The first signature of a wallet reveals its public key, which takes 3 ms;
 * with a table of that key's multiples each further one takes 0.6 ms, less than signing did.
 */
export function createSignatureCheck(): (
  wallet: string,
  signature: Signature,
  digest: Uint8Array,
) => boolean {
  const publicKeys = new Map<string, Point>();
  return (wallet, { r, s, yParity }, digest) => {
    try {
      const bytes = Buffer.concat([
        Buffer.of(yParity),
        Buffer.from(r.slice(2), 'hex'),
        Buffer.from(s.slice(2), 'hex'),
      ]);
      const signature = secp256k1.Signature.fromBytes(bytes, 'recovered');
      // Networks refuse signatures with a high s.
      if (signature.hasHighS()) return false;
      const known = publicKeys.get(wallet);
      if (known) return isOf(known, signature, yParity, digest);
      const publicKey = secp256k1.recoverPublicKey(bytes, digest, { prehash: false });
      if (addressOfPublicKey(publicKey) !== wallet) return false;
      publicKeys.set(wallet, Point.fromBytes(publicKey).precompute(windowBits, false));
      return true;
    } catch {
      return false;
    }
  };
}

const { Point } = secp256k1;
type Point = InstanceType<typeof Point>;
/** Larger tables take longer to fill than they save. */
const windowBits = 8;

/** Checks the ECDSA equation, and that the resulting point is the one that `yParity` selects. All inputs are public. */
function isOf(
  publicKey: Point,
  { r, s }: { r: bigint; s: bigint },
  yParity: 0 | 1,
  digest: Uint8Array,
): boolean {
  const { Fn } = Point;
  const z = Fn.create(BigInt(`0x${Buffer.from(digest).toString('hex')}`));
  const inverse = Fn.inv(s);
  const { x, y } = Point.BASE.multiplyUnsafe(Fn.mul(z, inverse))
    .add(publicKey.multiplyUnsafe(Fn.mul(r, inverse)))
    .toAffine();
  return x === r && Number(y & 1n) === yParity;
}

/** The address of a private key, the same 20 bytes on both families; null: not a valid key. */
export function addressOfKey(key: Uint8Array): string | null {
  return secp256k1.utils.isValidSecretKey(key) ? addressOfPublicKey(secp256k1.getPublicKey(key)) : null;
}

function addressOfPublicKey(publicKey: Uint8Array): string {
  const point = ECDH.convertKey(publicKey, 'secp256k1', undefined, undefined, 'uncompressed') as Buffer;
  return `0x${keccak256(point.subarray(1)).slice(-40)}`;
}
