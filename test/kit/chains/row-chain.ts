import { type Abi, encodeDeployData, encodeFunctionData, type Hex, toFunctionSelector, toHex } from 'viem';
import type { Network } from '../../../src/chain/chains/networks.ts';
import { partsOf } from '../../../src/chain/chains/token-amount.ts';
import { contracts } from '../../../src/sandbox/chains/contracts.ts';
import type { LocalChain } from '../../../src/sandbox/chains/local-chain.ts';
import { rpc } from '../../../src/sandbox/chains/rpc.ts';

const none = '0x00000000';
/** A thousand million, like the sandbox's funder. */
const supplyUnits = 1_000_000_000_000_000n;
const gas = '0x4c4b40';
/** The next block's base fee on a chain that charges only tips. */
const noBaseFee = '0x0';

/** Adapts a local chain to a network row; returns the token, with its decimals and its freeze function. */
export async function likeRow({ rpcUrl, funder }: LocalChain, row: Network): Promise<Hex> {
  const call = <T>(method: string, ...params: unknown[]) => rpc<T>(rpcUrl, method, params);
  const { abi, bytecode } = contracts.RowToken;
  const freeze = row.freeze === 'none' ? none : toFunctionSelector(`function ${row.freeze}(address)`);
  const send = (transaction: object) =>
    call<{ contractAddress: Hex }>('eth_sendTransactionSync', { from: funder.address, gas, ...transaction });
  const { contractAddress } = await send({
    data: encodeDeployData({ abi: abi as Abi, bytecode, args: [row.tokenDecimals, freeze] }),
  });
  const minted = [funder.address, partsOf(row, supplyUnits)];
  await send({
    to: contractAddress,
    data: encodeFunctionData({ abi: abi as Abi, functionName: 'mint', args: minted }),
  });
  if (row.family === 'evm' && row.fees.l1FeeOracle !== null) {
    await call('anvil_setCode', row.fees.l1FeeOracle, await codeOf(call, send, 'ParentFees'));
  }
  if (row.chain === 'bnb') await call('anvil_setNextBlockBaseFeePerGas', noBaseFee);
  await call('anvil_setBalance', funder.address, toHex(10n ** 24n));
  return contractAddress.toLowerCase() as Hex;
}

async function codeOf(
  call: <T>(method: string, ...params: unknown[]) => Promise<T>,
  send: (transaction: object) => Promise<{ contractAddress: Hex }>,
  name: 'ParentFees',
): Promise<Hex> {
  const { contractAddress } = await send({ data: contracts[name].bytecode });
  return await call<Hex>('eth_getCode', contractAddress, 'latest');
}
