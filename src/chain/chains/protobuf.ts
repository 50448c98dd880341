/**
 * The part of the protobuf wire format needed to write Tron transactions: varints and byte strings, fields in ascending
 * order, default values omitted. Written here because the bytes must be exact: their hash is the transaction's id.
 * There is no reader: signed content is never taken from a node.
 */
export type Field = [number: number, value: bigint | Uint8Array];

const varintType = 0;
const bytesType = 2;
const uint64 = (1n << 64n) - 1n;

export function encode(fields: Field[]): Buffer {
  const parts: Uint8Array[] = [];
  for (const [number, value] of fields) {
    if (typeof value === 'bigint') {
      if (value !== 0n) parts.push(varint(BigInt(number << 3) | BigInt(varintType)), varint(value & uint64));
    } else if (value.length > 0) {
      parts.push(varint(BigInt(number << 3) | BigInt(bytesType)), varint(BigInt(value.length)), value);
    }
  }
  return Buffer.concat(parts);
}

function varint(value: bigint): Buffer {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 0x80n) {
    bytes.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  bytes.push(Number(rest));
  return Buffer.from(bytes);
}
