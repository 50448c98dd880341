/** Converts 0x-prefixed hex, the chains' notation, to the stored bytes. */
export function toBytes(hex: string): Buffer {
  return Buffer.from(hex.slice(2), 'hex');
}

/** Several byte values, to be cast `::text::bytea[]`: the driver cannot send a list of bytes. */
export function toByteList(hexes: string[]): string {
  return `{${hexes.map((hex) => `"\\\\x${hex.slice(2)}"`).join(',')}}`;
}
