import type { AssetCode } from '../../../base/money/asset.ts';
import type { Language } from '../../../base/money/language.ts';
import { formatDecimal, moneyToDecimal } from '../../../base/money/money.ts';
import type { RecordedStray } from '../../../crypto/deposits/strays/stray-store.ts';
import type { ChooseResult } from '../../../crypto/orders/choose-network.ts';
import { ratesOf, worthInPrice } from '../../../crypto/orders/conversion.ts';
import { type Anomaly, decideOrder, dustUnits, type OrderStatus } from '../../../crypto/orders/order.ts';
import type { CryptoOrder, Hold } from '../../../crypto/orders/store.ts';
import type { RecordedTransfer } from '../../../crypto/orders/transfers/transfer-store.ts';
import { addOutcome, forwardWindowMs } from '../checkout.ts';
import type { Payee } from '../payee.ts';
import { assetText, priceText, rateText } from './amounts.ts';

/** All data of the hosted crypto page. The page trusts only this, never its query string. */
export interface CryptoCheckout extends Payee {
  order: CryptoOrder;
  transfers: RecordedTransfer[];
  /** Transfers on another network or in another coin, without dust. */
  strays: RecordedStray[];
  /** The networks that the customer may choose or switch to, the chosen one, and those that payments arrived on. */
  networks: NetworkChoice[];
  /** The payment link that the order's charge was made under, while it is open. */
  linkToken: string | null;
  /** The current price while no network is chosen; null: no fresh rate. */
  preview: (Pick<Hold, 'rateScaled' | 'amountUnits' | 'local'> & { usdMinor: bigint }) | null;
  /** The order's network: the last block read and the last final block. */
  chain: {
    readNumber: bigint;
    finalizedNumber: bigint;
    /** A node has a payment to the address that no block has yet. Only shown. */
    isSent?: boolean;
    /** Its blocks are not being read now, usually because no RPC node answers. */
    isUnread?: boolean;
  } | null;
}

/** A network as the page shows it. Addresses and hashes are 0x hex on input. */
export interface NetworkChoice {
  id: string;
  title: string;
  family: 'evm' | 'tron';
  chainId: number | null;
  asset: AssetCode;
  /** The contract, in the network's notation. */
  token: string;
  /** Converts an amount to the contract's units. */
  partsOf(units: bigint): bigint;
  /** The coin that pays network fees. */
  coin: string;
  feeLevel: 'varied' | 'dollars' | 'cents';
  finalWithin: 'quarter_hour' | 'minutes' | 'seconds';
  blockSeconds: number;
  formatAddress(address: string): string;
  formatTransaction(transactionHash: string): string;
  /** null: the network has no public explorer, for example a local one. */
  explorerTransaction(transactionHash: string): string | null;
  explorerAddress(address: string): string | null;
}

export interface CryptoCheckoutDeps {
  /** null: no such order. */
  load(orderId: string): Promise<CryptoCheckout | null>;
  /** `language`: the browser's, if sent. */
  choose(orderId: string, network: string, language: Language | null): Promise<ChooseResult>;
  /** Switches from one network to another. */
  change(orderId: string, from: string, network: string): Promise<ChooseResult>;
  /** Searches for the transaction that the customer names; the hash is 0x and 64 lower-case hex digits. */
  findTransaction(orderId: string, transactionHash: string): Promise<SearchResult>;
  now(): Date;
  mode: 'sandbox' | 'live';
  operatorName: string | null;
}

export type SearchResult =
  | 'found'
  | 'wrong_recipient'
  | 'wrong_token_or_network'
  | 'unknown_token'
  | 'not_in_a_block'
  | 'malformed'
  | 'unavailable';

/** The states of the page. */
export type CryptoView =
  | 'choose'
  | 'no_rate'
  /** No network can be used now: its wallet is not set, or its blocks are not read yet. */
  | 'no_network'
  | 'pay'
  /** Part of the amount has arrived, and there is time for the rest. */
  | 'rest'
  /** A reorganisation removed a payment that was seen; it usually returns. */
  | 'reorganised'
  /** The time is up, but a payment sent in time may still appear. */
  | 'checking'
  | 'confirming'
  | 'success'
  | 'expired'
  | 'underpaid'
  | 'late'
  | 'refunded';

