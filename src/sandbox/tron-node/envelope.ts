import { decodeTransaction, encodeTransaction, type TronTransaction } from './transaction.ts';

/**
 * A Tron transaction is executed on the underlying chain as a plain call whose data ends in the signed Tron transaction
 * itself: contracts ignore data beyond their arguments, and the chain then holds all that the facade must know, through
 * any restart, without a second store to keep in sync.
 */
export interface Envelope {
  transaction: TronTransaction;
  /** Bytes of bandwidth taken from the free daily share. */
  netUsageBytes: bigint;
  /** Sun burnt for bandwidth instead. */
  netFeeSun: bigint;
  /** Sun burnt for a memo or for opening the recipient's account. */
  otherFeeSun: bigint;
}

const magic = Buffer.from('tron-tx1');
/** Three amounts of eight bytes, the length in four, the mark in eight. */
const trailerBytes = 3 * 8 + 4 + magic.length;

export function sealEnvelope(callData: Buffer, envelope: Envelope): Buffer {
  const transaction = encodeTransaction(envelope.transaction);
  const trailer = Buffer.alloc(trailerBytes);
  trailer.writeBigUInt64BE(envelope.netUsageBytes, 0);
  trailer.writeBigUInt64BE(envelope.netFeeSun, 8);
  trailer.writeBigUInt64BE(envelope.otherFeeSun, 16);
  trailer.writeUInt32BE(transaction.length, 24);
  magic.copy(trailer, 28);
  return Buffer.concat([callData, transaction, trailer]);
}

/** null: a transaction on the underlying chain that bypassed the facade. */
export function openEnvelope(input: Buffer): Envelope | null {
  const start = input.length - trailerBytes;
  if (start < 0 || !input.subarray(start + 28).equals(magic)) return null;
  const trailer = input.subarray(start);
  const length = trailer.readUInt32BE(24);
  return {
    transaction: decodeTransaction(input.subarray(start - length, start)),
    netUsageBytes: trailer.readBigUInt64BE(0),
    netFeeSun: trailer.readBigUInt64BE(8),
    otherFeeSun: trailer.readBigUInt64BE(16),
  };
}
