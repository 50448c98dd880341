import type { Hex } from 'viem';
import { toHex } from 'viem/utils';
import { rpc } from '../chains/rpc.ts';
import { sealEnvelope } from './envelope.ts';
import { energyPriceSun, type TransactionFees } from './fees.ts';
import type { View } from './node.ts';
import type { TronTransaction } from './transaction.ts';

const baseGas = 21_000n;

/**
 * Executes a checked transaction on the underlying chain, in its owner's name. Gas is energy, and its price there is
 * energy's price in sun, so that the chain itself charges the fee; it includes Ethereum's base cost of a transaction,
 * which brings a token transfer near the 65,000 it takes on Tron.
 */
export async function execute(
  view: View,
  transaction: TronTransaction,
  charge: TransactionFees,
): Promise<void> {
  const { rpcUrl } = view.node;
  const { contract, feeLimitSun } = transaction.raw;
  const { owner } = contract;
  const callData = contract.type === 'TriggerSmartContract' ? contract.data : Buffer.alloc(0);
  const data = sealEnvelope(callData, { transaction, ...charge });
  const valueSun = contract.type === 'TriggerSmartContract' ? contract.callValueSun : contract.amountSun;

  // Bandwidth and other fees are burnt beforehand: the underlying chain has no such fees.
  const feesSun = charge.netFeeSun + charge.otherFeeSun;
  const balanceSun = BigInt(await rpc<Hex>(rpcUrl, 'eth_getBalance', [owner, 'latest']));
  if (feesSun > 0n) await rpc(rpcUrl, 'anvil_setBalance', [owner, toHex(balanceSun - feesSun)]);

  const affordableSun = balanceSun - feesSun - valueSun;
  const gas =
    contract.type === 'TriggerSmartContract'
      ? gasWithin(lesser(feeLimitSun, affordableSun), data)
      : { limit: intrinsicGas(data), priceSun: 0n };
  // Returns once it is in a block: the next broadcast must find it there.
  await rpc(rpcUrl, 'eth_sendTransactionSync', [
    {
      from: owner,
      to: contract.type === 'TriggerSmartContract' ? contract.contract : contract.to,
      value: toHex(valueSun),
      data: toHex(data),
      gas: toHex(gas.limit),
      gasPrice: toHex(gas.priceSun),
    },
  ]);
}

function lesser(a: bigint, b: bigint): bigint {
  if (a < b) return a;
  return b;
}

/**
 * Buys as much energy as the money allows. If that is less than Ethereum's intrinsic gas, Tron would still mine the
 * transaction, out of energy and with all of the money burnt: it therefore starts and fails at its first step, at a
 * price that burns no more than there is.
 */
function gasWithin(budgetSun: bigint, data: Buffer): { limit: bigint; priceSun: bigint } {
  const least = intrinsicGas(data);
  const limit = budgetSun / energyPriceSun;
  return limit > least ? { limit, priceSun: energyPriceSun } : { limit: least, priceSun: budgetSun / least };
}

function intrinsicGas(data: Buffer): bigint {
  let gas = baseGas;
  for (const byte of data) gas += byte === 0 ? 4n : 16n;
  return gas;
}