export function cryptoViewOf({ order, preview, networks }: CryptoCheckout, now: Date): CryptoView {
  switch (order.status) {
    case 'open':
      if (now >= order.opensUntil) return 'expired';
      if (networks.length === 0) return 'no_network';
      return preview === null ? 'no_rate' : 'choose';
    case 'awaiting':
    case 'pending': {
      const hold = heldBy(order);
      if (isCovered(hold, order.seenUnits)) return 'confirming';
      if (now >= hold.heldUntil) return 'checking';
      if (order.anomalies.includes('orphaned')) return 'reorganised';
      return order.seenUnits > 0n ? 'rest' : 'pay';
    }
    case 'success':
      return 'success';
    case 'failed':
      if (order.resolution === 'refunded') return 'refunded';
      if (order.anomalies.includes('underpaid')) return 'underpaid';
      return order.anomalies.includes('late') ? 'late' : 'expired';
  }
}

/** The database gives every order past `open` a network, except one whose page was not opened in time. */
export function heldBy(order: CryptoOrder): Hold {
  if (!order.hold) throw new Error(`order ${order.id} is ${order.status} without a network`);
  return order.hold;
}

/** Asks the decision itself, which alone knows the tolerance. */
function isCovered(hold: Hold, seenUnits: bigint): boolean {
  const whole = { blockTime: hold.heldUntil, amountUnits: seenUnits, orphaned: false, final: true };
  const { status } = decideOrder({
    status: 'pending',
    amountUnits: hold.amountUnits,
    heldUntil: hold.heldUntil,
    resolution: null,
    transfers: [whole],
    finalizedTime: hold.heldUntil,
  });
  return status === 'success';
}

/** The amount still to be sent. Never so small that it would count as dust. */
export function remainingUnits(order: CryptoOrder): bigint {
  const hold = heldBy(order);
  if (isCovered(hold, order.seenUnits)) return 0n;
  const missing = hold.amountUnits - order.seenUnits;
  if (missing < dustUnits) return dustUnits;
  return missing;
}

/** Everything that arrived, in time or not, and was not reorganised away. */
export function arrivedUnits({ transfers }: CryptoCheckout): bigint {
  return standing(transfers).reduce((total, transfer) => total + transfer.amountUnits, 0n);
}

function standing(transfers: RecordedTransfer[]): RecordedTransfer[] {
  return transfers.filter((transfer) => !transfer.orphaned);
}

export function networkOf(checkout: CryptoCheckout): NetworkChoice {
  return networkNamed(checkout, heldBy(checkout.order).network);
}

function networkNamed({ networks, order }: CryptoCheckout, wanted: string): NetworkChoice {
  const network = networks.find(({ id }) => id === wanted);
  if (!network) throw new Error(`order ${order.id} is on ${wanted}, which is not set up here`);
  return network;
}

/** The networks that the customer may switch to: none once a payment was seen. */
export function otherNetworks({ networks, order, transfers }: CryptoCheckout): NetworkChoice[] {
  const isSeen = standing(transfers).some(({ amountUnits }) => amountUnits >= dustUnits);
  return order.status === 'awaiting' && !isSeen
    ? networks.filter(({ id }) => id !== order.hold?.network)
    : [];
}

export interface Confirmations {
  seen: number;
  needed: number;
}

function confirmationsOf({ order, transfers, chain }: CryptoCheckout): Confirmations | null {
  const newest = standing(transfers).findLast(({ network }) => network === order.hold?.network);
  return newest && chain ? depthOf(newest.blockNumber, chain) : null;
}

/**
 * A block's depth and the depth needed; null: it is final. A network finalises blocks in its own steps: the depth
 * needed is the current distance of its final block.
 */
export function depthOf(
  blockNumber: bigint,
  chain: { readNumber: bigint; finalizedNumber: bigint },
): Confirmations | null {
  if (blockNumber <= chain.finalizedNumber) return null;
  const seen = Number(chain.readNumber - blockNumber) + 1;
  return { seen: Math.max(1, seen), needed: Number(chain.readNumber - chain.finalizedNumber) + 1 };
}

interface ShownTransaction {
  /** In the network's notation. */
  hash: string;
  amount: string;
  final: boolean;
  explorer: string | null;
}

function transactionsOf(checkout: CryptoCheckout): ShownTransaction[] {
  const { transfers, chain } = checkout;
  return standing(transfers).map((transfer) => {
    const network = networkNamed(checkout, transfer.network);
    const isHere = transfer.network === checkout.order.hold?.network;
    const isBelow = isHere && chain !== null && transfer.blockNumber <= chain.finalizedNumber;
    return {
      hash: network.formatTransaction(transfer.transactionHash),
      amount: assetText(transfer.amountUnits),
      final: transfer.posted || isBelow,
      explorer: network.explorerTransaction(transfer.transactionHash),
    };
  });
}

