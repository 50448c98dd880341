import { type Network, networkById } from '../../chain/chains/networks.ts';
import { transfer } from '../../chain/chains/rpc/token-call.ts';
import { partsOf } from '../../chain/chains/token-amount.ts';
import { formatTransactionHash } from '../../chain/chains/transaction-hash.ts';
import type { KeptChain } from '../chains/kept-chain.ts';
import { rpc } from '../chains/rpc.ts';

/** Ample for a transfer of a token. */
const gas = '0x30d40';
/** On the chain beneath the Tron node only energy has a cost. */
const gasPrice = { evm: {}, tron: { gasPrice: '0x0' } } as const;

/** A local chain by the id of its network. */
export type WalletChains = ReadonlyMap<string, Pick<KeptChain, 'rpcUrl' | 'token' | 'funder'>>;

/** Sends test tokens of the funder, whose key the local chain has. Returns the hash in the network's notation. */
export async function sendTokens(
  chains: WalletChains,
  { network: id, to, units }: { network: string; to: string; units: bigint },
): Promise<string> {
  const network = networkById(id) as Network;
  const { rpcUrl, token, funder } = chains.get(id) as KeptChain;
  const transaction = {
    from: funder.address,
    to: token,
    gas,
    ...gasPrice[network.family],
    data: transfer(to, partsOf(network, units)),
  };
  const hash = await rpc<string>(rpcUrl, 'eth_sendTransaction', [transaction]);
  return formatTransactionHash(network.family, hash);
}
