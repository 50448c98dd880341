import { formatAddress } from '../../../chain/chains/address/codec.ts';
import { explorerAddressUrl, explorerTransactionUrl } from '../../../chain/chains/explorer.ts';
import type { Network } from '../../../chain/chains/networks.ts';
import { partsOf } from '../../../chain/chains/token-amount.ts';
import { formatTransactionHash } from '../../../chain/chains/transaction-hash.ts';
import type { NetworkChoice } from './crypto-checkout.ts';

export function networkChoice(network: Network, isPublic: boolean): NetworkChoice {
  const { id, title, family, asset, blockSeconds, feeLevel, finalWithin } = network;
  return {
    id,
    title,
    family,
    chainId: family === 'evm' ? Number(network.chainId) : null,
    asset,
    token: formatAddress(family, network.token),
    partsOf: (units) => partsOf(network, units),
    coin: network.coin.code,
    feeLevel,
    finalWithin,
    blockSeconds,
    formatAddress: (address) => formatAddress(family, address),
    formatTransaction: (hash) => formatTransactionHash(family, hash),
    explorerTransaction: (hash) => (isPublic ? explorerTransactionUrl(network, hash) : null),
    explorerAddress: (address) => (isPublic ? explorerAddressUrl(network, address) : null),
  };
}
