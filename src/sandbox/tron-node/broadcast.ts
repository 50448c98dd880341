import type { Hex } from 'viem';
import { recoverAddress } from 'viem/utils';
import { rpc } from '../chains/rpc.ts';
import { writeAddress } from './address.ts';
import { blockReference } from './chain-index.ts';
import { execute } from './execute.ts';
import { chargeFor, maxFeeLimitSun, type TransactionFees } from './fees.ts';
import { type TronNode, View } from './node.ts';
import { encodeTransaction, type TronTransaction } from './transaction.ts';
import { transferFault } from './transfer-check.ts';

/** The codes and messages of java-tron's `Return`. */
export type BroadcastCode =
  | 'SUCCESS'
  | 'SIGERROR'
  | 'CONTRACT_VALIDATE_ERROR'
  | 'BANDWITH_ERROR'
  | 'DUP_TRANSACTION_ERROR'
  | 'TAPOS_ERROR'
  | 'TOO_BIG_TRANSACTION_ERROR'
  | 'TRANSACTION_EXPIRATION_ERROR'
  | 'OTHER_ERROR';

export class BroadcastRefusal extends Error {
  readonly code: BroadcastCode;

  constructor(code: BroadcastCode, message: string) {
    super(message);
    this.code = code;
  }
}

const maxTransactionBytes = 500 * 1024;
const maxExpiryMs = 24 * 60 * 60 * 1000;
/** A transaction refers to its block by two bytes of the height. */
const referenceSpan = 0x10000;

/** Accepts a transaction like java-tron: refuses it by the same checks in the same order, or puts it into a block. */
export function broadcast(node: TronNode, transaction: TronTransaction): Promise<void> {
  return node.inTurn(() => take(node, transaction));
}

async function take(node: TronNode, transaction: TronTransaction): Promise<void> {
  const view = await View.open(node);
  const nowMs = await nextBlockTimeMs(node);
  checkReference(view, transaction);
  checkSize(transaction);
  checkExpiry(transaction, nowMs);
  if (node.index.transaction(transaction.id) || node.held.has(transaction.id)) {
    throw new BroadcastRefusal('DUP_TRANSACTION_ERROR', 'Dup transaction.');
  }
  await checkSignature(transaction);
  const charge = await checkContract(view, transaction, nowMs);
  if (node.faults.broadcasts === 'held') {
    node.held.set(transaction.id, transaction);
    return;
  }
  await execute(view, transaction, charge);
}

/** Puts held transactions into blocks, unless they have expired meanwhile. */
export function releaseHeld(node: TronNode): Promise<void> {
  return node.inTurn(() => releaseAll(node));
}

async function releaseAll(node: TronNode): Promise<void> {
  for (const [id, transaction] of [...node.held]) {
    node.held.delete(id);
    const view = await View.open(node);
    const nowMs = await nextBlockTimeMs(node);
    if (Number(transaction.raw.expirationMs) > nowMs) {
      await execute(view, transaction, await checkContract(view, transaction, nowMs));
    }
  }
}

/**
 * java-tron compares with the time of its head, at most three seconds old. Here the head may be older, and the
 * transaction goes into the next block at once: that block's time must not be after the expiration.
 */
async function nextBlockTimeMs(node: TronNode): Promise<number> {
  const next = await rpc<{ timestamp: Hex }>(node.rpcUrl, 'eth_getBlockByNumber', ['pending', false]);
  return Number(next.timestamp) * 1000;
}

function checkReference(view: View, { raw }: TronTransaction): void {
  const low = raw.refBlockBytes.length === 2 ? raw.refBlockBytes.readUInt16BE() : -1;
  const head = view.node.index.head.number;
  const number = head - ((((head - low) % referenceSpan) + referenceSpan) % referenceSpan);
  const block = low < 0 ? null : view.node.index.block(number);
  if (!block || !blockReference(block).hash.equals(raw.refBlockHash)) {
    throw new BroadcastRefusal('TAPOS_ERROR', 'Tapos check error.');
  }
}

function checkSize(transaction: TronTransaction): void {
  if (encodeTransaction(transaction).length > maxTransactionBytes) {
    throw new BroadcastRefusal('TOO_BIG_TRANSACTION_ERROR', 'Transaction size is too big.');
  }
}

function checkExpiry({ raw }: TronTransaction, nowMs: number): void {
  const expirationMs = Number(raw.expirationMs);
  if (expirationMs <= nowMs || expirationMs > nowMs + maxExpiryMs) {
    throw new BroadcastRefusal('TRANSACTION_EXPIRATION_ERROR', 'Transaction expired');
  }
}

async function checkSignature({ id, raw, signatures }: TronTransaction): Promise<void> {
  const refuse = (why: string) => new BroadcastRefusal('SIGERROR', `Validate signature error: ${why}`);
  const [signature] = signatures;
  if (!signature) throw refuse('miss sig or contract');
  if (signatures.length > 1)
    throw refuse(`Signature count is ${signatures.length} more than key counts of permission : 1`);
  if (signature.length < 65) throw refuse(`Signature size is ${signature.length}`);
  const { owner } = raw.contract;
  const signer = await recoverAddress({
    hash: `0x${id}`,
    signature: `0x${signature.subarray(0, 65).toString('hex')}`,
  }).catch(() => null);
  if (signer?.toLowerCase() !== owner) {
    const who = signer ? writeAddress(signer.toLowerCase() as Hex, true) : 'nobody';
    throw refuse(`${signature.toString('hex')} is signed by ${who} but it is not contained of permission.`);
  }
}

async function checkContract(
  view: View,
  transaction: TronTransaction,
  nowMs: number,
): Promise<TransactionFees> {
  const { contract, feeLimitSun } = transaction.raw;
  const invalid = (why: string) =>
    new BroadcastRefusal('CONTRACT_VALIDATE_ERROR', `Contract validate error : ${why}`);
  if (!(await view.accountExists(contract.owner))) {
    throw invalid(`account [${writeAddress(contract.owner, true)}] does not exist`);
  }
  const balance = await view.balanceSun(contract.owner);
  const opensAccount = contract.type === 'TransferContract' && !(await view.accountExists(contract.to));
  const charge = chargeFor({ index: view.node.index, transaction, nowMs, opensAccount });
  const fees = charge.netFeeSun + charge.otherFeeSun;

  if (contract.type === 'TransferContract') {
    const fault = await transferFault(view, contract, fees);
    if (fault) throw invalid(fault);
    return charge;
  }
  if ((await view.code(contract.contract)) === '0x')
    throw invalid('No contract or not a valid smart contract');
  if (feeLimitSun < 0n || feeLimitSun > maxFeeLimitSun) {
    throw invalid(`feeLimit must be >= 0 and <= ${maxFeeLimitSun}`);
  }
  if (balance < fees) throw new BroadcastRefusal('BANDWITH_ERROR', 'Account resource insufficient error.');
  if (balance < fees + contract.callValueSun) {
    throw invalid('Validate InternalTransfer error, balance is not sufficient.');
  }
  return charge;
}
