import { formatAddress } from '../../chains/address/codec.ts';
import {
  explorerAddressUrl,
  explorerTransactionUrl,
  type Network,
  networkById,
} from '../../chains/networks.ts';
import { formatTransactionHash } from '../../chains/transaction-hash.ts';
import { type ChooseDeps, chooseNetwork } from '../../crypto-orders/choose-network.ts';
import { readCursor } from '../../crypto-orders/cursor-store.ts';
import { type FindDeps, findTransaction } from '../../crypto-orders/find-transaction.ts';
import { type CryptoOrder, findOrderById, payableNetworks } from '../../crypto-orders/store.ts';
import { transfersOfOrder } from '../../crypto-orders/transfer-store.ts';
import { findMerchant } from '../../merchants/store.ts';
import type { CryptoCheckout, CryptoCheckoutDeps, NetworkChoice } from './crypto-checkout.ts';

export interface CryptoDeskDeps extends ChooseDeps, FindDeps {
  /** What this installation serves, in the order the page shows it. */
  served: readonly { network: Network; isPublic: boolean }[];
  /** Throws when a customer asks too often: each search asks a node. */
  takeSearch(orderId: string): void;
  mode: 'sandbox' | 'live';
}

/** What the hosted crypto page can do with an order, whose id is all it knows. */
export function createCryptoDesk(deps: CryptoDeskDeps): CryptoCheckoutDeps {
  const { sql } = deps;
  const choices = new Map(
    deps.served.map(({ network, isPublic }) => [network.id, choiceOf(network, isPublic)]),
  );

  async function choicesFor(order: CryptoOrder): Promise<NetworkChoice[]> {
    if (!order.hold) {
      const payable = await payableNetworks(sql);
      return [...choices.values()].filter(({ id }) => payable.has(id));
    }
    // An order is shown to its end, also when its network is served no more.
    const row = networkById(order.hold.network);
    const choice = choices.get(order.hold.network) ?? (row && choiceOf(row, true));
    return choice ? [choice] : [];
  }

  async function previewOf(order: CryptoOrder): Promise<CryptoCheckout['preview']> {
    const rate = order.status === 'open' ? await deps.freshRate() : null;
    return rate && { rateScaled: rate.usdPerUsdtScaled, amountUnits: deps.toUnits(order.amountMinor, rate) };
  }

  return {
    now: deps.now,
    mode: deps.mode,
    async load(orderId) {
      const order = await findOrderById(sql, orderId);
      if (!order) return null;
      const [transfers, merchant, networks, preview, cursor] = await Promise.all([
        transfersOfOrder(sql, order.merchantId, order.id),
        findMerchant(sql, order.merchantId),
        choicesFor(order),
        previewOf(order),
        order.hold && readCursor(sql, order.hold.network),
      ]);
      return {
        order,
        merchantName: merchant?.name ?? '',
        transfers,
        networks,
        preview,
        chain: cursor && { readNumber: cursor.blockNumber, finalizedNumber: cursor.finalizedNumber },
      };
    },
    choose: (orderId, network) => chooseNetwork(deps, orderId, network),
    findTransaction(orderId, transactionHash) {
      deps.takeSearch(orderId);
      return findTransaction(deps, orderId, transactionHash);
    },
  };
}

function choiceOf(network: Network, isPublic: boolean): NetworkChoice {
  const { id, title, family, blockSeconds } = network;
  return {
    id,
    title,
    family,
    chainId: family === 'evm' ? Number(network.chainId) : null,
    token: formatAddress(family, network.token),
    blockSeconds,
    formatAddress: (address) => formatAddress(family, address),
    formatTransaction: (hash) => formatTransactionHash(family, hash),
    explorerTransaction: (hash) => (isPublic ? explorerTransactionUrl(network, hash) : null),
    explorerAddress: (address) => (isPublic ? explorerAddressUrl(network, address) : null),
  };
}
