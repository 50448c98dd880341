import type { Hex } from 'viem';
import { encodeFunctionData, getContractAddress } from 'viem/utils';
import { contracts } from './contracts.ts';
import { rpc } from './rpc.ts';

/** 1,000,000,000 test USDT: more than any day of testing pays out. */
const supplyUnits = 1_000_000_000n * 1_000_000n;
/** Ample for a deployment, far below any block's limit. */
const deploymentGas = '0x4c4b40';

/**
 * The test USDT of a local chain, deployed and minted to the funder on the chain's first start. It is the funder's
 * first transaction, which fixes its address: a restart finds it, and it is the same in every sandbox.
 */
export async function ensureToken(options: {
  rpcUrl: string;
  name: 'EthereumUsdt' | 'TronUsdt';
  funder: Hex;
  gasPrice: bigint;
}): Promise<Hex> {
  const { rpcUrl, funder } = options;
  const { abi, bytecode } = contracts[options.name];
  const token = getContractAddress({ from: funder, nonce: 0n }).toLowerCase() as Hex;
  const send = (transaction: { to?: Hex; data: Hex }) =>
    sendAndWait(rpcUrl, {
      from: funder,
      gas: deploymentGas,
      gasPrice: `0x${options.gasPrice.toString(16)}`,
      ...transaction,
    });

  if ((await rpc<Hex>(rpcUrl, 'eth_getCode', [token, 'latest'])) === '0x') await send({ data: bytecode });
  const supply = await rpc<Hex>(rpcUrl, 'eth_call', [
    { to: token, data: encodeFunctionData({ abi, functionName: 'totalSupply' }) },
    'latest',
  ]);
  if (BigInt(supply) === 0n) {
    const data = encodeFunctionData({ abi, functionName: 'mint', args: [funder, supplyUnits] });
    await send({ to: token, data });
  }
  return token;
}

async function sendAndWait(rpcUrl: string, transaction: Record<string, string>): Promise<void> {
  const receipt = await rpc<{ status: Hex }>(rpcUrl, 'eth_sendTransactionSync', [transaction]);
  if (receipt.status !== '0x1') throw new Error(`The local chain at ${rpcUrl} refused the test token`);
}
