/** Hex with 0x, as chains write it, as the bytes that are stored. */
export function toBytes(hex: string): Buffer {
  return Buffer.from(hex.slice(2), 'hex');
}

/** Many of them, to be cast `::text::bytea[]`: the driver cannot send a list of bytes. */
export function toByteList(hexes: string[]): string {
  return `{${hexes.map((hex) => `"\\\\x${hex.slice(2)}"`).join(',')}}`;
}
