import type { Hex } from 'viem';
import { readAddress, writeAddress } from './address.ts';
import { type Params, ParseFault } from './params.ts';
import {
  type RawTransaction,
  type TronContract,
  type TronTransaction,
  transactionOf,
  typeUrl,
  UnsupportedTransaction,
} from './transaction.ts';

/** A transaction in java-tron's JSON, without zero or empty values. int64 values are bigint until they are sent. */
export function transactionJson(transaction: TronTransaction, visible: boolean): Record<string, unknown> {
  return {
    visible,
    txID: transaction.id,
    raw_data: rawJson(transaction.raw, visible),
    raw_data_hex: transaction.rawBytes.toString('hex'),
    ...(transaction.signatures.length > 0 && {
      signature: transaction.signatures.map((signature) => signature.toString('hex')),
    }),
  };
}

function rawJson(raw: RawTransaction, visible: boolean): Record<string, unknown> {
  const { contract } = raw;
  return {
    contract: [
      {
        parameter: { value: contractJson(contract, visible), type_url: typeUrl(contract.type) },
        type: contract.type,
        ...(raw.permissionId !== 0n && { Permission_id: Number(raw.permissionId) }),
      },
    ],
    ref_block_bytes: raw.refBlockBytes.toString('hex'),
    ref_block_hash: raw.refBlockHash.toString('hex'),
    expiration: raw.expirationMs,
    ...(raw.memo.length > 0 && { data: raw.memo.toString('hex') }),
    ...(raw.feeLimitSun !== 0n && { fee_limit: raw.feeLimitSun }),
    timestamp: raw.timestampMs,
  };
}

function contractJson(contract: TronContract, visible: boolean): Record<string, unknown> {
  const owner_address = writeAddress(contract.owner, visible);
  if (contract.type === 'TransferContract') {
    return { amount: contract.amountSun, owner_address, to_address: writeAddress(contract.to, visible) };
  }
  return {
    data: contract.data.toString('hex'),
    owner_address,
    contract_address: writeAddress(contract.contract, visible),
    ...(contract.callValueSun !== 0n && { call_value: contract.callValueSun }),
  };
}

/** Like java-tron this reads only `raw_data`: `raw_data_hex` and `txID` are ignored. */
export function transactionFromJson(params: Params): TronTransaction {
  const visible = params.flag('visible');
  const rawData = params.object('raw_data');
  const contract = rawData.list('contract')[0];
  if (!contract) throw new ParseFault('Transaction has no contract');
  const raw: RawTransaction = {
    contract: readContract(contract.text('type'), contract.object('parameter').object('value'), visible),
    permissionId: contract.integer('Permission_id'),
    refBlockBytes: rawData.bytes('ref_block_bytes'),
    refBlockHash: rawData.bytes('ref_block_hash'),
    expirationMs: rawData.integer('expiration'),
    timestampMs: rawData.integer('timestamp'),
    feeLimitSun: rawData.integer('fee_limit'),
    memo: rawData.bytes('data'),
  };
  return transactionOf(
    raw,
    params.texts('signature').map((signature) => Buffer.from(signature, 'hex')),
  );
}

function readContract(type: string, value: Params, visible: boolean): TronContract {
  if (type === 'TransferContract') {
    return {
      type,
      owner: address(value, 'owner_address', visible),
      to: address(value, 'to_address', visible),
      amountSun: value.integer('amount'),
    };
  }
  if (type === 'TriggerSmartContract') {
    return {
      type,
      owner: address(value, 'owner_address', visible),
      contract: address(value, 'contract_address', visible),
      callValueSun: value.integer('call_value'),
      data: value.bytes('data'),
    };
  }
  throw new UnsupportedTransaction(`this sandbox node does not execute ${type}`);
}

export function address(params: Params, name: string, visible: boolean): Hex {
  const found = readAddress(params.text(name), visible);
  if (!found) throw new ParseFault(`${name} is not an address`);
  return found;
}
