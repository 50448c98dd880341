import type { Abi, AbiParameter, Hex } from 'viem';
import { keccak256, toFunctionSelector, toHex } from 'viem/utils';
import { contracts } from '../chains/contracts.ts';
import { writeAddress } from './address.ts';
import { blockReference } from './chain-index.ts';
import type { View } from './node.ts';
import { type Params, ParseFault } from './params.ts';
import { failureOf, failureWords } from './receipts.ts';
import {
  type RawTransaction,
  type TronContract,
  type TronTransaction,
  transactionOf,
} from './transaction.ts';
import { address, transactionJson } from './transaction-json.ts';
import { transferFault } from './transfer-check.ts';

type Json = Record<string, unknown>;
type Trigger = Extract<TronContract, { type: 'TriggerSmartContract' }>;

const defaultExpiryMs = 60_000n;
/** More than any fee limit buys, so that a trial run ends by itself. */
const trialGas = 150_000_000n;
/**
 * A real run also carries its signed transaction, about three hundred bytes; a trial pays for as many, so that its
 * estimate is never below the real cost.
 */
const standInForTransaction = Buffer.alloc(384, 0xff);

const hex = (text: string) => Buffer.from(text).toString('hex');

/** An unsigned transaction that refers to the chain's head and is valid for a minute. */
function draft(view: View, contract: TronContract, params: Params): TronTransaction {
  const reference = blockReference(view.head);
  const raw: RawTransaction = {
    contract,
    permissionId: params.integer('Permission_id'),
    refBlockBytes: reference.bytes,
    refBlockHash: reference.hash,
    expirationMs: BigInt(view.head.timeMs) + defaultExpiryMs,
    timestampMs: BigInt(Date.now()),
    feeLimitSun: params.integer('fee_limit'),
    memo: params.bytes('extra_data'),
  };
  return transactionOf(raw);
}

export async function createTransaction(view: View, params: Params): Promise<Json> {
  const visible = params.flag('visible');
  const transfer = {
    type: 'TransferContract' as const,
    owner: address(params, 'owner_address', visible),
    to: address(params, 'to_address', visible),
    amountSun: params.integer('amount'),
  };
  const fault = await transferFault(view, transfer, 0n);
  if (fault) throw new ParseFault(fault, 'org.tron.core.exception.ContractValidateException');
  return transactionJson(draft(view, transfer, params), visible);
}

function readTrigger(params: Params): Trigger {
  const visible = params.flag('visible');
  const selector = params.text('function_selector');
  const data = selector
    ? Buffer.concat([Buffer.from(toFunctionSelector(selector).slice(2), 'hex'), params.bytes('parameter')])
    : params.bytes('data');
  return {
    type: 'TriggerSmartContract',
    owner: address(params, 'owner_address', visible),
    contract: address(params, 'contract_address', visible),
    callValueSun: params.integer('call_value'),
    data,
  };
}

const refusal = (why: string): Json => ({
  result: { code: 'CONTRACT_VALIDATE_ERROR', message: hex(`Contract validate error : ${why}`) },
});

/** Only builds the transaction; constant calls are executed at once, as in java-tron. */
export async function triggerSmartContract(view: View, params: Params): Promise<Json> {
  const trigger = readTrigger(params);
  const code = await view.code(trigger.contract);
  if (code === '0x') return refusal('No contract or not a valid smart contract');
  if (isConstant(abiOf(code), trigger.data)) return triggerConstantContract(view, params);
  return {
    result: { result: true },
    transaction: transactionJson(draft(view, trigger, params), params.flag('visible')),
  };
}

export async function triggerConstantContract(view: View, params: Params): Promise<Json> {
  const trigger = readTrigger(params);
  if ((await view.code(trigger.contract)) === '0x') return refusal('Smart contract is not exist.');
  const trial = await simulateCall(view, trigger);
  const transaction = transactionJson(draft(view, trigger, params), params.flag('visible'));
  return {
    result: { result: true, ...(trial.failure !== null && { message: hex(trial.failure) }) },
    energy_used: trial.energy,
    constant_result: [trial.output],
    ...(trial.logs.length > 0 && { logs: trial.logs }),
    transaction: { ret: [trial.failure === null ? {} : { ret: 'FAILED' }], ...transaction },
  };
}

