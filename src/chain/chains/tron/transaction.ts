import { createHash } from 'node:crypto';
import { encode } from '../protobuf.ts';

/** The first of an address's 21 bytes inside transactions. */
const prefix = '41';
/** `Transaction.Contract.ContractType`, and the name of each in the protocol. */
const contracts = {
  transfer: { type: 1n, name: 'TransferContract' },
  call: { type: 31n, name: 'TriggerSmartContract' },
} as const;
/** Tron's own wallets add this to the recovery bit, as Bitcoin's once did. */
const recoveryOffset = 27;

/** The fields of every transaction that we decide. */
interface Frame {
  owner: string;
  /** The id of a block that the chain must contain for the transaction to be valid. */
  referenceBlockId: string;
  expiresAt: Date;
  timestampMs: bigint;
}

/** A call of a contract. */
export interface TronCall extends Frame {
  contract: string;
  data: string;
  feeLimitSun: bigint;
}

/** A transfer of TRX. */
export interface CoinTransfer extends Frame {
  to: string;
  amountSun: bigint;
}

export function tronHex(address: string): string {
  return prefix + address.slice(2);
}

/** The bytes to sign: `Transaction.raw` of java-tron's protocol. */
export function unsignedCall(call: TronCall): string {
  const trigger = encode([
    [1, Buffer.from(tronHex(call.owner), 'hex')],
    [2, Buffer.from(tronHex(call.contract), 'hex')],
    [4, Buffer.from(call.data.slice(2), 'hex')],
  ]);
  return framed(call, 'call', trigger, call.feeLimitSun);
}

/** The same for TRX; without energy there is no fee limit. */
export function unsignedCoinTransfer(transfer: CoinTransfer): string {
  const moved = encode([
    [1, Buffer.from(tronHex(transfer.owner), 'hex')],
    [2, Buffer.from(tronHex(transfer.to), 'hex')],
    [3, transfer.amountSun],
  ]);
  return framed(transfer, 'transfer', moved, 0n);
}

function framed(frame: Frame, kind: keyof typeof contracts, value: Buffer, feeLimitSun: bigint): string {
  const { type, name } = contracts[kind];
  const parameter = encode([
    [1, Buffer.from(`type.googleapis.com/protocol.${name}`)],
    [2, value],
  ]);
  const contract = encode([
    [1, type],
    [2, parameter],
  ]);
  const block = Buffer.from(frame.referenceBlockId, 'hex');
  const raw = encode([
    [1, block.subarray(6, 8)],
    [4, block.subarray(8, 16)],
    [8, BigInt(frame.expiresAt.getTime())],
    [11, contract],
    [14, frame.timestampMs],
    [18, feeLimitSun],
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
    Buffer.of(recoveryOffset + yParity),
  ]);
  const signed = encode([
    [1, raw],
    [2, signature],
  ]);
  const hash = createHash('sha256').update(raw).digest('hex');
  return { signed: `0x${signed.toString('hex')}`, hash: `0x${hash}` };
}
