import { encodeFunctionData } from 'viem/utils';
import { PasarelaError } from '../../base/ground/errors.ts';
import { parseAddress } from '../../chain/chains/address/codec.ts';
import { networkById } from '../../chain/chains/networks.ts';
import { partsOf } from '../../chain/chains/token-amount.ts';
import { contracts } from '../chains/contracts.ts';
import { rpc } from '../chains/rpc.ts';
import type { WalletChains } from '../test-wallet/send-tokens.ts';

/** What happens to a token. Loaded only when it is played: a start needs no contracts. */

/**
 * Freezes an address, or releases it, as the token's issuer can: it then sends nothing, and a payout to it is refused
 * before anything is sent.
 */
export async function freezeAddress(
  chains: WalletChains,
  id: string,
  text: string,
  isFrozen: boolean,
): Promise<string> {
  const network = networkById(id);
  const chain = chains.get(id);
  if (!network || !chain) throw new PasarelaError('not_found', `There is no network ${id} here.`);
  const address = parseAddress(network.family, text);
  if (typeof address !== 'string') {
    const message = `must be an address of ${id}`;
    throw new PasarelaError('validation_failed', 'The play is not possible.', {
      fields: [{ field: 'address', message }],
    });
  }
  const { abi } = network.family === 'tron' ? contracts.TronUsdt : contracts.EthereumUsdt;
  const functionName = isFrozen ? 'addBlackList' : 'removeBlackList';
  const data = encodeFunctionData({ abi, functionName, args: [address] });
  const free = network.family === 'tron' && { gasPrice: '0x0' };
  const from = chain.funder.address;
  await rpc(chain.rpcUrl, 'eth_sendTransactionSync', [
    { from, to: chain.token, gas: '0x30d40', data, ...free },
  ]);
  return `${text} is ${isFrozen ? 'frozen by the issuer of the token' : 'no longer frozen'}.`;
}

/** Deploys the token with every play: a sandbox that needs none has none. */
export async function payByForeignToken(
  chains: WalletChains,
  { network: id, to, units }: { network: string; to: string; units: bigint },
): Promise<string> {
  const network = networkById(id);
  const chain = chains.get(id);
  if (!network || !chain) throw new Error(`there is no network ${id}`);
  const from = chain.funder.address;
  const { abi, bytecode } = contracts.ForeignToken;
  const send = (transaction: object) =>
    rpc<{ contractAddress: string; transactionHash: string }>(chain.rpcUrl, 'eth_sendTransactionSync', [
      { from, gas: '0x4c4b40', ...(network.family === 'tron' && { gasPrice: '0x0' }), ...transaction },
    ]);
  const { contractAddress } = await send({ data: bytecode });
  const data = encodeFunctionData({ abi, functionName: 'mint', args: [to, partsOf(network, units)] });
  return (await send({ to: contractAddress, data })).transactionHash;
}
