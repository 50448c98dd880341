import type { Tx } from '../../../base/db/pool.ts';
import { PasarelaError } from '../../../base/ground/errors.ts';
import { assetOn } from '../../../chain/chains/networks.ts';
import type { Notation } from '../../../chain/chains/port/notation.ts';
import { accountAddresses } from '../../../chain/wallets/account-addresses.ts';
import { addressesOf, takeOverAddress } from '../../orders/addresses/address-store.ts';
import { listWallets } from '../../orders/addresses/wallet-store.ts';
import type { OrderKey } from '../../orders/order.ts';
import { type CryptoOrder, lockOrder } from '../../orders/store.ts';
import { recordTransfers } from '../../orders/transfers/transfer-store.ts';
import { lockFinalized } from '../cursor-store.ts';
import { decideStrays, type StrayFault } from './decide-strays.ts';
import { lockStrays, type RecordedStray, type StrayDecision, saveStrayDecision } from './stray-store.ts';

/** Strays under decision, with their order, all locked for the rest of the transaction. */
export interface HeldStrays {
  order: CryptoOrder;
  strays: RecordedStray[];
  units: bigint;
  address: string;
  addressIndex: bigint;
}

/** Locks the undecided strays of an order on a network, or throws the reason why nothing can be decided now. */
export async function holdStrays(
  tx: Tx,
  { merchantId, orderId }: OrderKey,
  network: string,
  word: 'adopt' | 'return',
): Promise<HeldStrays> {
  // Locked first, as watchers do: the strays they read so far are recorded, and their later saves see the decision.
  const cursor = await lockFinalized(tx, network);
  const order = await lockOrder(tx, merchantId, orderId);
  if (!order?.hold) throw new PasarelaError('not_found', `There is no order ${orderId} with an address.`);
  const places = await addressesOf(tx, order);
  const verdict = decideStrays(word, {
    strays: await lockStrays(tx, { merchantId, orderId }, network),
    orderAsset: order.asset,
    strayAsset: assetOn(network),
    finalizedNumber: cursor?.finalizedNumber ?? -1n,
    hasAddress: places.some((place) => place.network === network),
  });
  if ('fault' in verdict) throw undecidable(faultText(verdict.fault, order, network));
  const place = places.find(({ address }) => address === verdict.address);
  const addressOf = accountAddresses();
  const wallets = (await listWallets(tx)).filter((wallet) => wallet.network === network);
  const isOfKey = wallets.some(
    ({ xpub }) => place && addressOf(xpub, place.addressIndex) === verdict.address,
  );
  if (!place || !isOfKey) {
    throw undecidable(
      `The address is of no account key of ${network}, so no sweep could move the money: set the key of the order's network for ${network}, too (pasarela wallet set).`,
    );
  }
  return { ...verdict, order, addressIndex: place.addressIndex };
}

/** Turns strays into ordinary transfers of an order, which then owns their address on that network. */
export async function bookStrays(
  tx: Tx,
  held: HeldStrays,
  booked: CryptoOrder,
  decided: { decision: StrayDecision; by: string; at: Date },
): Promise<void> {
  const [first] = held.strays;
  if (!first) return;
  const { network } = first;
  const key = { merchantId: booked.merchantId, orderId: booked.id };
  await takeOverAddress(tx, booked, { network, address: held.address, addressIndex: held.addressIndex });
  const rows = held.strays.map((stray) => ({
    log: { ...stray, to: stray.address, blockHash: stray.blockHash as string },
    blockTime: stray.blockTime,
    order: key,
  }));
  await recordTransfers(tx, network, rows, decided.at);
  for (const stray of held.strays)
    await saveStrayDecision(tx, stray, { ...decided, bookedOrderId: booked.id });
}

/** For the audit log. */
export function strayDetails(held: HeldStrays, notation: Pick<Notation, 'formatTransactionHash'>) {
  const [first] = held.strays;
  return {
    merchantId: held.order.merchantId,
    network: first?.network,
    amountUnits: held.units,
    transfers: held.strays.map(({ network, transactionHash }) =>
      notation.formatTransactionHash(network, transactionHash),
    ),
  };
}

export function undecidable(message: string): PasarelaError {
  return new PasarelaError('order_not_resolvable', message);
}

function faultText(fault: StrayFault, order: CryptoOrder, network: string): string {
  switch (fault) {
    case 'nothing':
      return `Nothing came astray for this order on ${network}, or it was decided about.`;
    case 'not_final':
      return `What came on ${network} is not final yet: wait until it is.`;
    case 'no_block_hash':
      return 'It was recorded by an older version: search its transaction on the payment page of the order once, then decide.';
    case 'other_asset':
      return `${assetOn(network)} came, and the order is paid in ${order.asset}: no rate between them was held with the order, so it cannot be counted. Return it.`;
    case 'has_address':
      return `The order has an address of its own on ${network}, and this money came to another one: return it.`;
  }
}
