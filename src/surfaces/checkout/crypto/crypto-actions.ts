import { findMerchant } from '../../../accounts/merchants/store.ts';
import { type Network, networkById } from '../../../chain/chains/networks.ts';
import { tokenOfCharge } from '../../../commerce/payment-links/store.ts';
import { readCursor } from '../../../crypto/deposits/cursor-store.ts';
import { type FindDeps, findTransaction } from '../../../crypto/deposits/find-transaction.ts';
import { isWorthShowing } from '../../../crypto/deposits/strays/stray-shape.ts';
import { straysOfOrder } from '../../../crypto/deposits/strays/stray-store.ts';
import {
  type ChooseDeps,
  changeNetwork,
  chooseNetwork,
  freshRates,
} from '../../../crypto/orders/choose-network.ts';
import {
  type CryptoOrder,
  findOrderById,
  noteLanguage,
  payableNetworks,
} from '../../../crypto/orders/store.ts';
import { type RecordedTransfer, transfersOfOrder } from '../../../crypto/orders/transfers/transfer-store.ts';
import { payeeOf } from '../payee.ts';
import type { CryptoCheckout, CryptoCheckoutDeps, NetworkChoice } from './crypto-checkout.ts';
import { networkChoice } from './network-choice.ts';

export interface CryptoActionsDeps extends ChooseDeps, FindDeps {
  /** The networks of this installation, in the page's order. */
  served: readonly { network: Network; isPublic: boolean }[];
  /** Units on their way to an address that no block has yet, as far as a node says. */
  pendingUnits(network: string, address: string): bigint;
  /** Throws if a customer searches too often: each search calls an RPC node. */
  takeSearch(orderId: string): Promise<void>;
  mode: 'sandbox' | 'live';
  operatorName: string | null;
}

/** The hosted crypto page's actions on an order, which it knows only by id. */
export function createCryptoActions(deps: CryptoActionsDeps): CryptoCheckoutDeps {
  const { sql } = deps;
  const choices = new Map(
    deps.served.map(({ network, isPublic }) => [network.id, networkChoice(network, isPublic)]),
  );

  async function choicesFor(order: CryptoOrder, transfers: RecordedTransfer[]): Promise<NetworkChoice[]> {
    const mayChoose = order.status === 'open' || order.status === 'awaiting';
    const payable = mayChoose ? await payableNetworks(sql) : new Set<string>();
    const shown = new Set(transfers.map(({ network }) => network));
    if (order.hold) shown.add(order.hold.network);
    // An order stays visible to its end, even if its network is no longer offered.
    const unserved = [...shown]
      .filter((id) => !choices.has(id))
      .map(networkById)
      .filter((network) => network !== undefined)
      .map((network) => networkChoice(network, true));
    return [...choices.values()]
      .filter(({ id, asset }) => shown.has(id) || (payable.has(id) && asset === order.asset))
      .concat(unserved);
  }

  async function previewOf(order: CryptoOrder): Promise<CryptoCheckout['preview']> {
    const rates = order.status === 'open' ? await freshRates(deps, order) : null;
    if (!rates) return null;
    const { units, usdMinor } = deps.convert(order.price, rates);
    const { asset, local } = rates;
    return {
      amountUnits: units,
      usdMinor,
      rateScaled: asset.priceScaled,
      local: local && { rateScaled: local.priceScaled, at: local.at, sources: local.sources },
    };
  }

  return {
    now: deps.now,
    mode: deps.mode,
    operatorName: deps.operatorName,
    async load(orderId) {
      const order = await findOrderById(sql, orderId);
      if (!order) return null;
      const transfers = await transfersOfOrder(sql, order.merchantId, order.id);
      const [merchant, networks, preview, cursor, strays, linkToken] = await Promise.all([
        findMerchant(sql, order.merchantId),
        choicesFor(order, transfers),
        previewOf(order),
        order.hold && readCursor(sql, order.hold.network),
        order.hold === null ? [] : straysOfOrder(sql, order.merchantId, order.id),
        order.chargeId && tokenOfCharge(sql, order.merchantId, order.chargeId, deps.now()),
      ]);
      return {
        order,
        ...payeeOf(merchant),
        transfers,
        strays: strays.filter(isWorthShowing),
        networks,
        linkToken,
        preview,
        chain: cursor && {
          readNumber: cursor.blockNumber,
          finalizedNumber: cursor.finalizedNumber,
          isSent:
            order.status === 'awaiting' &&
            order.hold !== null &&
            deps.pendingUnits(order.hold.network, order.hold.address) > 0n,
          isUnread: isUnread(order.hold?.network ?? '', cursor.blockTime, deps.now()),
        },
      };
    },
    async choose(orderId, network, language) {
      const result = await chooseNetwork(deps, orderId, network);
      if (result === 'chosen' && language !== null) await noteLanguage(deps.sql, orderId, language);
      return result;
    },
    change: (orderId, from, network) => changeNetwork(deps, orderId, from, network),
    async findTransaction(orderId, transactionHash) {
      await deps.takeSearch(orderId);
      return await findTransaction(deps, orderId, transactionHash);
    },
  };
}

/**
 * Waiting customers see the delay before the operator's alarm: after a minute, or after ten blocks on a slow network.
 */
export function isUnread(network: string, readUntil: Date, now: Date): boolean {
  const blockSeconds = networkById(network)?.blockSeconds ?? 0;
  return now.getTime() - readUntil.getTime() > Math.max(60, 10 * blockSeconds) * 1000;
}
