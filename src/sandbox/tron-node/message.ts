const varint = 0;
const bytesType = 2;

/** The fields of a protobuf message, limited to those in Tron transactions: varints and byte strings. */
export class Message {
  readonly #fields = new Map<number, (bigint | Uint8Array)[]>();

  constructor(bytes: Uint8Array) {
    let offset = 0;
    const readVarint = (): bigint => {
      let value = 0n;
      for (let shift = 0n; shift < 70n; shift += 7n) {
        const byte = bytes[offset++];
        if (byte === undefined) throw new RangeError('protobuf message ends in the middle of a number');
        value |= BigInt(byte & 0x7f) << shift;
        if (byte < 0x80) return value;
      }
      throw new RangeError('protobuf number of more than ten bytes');
    };
    while (offset < bytes.length) {
      const tag = readVarint();
      const number = Number(tag >> 3n);
      const kind = Number(tag & 7n);
      let value: bigint | Uint8Array;
      if (kind === varint) {
        value = BigInt.asIntN(64, readVarint());
      } else if (kind === bytesType) {
        const length = Number(readVarint());
        value = bytes.subarray(offset, offset + length);
        offset += length;
        if (offset > bytes.length) throw new RangeError('protobuf message ends in the middle of a field');
      } else {
        throw new RangeError(`protobuf wire type ${kind} is not used by Tron transactions`);
      }
      const earlier = this.#fields.get(number);
      if (earlier) earlier.push(value);
      else this.#fields.set(number, [value]);
    }
  }

  all(number: number): Uint8Array[] {
    return (this.#fields.get(number) ?? []).filter((value) => typeof value !== 'bigint');
  }

  bytes(number: number): Uint8Array {
    return this.all(number).at(-1) ?? new Uint8Array();
  }

  integer(number: number): bigint {
    const value = this.#fields.get(number)?.at(-1) ?? 0n;
    return typeof value === 'bigint' ? value : 0n;
  }
}
