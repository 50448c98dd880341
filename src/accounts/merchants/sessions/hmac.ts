import { hash } from 'node:crypto';

const blockBytes = 64;
const digestBytes = 32;
/** Longer than any input here: what is longer is refused. */
const maxInputBytes = 4_096;

/**
 * HMAC-SHA256 (RFC 2104) of ASCII texts under one key, as base64url. Two one-shot hashes: what `createHmac` does
 * with a context that it makes and throws away at every call. Those contexts, and collecting them, took 8 of the 46 µs of
 * processor time of E1 (`npm run bench -- token_vs_empty`: 0.47 with them, 0.52 without).
 */
export function hmacSha256(key: Buffer): (text: string) => string {
  if (key.length > blockBytes) throw new RangeError(`an HMAC key has at most ${blockBytes} bytes here`);
  const inner = Buffer.alloc(blockBytes + maxInputBytes);
  const outer = Buffer.alloc(blockBytes + digestBytes);
  for (let at = 0; at < blockBytes; at++) {
    inner[at] = (key[at] ?? 0) ^ 0x36;
    outer[at] = (key[at] ?? 0) ^ 0x5c;
  }
  return (text) => {
    if (text.length > maxInputBytes) throw new RangeError('the text to sign is too long');
    const end = blockBytes + inner.write(text, blockBytes, 'latin1');
    outer.write(hash('sha256', inner.subarray(0, end), 'binary'), blockBytes, 'latin1');
    return hash('sha256', outer, 'base64url');
  };
}