export async function estimateEnergy(view: View, params: Params): Promise<Json> {
  const trigger = readTrigger(params);
  if ((await view.code(trigger.contract)) === '0x') return refusal('Smart contract is not exist.');
  const trial = await simulateCall(view, trigger);
  if (trial.failure !== null) {
    return { result: { code: 'CONTRACT_EXE_ERROR', message: hex(trial.failure) } };
  }
  return { result: { result: true }, energy_required: trial.energy };
}

interface Trial {
  energy: bigint;
  output: string;
  failure: string | null;
  logs: Json[];
}

export async function simulateCall(
  view: View,
  call: { owner: Hex; contract: Hex; callValueSun: bigint; data: Buffer },
): Promise<Trial> {
  const data = Buffer.concat([call.data, standInForTransaction]);
  const trace = await view.state<{
    gasUsed: Hex;
    output?: Hex;
    error?: string;
    logs?: { address: Hex; topics: Hex[]; data: Hex }[];
  }>(
    'debug_traceCall',
    [
      {
        from: call.owner,
        to: call.contract,
        value: toHex(call.callValueSun),
        data: toHex(data),
        gas: toHex(trialGas),
        gasPrice: '0x0',
      },
    ],
    [{ tracer: 'callTracer', tracerConfig: { withLog: true } }],
  );
  const failure = trace.error === undefined ? null : failureOf(trace.error);
  return {
    energy: BigInt(trace.gasUsed),
    output: trace.output?.slice(2) ?? '',
    failure: failure === null || failure === 'SUCCESS' ? null : failureWords[failure],
    logs: (trace.logs ?? []).map((log) => ({
      address: log.address.slice(2),
      topics: log.topics.map((topic) => topic.slice(2)),
      data: log.data.slice(2),
    })),
  };
}

export async function getContract(view: View, params: Params): Promise<Json> {
  const visible = params.flag('visible');
  const contract = address(params, 'value', visible);
  const code = await view.code(contract);
  return code === '0x' ? {} : contractJson(contract, code, visible);
}

export async function getContractInfo(view: View, params: Params): Promise<Json> {
  const visible = params.flag('visible');
  const contract = address(params, 'value', visible);
  const code = await view.code(contract);
  if (code === '0x') return {};
  return {
    runtimecode: code.slice(2),
    smart_contract: contractJson(contract, code, visible),
    contract_state: { update_cycle: BigInt(view.head.number) },
  };
}

function contractJson(contract: Hex, code: Hex, visible: boolean): Json {
  const known = knownByCode(code);
  return {
    bytecode: known ? known.bytecode.slice(2) : code.slice(2),
    ...(known && { name: known.name }),
    contract_address: writeAddress(contract, visible),
    consume_user_resource_percent: 100n,
    abi: known ? { entrys: known.abi.flatMap(abiEntry) } : {},
    code_hash: keccak256(code).slice(2),
  };
}

/**
 * The facade recognises its own test contracts by their code; like a node, it has no ABI of others unless it is given
 * one.
 */
function knownByCode(code: Hex): { name: string; abi: Abi; bytecode: Hex } | null {
  const found = Object.entries(contracts).find(([, { bytecode }]) => bytecode.endsWith(code.slice(2)));
  return found ? { name: found[0], ...found[1] } : null;
}

const abiOf = (code: Hex): Abi => knownByCode(code)?.abi ?? [];

function isConstant(abi: Abi, data: Buffer): boolean {
  const selector = `0x${data.subarray(0, 4).toString('hex')}`;
  return abi.some(
    (item) =>
      item.type === 'function' &&
      (item.stateMutability === 'view' || item.stateMutability === 'pure') &&
      toFunctionSelector(item) === selector,
  );
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function abiEntry(item: Abi[number]): Json[] {
  if (item.type !== 'function' && item.type !== 'event') return [];
  const parameters = (list: readonly AbiParameter[]) =>
    list.map((parameter) => ({
      ...('indexed' in parameter && parameter.indexed === true ? { indexed: true } : {}),
      ...(parameter.name && { name: parameter.name }),
      type: parameter.type,
    }));
  return [
    {
      ...(item.inputs.length > 0 && { inputs: parameters(item.inputs) }),
      name: item.name,
      type: capitalised(item.type),
      ...(item.type === 'function' && {
        ...(item.outputs.length > 0 && { outputs: parameters(item.outputs) }),
        stateMutability: capitalised(item.stateMutability),
      }),
    },
  ];
}
