import type { Hex } from 'viem';
import { readAddress, writeAddress } from './address.ts';
import {
  bandwidthPriceSun,
  createAccountBandwidthFeeSun,
  createAccountFeeSun,
  energyPriceSun,
  freeBandwidthBytes,
  freeBandwidthUsed,
  maxFeeLimitSun,
  memoPriceSun,
} from './fees.ts';
import type { View } from './node.ts';
import type { Params } from './params.ts';
import { address } from './transaction-json.ts';

type Json = Record<string, unknown>;

/** Totals of the whole network, as on Tron; nobody stakes here. */
const totalBandwidth = 43_200_000_000n;
const totalEnergy = 180_000_000_000n;
/** In milliseconds: java-tron's value for an account that never staked. */
const resourceWindow = 28_800_000n;
/** The kinds of contract that the default permission allows: all but the permission update. */
const activeOperations = '7fff1fc0033ec307000000000000000000000000000000000000000000000000';

export async function getAccount(view: View, params: Params): Promise<Json> {
  const visible = params.flag('visible');
  const account = address(params, 'address', visible);
  if (!(await view.accountExists(account))) return {};
  const [balance, code] = await Promise.all([view.balanceSun(account), view.code(account)]);
  const shown = writeAddress(account, visible);
  const used = freeBandwidthUsed(view.node.index, account, view.head.timeMs);
  const keys = [{ address: shown, weight: 1n }];
  return {
    address: shown,
    ...(code !== '0x' && { type: 'Contract' }),
    ...(balance > 0n && { balance }),
    ...(used > 0n && { free_net_usage: used }),
    net_window_size: resourceWindow,
    net_window_optimized: true,
    account_resource: { energy_window_size: resourceWindow, energy_window_optimized: true },
    owner_permission: { permission_name: 'owner', threshold: 1n, keys },
    active_permission: [
      {
        type: 'Active',
        id: 2,
        permission_name: 'active',
        threshold: 1n,
        operations: activeOperations,
        keys,
      },
    ],
    frozenV2: [{}, { type: 'ENERGY' }, { type: 'TRON_POWER' }],
    asset_optimized: true,
  };
}

export async function getAccountResource(view: View, params: Params): Promise<Json> {
  const account = address(params, 'address', params.flag('visible'));
  if (!(await view.accountExists(account))) return {};
  return {
    ...bandwidth(view, account),
    TotalEnergyLimit: totalEnergy,
  };
}

export async function getAccountNet(view: View, params: Params): Promise<Json> {
  const account = address(params, 'address', params.flag('visible'));
  return (await view.accountExists(account)) ? bandwidth(view, account) : {};
}

function bandwidth(view: View, account: Hex): Json {
  const used = freeBandwidthUsed(view.node.index, account, view.head.timeMs);
  return {
    ...(used > 0n && { freeNetUsed: used }),
    freeNetLimit: freeBandwidthBytes,
    TotalNetLimit: totalBandwidth,
  };
}

export async function validateAddress(_view: View, params: Params): Promise<Json> {
  const text = params.text('address');
  if (readAddress(text, true)) return { result: true, message: 'Base58check format' };
  if (readAddress(text, false)) return { result: true, message: 'Hex string format' };
  return { result: false, message: 'Invalid address' };
}

const parameters: Record<string, bigint> = {
  getMaintenanceTimeInterval: 21_600_000n,
  getCreateAccountFee: createAccountBandwidthFeeSun,
  getTransactionFee: bandwidthPriceSun,
  getCreateNewAccountFeeInSystemContract: createAccountFeeSun,
  getAllowCreationOfContracts: 1n,
  getEnergyFee: energyPriceSun,
  getMaxFeeLimit: maxFeeLimitSun,
  getFreeNetLimit: freeBandwidthBytes,
  getMemoFee: memoPriceSun,
  getTotalNetLimit: totalBandwidth,
  getTotalEnergyCurrentLimit: totalEnergy,
};

export async function getChainParameters(): Promise<Json> {
  return { chainParameter: Object.entries(parameters).map(([key, value]) => ({ key, value })) };
}

/** All prices since the start, as `time:price`. */
export async function getEnergyPrices(): Promise<Json> {
  return { prices: `0:${energyPriceSun}` };
}

export async function getBandwidthPrices(): Promise<Json> {
  return { prices: `0:${bandwidthPriceSun}` };
}

export async function getNodeInfo(view: View): Promise<Json> {
  const solidified = view.node.index.block(view.solidified);
  return {
    beginSyncNum: BigInt(view.head.number),
    block: `Num:${view.head.number},ID:${view.head.id}`,
    solidityBlock: `Num:${view.solidified},ID:${solidified?.id}`,
    currentConnectCount: 0,
    activeConnectCount: 0,
    passiveConnectCount: 0,
    totalFlow: 0n,
    peerList: [],
    configNodeInfo: { codeVersion: '4.8.2', p2pVersion: String(view.node.chainId), supportConstant: true },
  };
}

/** The node has no peers. */
export async function listNodes(): Promise<Json> {
  return {};
}
