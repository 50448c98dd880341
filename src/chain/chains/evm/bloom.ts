import { keccak256 } from 'viem/utils';

/** 2,048 bits, of which every log of a block sets three for its address and three for each topic. */
const bloomBytes = 256;
const isBloom = /^0x[0-9a-f]{512}$/;

/** A header's bloom; null: it has no meaningful one. Tron's nodes write zeros for every block. */
export function readBloom(header: unknown): Buffer | null {
  const { logsBloom } = (header ?? {}) as { logsBloom?: unknown };
  if (typeof logsBloom !== 'string' || !isBloom.test(logsBloom)) return null;
  const bloom = Buffer.from(logsBloom.slice(2), 'hex');
  return bloom.some((byte) => byte !== 0) ? bloom : null;
}

/** False: certainly no log of the block has all of these values. True: one may; a full bloom matches anything. */
export function mayHold(bloom: Buffer, values: readonly string[]): boolean {
  return values.every((value) =>
    bitsOf(value).every(({ byte, mask }) => ((bloom[byte] as number) & mask) !== 0),
  );
}

/** The bloom of a block with exactly these logs. */
export function bloomOf(logs: readonly { address: string; topics: readonly string[] }[]): Buffer {
  const bloom = Buffer.alloc(bloomBytes);
  for (const value of new Set(logs.flatMap(({ address, topics }) => [address, ...topics]))) {
    for (const { byte, mask } of bitsOf(value)) bloom[byte] = (bloom[byte] as number) | mask;
  }
  return bloom;
}

/** Whether a bloom has all bits of another. */
export function covers(bloom: Buffer, other: Buffer): boolean {
  return other.every((byte, at) => (byte & ~(bloom[at] as number)) === 0);
}

/** Three times the lowest eleven bits of two bytes of the hash; bit 0 is the lowest of the last byte. */
function bitsOf(value: string): { byte: number; mask: number }[] {
  const hash = Buffer.from(keccak256(value as `0x${string}`).slice(2), 'hex');
  return [0, 2, 4].map((at) => {
    const bit = hash.readUInt16BE(at) & 2047;
    return { byte: bloomBytes - 1 - (bit >> 3), mask: 1 << (bit & 7) };
  });
}
