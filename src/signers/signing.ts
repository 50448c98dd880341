import { createHash, ECDH } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak256 } from 'viem/utils';
import type { Signature, SignRequest } from '../payouts/signer.ts';

/** What is really signed: a hash of the transaction, by the network's own function. */
export function digestOf({ network, unsigned }: Pick<SignRequest, 'network' | 'unsigned'>): Uint8Array {
  const bytes = Buffer.from(unsigned.slice(2), 'hex');
  return network.family === 'tron' ? createHash('sha256').update(bytes).digest() : keccak256(bytes, 'bytes');
}

/** Deterministic (RFC 6979), so that the same transaction is signed by the same bytes, and with a low s. */
export function signWith(key: Uint8Array, digest: Uint8Array): Signature {
  const bytes = secp256k1.sign(digest, key, { prehash: false, lowS: true, format: 'recovered' });
  return {
    r: `0x${Buffer.from(bytes.subarray(1, 33)).toString('hex')}`,
    s: `0x${Buffer.from(bytes.subarray(33, 65)).toString('hex')}`,
    yParity: bytes[0] === 1 ? 1 : 0,
  };
}

/** Whose signature it is; null: nobody's. One with a high s is nobody's either: networks refuse it. */
export function signerOf({ r, s, yParity }: Signature, digest: Uint8Array): string | null {
  try {
    const bytes = Buffer.concat([
      Buffer.of(yParity),
      Buffer.from(r.slice(2), 'hex'),
      Buffer.from(s.slice(2), 'hex'),
    ]);
    if (secp256k1.Signature.fromBytes(bytes, 'recovered').hasHighS()) return null;
    return addressOfPublicKey(secp256k1.recoverPublicKey(bytes, digest, { prehash: false }));
  } catch {
    return null;
  }
}

/** The address of a private key, the same 20 bytes on both families; null: it is no key. */
export function addressOfKey(key: Uint8Array): string | null {
  return secp256k1.utils.isValidSecretKey(key) ? addressOfPublicKey(secp256k1.getPublicKey(key)) : null;
}

function addressOfPublicKey(publicKey: Uint8Array): string {
  const point = ECDH.convertKey(publicKey, 'secp256k1', undefined, undefined, 'uncompressed') as Buffer;
  return `0x${keccak256(point.subarray(1)).slice(-40)}`;
}
