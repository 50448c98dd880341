import { createHash } from 'node:crypto';
import { encode } from './protobuf.ts';

/** The first of the 21 bytes that an address has inside of transactions. */
const PREFIX = '41';
/** `Transaction.Contract.ContractType.TriggerSmartContract` */
const TRIGGER_SMART_CONTRACT = 31n;
const TYPE_URL = Buffer.from('type.googleapis.com/protocol.TriggerSmartContract');
/** What Tron's own wallets add to the recovery bit, as Bitcoin's once did. */
const RECOVERY_OFFSET = 27;

/** A call of a contract, as much of it as is ours to decide. */
export interface TronCall {
  owner: string;
  contract: string;
  data: string;
  /** The id of the block that the chain must have for the transaction to be valid. */
  referenceBlockId: string;
  expiresAt: Date;
  timestampMs: bigint;
  feeLimitSun: bigint;
}

export function tronHex(address: string): string {
  return PREFIX + address.slice(2);
}

/** The bytes that are signed: `Transaction.raw` of java-tron's protocol. */
export function unsignedCall(call: TronCall): string {
  const trigger = encode([
    [1, Buffer.from(tronHex(call.owner), 'hex')],
    [2, Buffer.from(tronHex(call.contract), 'hex')],
    [4, Buffer.from(call.data.slice(2), 'hex')],
  ]);
  const parameter = encode([
    [1, TYPE_URL],
    [2, trigger],
  ]);
  const contract = encode([
    [1, TRIGGER_SMART_CONTRACT],
    [2, parameter],
  ]);
  const block = Buffer.from(call.referenceBlockId, 'hex');
  const raw = encode([
    [1, block.subarray(6, 8)],
    [4, block.subarray(8, 16)],
    [8, BigInt(call.expiresAt.getTime())],
    [11, contract],
    [14, call.timestampMs],
    [18, call.feeLimitSun],
  ]);
  return `0x${raw.toString('hex')}`;
}

export function seal(
  unsigned: string,
  { r, s, yParity }: { r: string; s: string; yParity: 0 | 1 },
): { signed: string; hash: string } {
  const raw = Buffer.from(unsigned.slice(2), 'hex');
  const signature = Buffer.concat([
    Buffer.from(r.slice(2), 'hex'),
    Buffer.from(s.slice(2), 'hex'),
    Buffer.of(RECOVERY_OFFSET + yParity),
  ]);
  const signed = encode([
    [1, raw],
    [2, signature],
  ]);
  const hash = createHash('sha256').update(raw).digest('hex');
  return { signed: `0x${signed.toString('hex')}`, hash: `0x${hash}` };
}
