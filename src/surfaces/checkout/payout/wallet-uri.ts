import type { Family } from '../../../chain/chains/family.ts';

/** The network that the wallet must be on. */
export interface WantedNetwork {
  family: Family;
  /** null: the network has no chain id for URIs. */
  chainId: number | null;
}

export type OpenedUri =
  | { address: string }
  | { fault: 'of_tron' | 'of_ethereum' | 'other_chain' | 'malformed' };

/** EIP-681: `ethereum:<address>@<chain>`, and `ethereum:<token>@<chain>/transfer?address=<address>`. */
const ethereumUri = /^ethereum:(?:pay-)?(0x[0-9a-f]{40})(?:@(\d{1,18}))?(?:\/([^?]*))?(?:\?(.*))?$/i;
const tronUri = /^tron:(\w+)(?:\?.*)?$/i;

/** Extracts the address from the URIs that wallets copy and write into QR codes; null: the text is not such a URI. */
export function openWalletUri(
  text: string,
  wanted: WantedNetwork,
  tokens: ReadonlySet<string>,
): OpenedUri | null {
  const tron = tronUri.exec(text);
  if (tron) return wanted.family === 'tron' ? { address: tron[1] as string } : { fault: 'of_tron' };
  if (!/^ethereum:/i.test(text)) return null;
  if (wanted.family !== 'evm') return { fault: 'of_ethereum' };
  const [, target = '', chain, call = '', query = ''] = ethereumUri.exec(text) ?? [];
  if (target === '') return { fault: 'malformed' };
  // Without a chain the URI means the wallet's current network: the network chosen on the page.
  if (chain !== undefined && wanted.chainId !== null && Number(chain) !== wanted.chainId) {
    return { fault: 'other_chain' };
  }
  if (call === '') return { address: target };
  const recipient = new URLSearchParams(query).get('address');
  const isOurs = call === 'transfer' && tokens.has(target.toLowerCase());
  return isOurs && recipient !== null ? { address: recipient } : { fault: 'malformed' };
}
