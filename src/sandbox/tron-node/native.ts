import {
  getAccount,
  getAccountNet,
  getAccountResource,
  getBandwidthPrices,
  getChainParameters,
  getEnergyPrices,
  getNodeInfo,
  listNodes,
  validateAddress,
} from './native-accounts.ts';
import {
  getBlock,
  getBlockById,
  getBlockByLatestNum,
  getBlockByLimitNext,
  getBlockByNum,
  getNowBlock,
  getTransactionById,
  getTransactionCountByBlockNum,
  getTransactionInfoByBlockNum,
  getTransactionInfoById,
} from './native-blocks.ts';
import {
  broadcastHex,
  broadcastTransaction,
  getPendingSize,
  getTransactionFromPending,
  getTransactionListFromPending,
} from './native-broadcast.ts';
import {
  createTransaction,
  estimateEnergy,
  getContract,
  getContractInfo,
  triggerConstantContract,
  triggerSmartContract,
} from './native-contracts.ts';
import type { View } from './node.ts';
import type { Params } from './params.ts';

type Handler = (view: View, params: Params) => Promise<unknown>;

/** Read calls of both services: `/wallet` at the head, `/walletsolidity` at the solidified block. */
const both: Record<string, Handler> = {
  getaccount: getAccount,
  getblock: getBlock,
  getblockbyid: getBlockById,
  getblockbylatestnum: getBlockByLatestNum,
  getblockbylimitnext: getBlockByLimitNext,
  getblockbynum: getBlockByNum,
  getnowblock: getNowBlock,
  getnodeinfo: getNodeInfo,
  getenergyprices: getEnergyPrices,
  getbandwidthprices: getBandwidthPrices,
  gettransactionbyid: getTransactionById,
  gettransactioncountbyblocknum: getTransactionCountByBlockNum,
  gettransactioninfobyblocknum: getTransactionInfoByBlockNum,
  gettransactioninfobyid: getTransactionInfoById,
  triggerconstantcontract: triggerConstantContract,
  estimateenergy: estimateEnergy,
};

const fullNode: Record<string, Handler> = {
  ...both,
  getaccountnet: getAccountNet,
  getaccountresource: getAccountResource,
  validateaddress: validateAddress,
  getchainparameters: getChainParameters,
  listnodes: listNodes,
  getcontract: getContract,
  getcontractinfo: getContractInfo,
  createtransaction: createTransaction,
  triggersmartcontract: triggerSmartContract,
  broadcasttransaction: ({ node }, params) => broadcastTransaction(node, params),
  broadcasthex: ({ node }, params) => broadcastHex(node, params),
  getpendingsize: ({ node }) => getPendingSize(node),
  gettransactionlistfrompending: ({ node }) => getTransactionListFromPending(node),
  gettransactionfrompending: ({ node }, params) => getTransactionFromPending(node, params),
};

const services: Record<string, Record<string, Handler>> = { wallet: fullNode, walletsolidity: both };

export interface NativeCall {
  handler: Handler;
  onlySolidified: boolean;
  /** Whether a late or missing response leaves the caller in doubt about money. */
  isBroadcast: boolean;
}

/** null: not a path of the native API that this node has. */
export function nativeCall(path: string): NativeCall | null {
  const [, service = '', name = ''] = path.split('/');
  const handler = services[service]?.[name];
  return handler
    ? { handler, onlySolidified: service === 'walletsolidity', isBroadcast: name.startsWith('broadcast') }
    : null;
}
