import { stringify } from 'lossless-json';
import { BroadcastRefusal, broadcast } from './broadcast.ts';
import type { TronNode } from './node.ts';
import type { Params } from './params.ts';
import {
  decodeTransaction,
  isReadInFull,
  type TronTransaction,
  UnsupportedTransaction,
} from './transaction.ts';
import { transactionFromJson, transactionJson } from './transaction-json.ts';

type Json = Record<string, unknown>;
type Outcome = { code: string; message: string };

const taken: Outcome = { code: 'SUCCESS', message: '' };

export async function broadcastTransaction(node: TronNode, params: Params): Promise<Json> {
  const transaction = transactionFromJson(params);
  const { code, message } = await tryBroadcast(node, transaction);
  if (code === 'SUCCESS') return { result: true, txid: transaction.id };
  const shown = params.flag('visible') ? message : Buffer.from(message).toString('hex');
  return { code, txid: transaction.id, message: shown };
}

/**
 * Unlike broadcastTransaction, it always returns every field, the message in plain text and the transaction as a JSON
 * string.
 */
export async function broadcastHex(node: TronNode, params: Params): Promise<Json> {
  const transaction = decodeTransaction(params.bytes('transaction'));
  if (!isReadInFull(transaction)) {
    throw new UnsupportedTransaction('this sandbox node does not execute all of what was signed');
  }
  const { code, message } = await tryBroadcast(node, transaction);
  return {
    result: code === 'SUCCESS',
    code,
    message,
    transaction: stringify(transactionJson(transaction, false)),
    txid: transaction.id,
  };
}

async function tryBroadcast(node: TronNode, transaction: TronTransaction): Promise<Outcome> {
  try {
    await broadcast(node, transaction);
    return taken;
  } catch (error) {
    if (error instanceof BroadcastRefusal) return { code: error.code, message: error.message };
    return { code: 'OTHER_ERROR', message: `Error: ${(error as Error).message}` };
  }
}

export async function getPendingSize(node: TronNode): Promise<Json> {
  return { pendingSize: BigInt(node.held.size) };
}

export async function getTransactionListFromPending(node: TronNode): Promise<Json> {
  return node.held.size > 0 ? { txId: [...node.held.keys()] } : {};
}

export async function getTransactionFromPending(node: TronNode, params: Params): Promise<Json> {
  const transaction = node.held.get(params.text('value').toLowerCase());
  return transaction ? transactionJson(transaction, params.flag('visible')) : {};
}
