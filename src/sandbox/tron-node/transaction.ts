import { createHash } from 'node:crypto';
import type { Hex } from 'viem';
import { encode } from '../../chain/chains/protobuf.ts';
import { addressBytes, addressFromBytes } from './address.ts';
import { Message } from './message.ts';

/** The two kinds of transaction that a payment service needs: sending TRX, and calling a contract. */
export type TronContract =
  | { type: 'TransferContract'; owner: Hex; to: Hex; amountSun: bigint }
  | { type: 'TriggerSmartContract'; owner: Hex; contract: Hex; callValueSun: bigint; data: Buffer };

/** The signed part of a transaction. */
export interface RawTransaction {
  contract: TronContract;
  permissionId: bigint;
  refBlockBytes: Buffer;
  refBlockHash: Buffer;
  expirationMs: bigint;
  timestampMs: bigint;
  feeLimitSun: bigint;
  memo: Buffer;
}

export interface TronTransaction {
  id: string;
  raw: RawTransaction;
  rawBytes: Buffer;
  signatures: Buffer[];
}

/** Numbers of `Transaction.Contract.ContractType`. */
const contractTypes = { TransferContract: 1n, TriggerSmartContract: 31n } as const;

export const typeUrl = (type: TronContract['type']) => `type.googleapis.com/protocol.${type}`;

export class UnsupportedTransaction extends Error {}

function encodeRaw(raw: RawTransaction): Buffer {
  const { contract } = raw;
  const parameter = encode([
    [1, Buffer.from(typeUrl(contract.type))],
    [2, encodeParameter(contract)],
  ]);
  return encode([
    [1, raw.refBlockBytes],
    [4, raw.refBlockHash],
    [8, raw.expirationMs],
    [10, raw.memo],
    [
      11,
      encode([
        [1, contractTypes[contract.type]],
        [2, parameter],
        [5, raw.permissionId],
      ]),
    ],
    [14, raw.timestampMs],
    [18, raw.feeLimitSun],
  ]);
}

function encodeParameter(contract: TronContract): Buffer {
  if (contract.type === 'TransferContract') {
    return encode([
      [1, addressBytes(contract.owner)],
      [2, addressBytes(contract.to)],
      [3, contract.amountSun],
    ]);
  }
  return encode([
    [1, addressBytes(contract.owner)],
    [2, addressBytes(contract.contract)],
    [3, contract.callValueSun],
    [4, contract.data],
  ]);
}

function decodeRaw(bytes: Uint8Array): RawTransaction {
  const raw = new Message(bytes);
  const contract = new Message(raw.bytes(11));
  return {
    contract: decodeContract(contract.integer(1), new Message(contract.bytes(2)).bytes(2)),
    permissionId: contract.integer(5),
    refBlockBytes: Buffer.from(raw.bytes(1)),
    refBlockHash: Buffer.from(raw.bytes(4)),
    expirationMs: raw.integer(8),
    timestampMs: raw.integer(14),
    feeLimitSun: raw.integer(18),
    memo: Buffer.from(raw.bytes(10)),
  };
}

function decodeContract(type: bigint, bytes: Uint8Array): TronContract {
  const parameter = new Message(bytes);
  if (type === contractTypes.TransferContract) {
    return {
      type: 'TransferContract',
      owner: addressFromBytes(parameter.bytes(1)),
      to: addressFromBytes(parameter.bytes(2)),
      amountSun: parameter.integer(3),
    };
  }
  if (type === contractTypes.TriggerSmartContract) {
    return {
      type: 'TriggerSmartContract',
      owner: addressFromBytes(parameter.bytes(1)),
      contract: addressFromBytes(parameter.bytes(2)),
      callValueSun: parameter.integer(3),
      data: Buffer.from(parameter.bytes(4)),
    };
  }
  throw new UnsupportedTransaction(`this sandbox node does not execute contract type ${type}`);
}

export function decodeTransaction(bytes: Uint8Array): TronTransaction {
  const message = new Message(bytes);
  const rawBytes = Buffer.from(message.bytes(1));
  return {
    id: idOf(rawBytes),
    raw: decodeRaw(rawBytes),
    rawBytes,
    signatures: message.all(2).map((signature) => Buffer.from(signature)),
  };
}

/**
 * Whether the decoded fields are all that the signed bytes contain. A second contract, an unknown field, or the same
 * value in another encoding would be signed by its owner and ignored by this node.
 */
export function isReadInFull({ id, raw }: TronTransaction): boolean {
  return transactionOf(raw).id === id;
}

export function encodeTransaction({ rawBytes, signatures }: TronTransaction): Buffer {
  return encode([[1, rawBytes], ...signatures.map((signature) => [2, signature] as [number, Buffer])]);
}

export function transactionOf(raw: RawTransaction, signatures: Buffer[] = []): TronTransaction {
  const rawBytes = encodeRaw(raw);
  return { id: idOf(rawBytes), raw, rawBytes, signatures };
}

const idOf = (rawBytes: Uint8Array) => createHash('sha256').update(rawBytes).digest('hex');