/** The state that the page's script polls while the customer waits. Amounts are in the order's asset. */
export interface CryptoState {
  status: OrderStatus;
  view: CryptoView;
  /** Unique to this order; changes whenever the page's content changes, apart from the count of confirmations. */
  version: string;
  network: string | null;
  /** In the network's notation. */
  address: string | null;
  /** Exact to the last unit; from the preview while no network is chosen. */
  amount: string | null;
  asset: AssetCode;
  amountUnits: string | null;
  received: string;
  remaining: string | null;
  /** USD for one unit of the asset. */
  rate: string | null;
  /** What the customer is asked for. */
  price: string;
  priceCurrency: string;
  /** What the price is worth in USD; null: no rate yet. */
  usdAmount: string | null;
  /** What one USD costs in the price's currency; null: the price is in USD, or there is no rate yet. */
  localRate: string | null;
  secondsLeft: number;
  confirmations: Confirmations | null;
  transactions: ShownTransaction[];
  anomalies: Anomaly[];
  forwardTo: string | null;
}

export function cryptoStateOf(checkout: CryptoCheckout, now: Date): CryptoState {
  const { order } = checkout;
  const { hold } = order;
  const view = cryptoViewOf(checkout, now);
  const priced = hold ?? checkout.preview;
  const transactions = transactionsOf(checkout);
  const finalCount = transactions.filter((transaction) => transaction.final).length;
  return {
    status: order.status,
    view,
    version: [
      order.id,
      view,
      hold?.network ?? '',
      order.seenUnits,
      transactions.length,
      finalCount,
      ...(checkout.chain?.isUnread ? ['unread'] : []),
      ...(checkout.chain?.isSent ? ['sent'] : []),
      ...checkout.strays.map(({ toldAt, decision }) => decision ?? (toldAt ? 'told' : 'seen')),
      ...order.anomalies,
    ].join('.'),
    network: hold?.network ?? null,
    address: hold && networkOf(checkout).formatAddress(hold.address),
    amount: priced && assetText(priced.amountUnits),
    asset: order.asset,
    amountUnits: priced && String(priced.amountUnits),
    received: assetText(arrivedUnits(checkout)),
    remaining: hold && assetText(remainingUnits(order)),
    rate: priced && rateText(priced.rateScaled),
    price: moneyToDecimal(order.price),
    priceCurrency: order.price.currency,
    usdAmount: priced && formatDecimal(hold ? order.amountMinor : (checkout.preview?.usdMinor ?? 0n), 2),
    localRate: priced?.local ? rateText(priced.local.rateScaled) : null,
    secondsLeft: secondsLeft(order, now),
    confirmations: order.status === 'pending' ? confirmationsOf(checkout) : null,
    transactions,
    anomalies: order.anomalies,
    forwardTo: returnAddress(order),
  };
}

/** The rates of the order, or those of now, as the page writes them. */
export function shownRates({ order, preview }: CryptoCheckout): string {
  const priced = order.hold ?? preview;
  if (!priced) return '';
  if (!priced.local) return ratesOf(order, priced).join(', ');
  const usd = { currency: 'USD', amountMinor: order.hold ? order.amountMinor : (preview?.usdMinor ?? 0n) };
  return [...ratesOf(order, priced), `${priceText(order.price)} ≈ ${priceText(usd)}`].join(', ');
}

/** What arrived in the currency of a local price, for people; null: the price is in USD. */
export function worthOf(checkout: CryptoCheckout): { received: string; price: string } | null {
  const { order } = checkout;
  const received = order.hold?.local ? worthInPrice(order, arrivedUnits(checkout)) : null;
  return received && { received: priceText(received), price: priceText(order.price) };
}

function secondsLeft(order: CryptoOrder, now: Date): number {
  if (order.status === 'success' || order.status === 'failed') return 0;
  const endsAt = order.hold?.heldUntil ?? order.opensUntil;
  return Math.max(0, Math.ceil((endsAt.getTime() - now.getTime()) / 1000));
}

/** An order that pays a charge returns the customer with the charge's status. */
const chargeWords: Readonly<Record<OrderStatus, string | null>> = {
  open: null,
  awaiting: null,
  pending: 'pending',
  success: 'approved',
  failed: 'expired',
};

/** Once a payment is seen the customer need not stay: finality takes minutes. */
function returnAddress(order: CryptoOrder): string | null {
  const word = chargeWords[order.status];
  if (word === null) return null;
  return addOutcome(order.returnUrl, order.id, order.chargeId === null ? order.status : word);
}

/** Only a customer who has just paid is redirected; one who paid too little or too late has to read why. */
export function cryptoForwardsByItself(order: CryptoOrder, now: Date): boolean {
  return (
    order.status === 'success' &&
    order.decidedAt !== null &&
    now.getTime() - order.decidedAt.getTime() < forwardWindowMs
  );
}
