import { listAudit } from '../../accounts/audit/audit-log.ts';
import type { Db } from '../../base/db/sql.ts';
import { formatAsset } from '../../base/money/asset.ts';
import { moneyToDecimal } from '../../base/money/money.ts';
import { assetOn } from '../../chain/chains/networks.ts';
import type { Notation } from '../../chain/chains/port/notation.ts';
import { type RecordedStray, straysOfOrder } from '../../crypto/deposits/strays/stray-store.ts';
import { addressesOf } from '../../crypto/orders/addresses/address-store.ts';
import { type CryptoOrder, findOrderById } from '../../crypto/orders/store.ts';
import { type RecordedTransfer, transfersOfOrder } from '../../crypto/orders/transfers/transfer-store.ts';
import { refundsOfOrder } from '../../crypto/payouts/refund/refund-store.ts';
import { eventEntries } from './event-entries.ts';
import { type History, type HistoryEntry, inOrder, known } from './history.ts';
import { ledgerEntries } from './ledger-entries.ts';

/** One payment has a handful. */
const maxAudit = 50;

const standings: Readonly<Record<CryptoOrder['status'], string>> = {
  open: 'waits for the customer to choose a network',
  awaiting: 'waits to be paid',
  pending: 'was paid; its block can still change',
  success: 'was paid for good',
  failed: 'was not paid as it should have been',
};

export async function orderHistory(db: Db, order: CryptoOrder, notation: Notation): Promise<History> {
  const { merchantId, id } = order;
  const told = await orderEntries(db, merchantId, id, notation);
  const anomalies = order.anomalies.length > 0 ? ` (${order.anomalies.join(', ')})` : '';
  return {
    title: `${order.asset} order ${id}`,
    standing: `This order of ${moneyToDecimal(order.price)} ${order.price.currency} ${standings[order.status]}${anomalies}.`,
    facts: known([
      ['Merchant', merchantId],
      ['Customer', order.email],
      ['Reference', order.merchantIdCustom],
      ['Description', order.description],
      [
        'Received',
        `${formatAsset(order.seenUnits, order.asset)} in time, ${formatAsset(order.finalUnits, order.asset)} of it final`,
      ],
    ]),
    lines: inOrder([
      ...(told?.lines ?? []),
      ...(await ledgerEntries(db, merchantId, [id, ...(told?.transferIds ?? [])])),
      ...(await eventEntries(db, merchantId, id)),
    ]),
  };
}

/** The history of an order on its page, on the chain and by people's decisions; null: its page was not opened yet. */
export async function orderEntries(
  db: Db,
  merchantId: string,
  id: string,
  notation: Notation,
): Promise<{ lines: HistoryEntry[]; transferIds: string[] } | null> {
  const order = await findOrderById(db, id);
  if (!order) return null;
  const transfers = await transfersOfOrder(db, merchantId, id);
  const former = (await addressesOf(db, order)).slice(1);
  const refunds = await refundsOfOrder(db, order.merchantId, id);
  const audit = await listAudit(db, { subject: `order ${id}` }, maxAudit);
  const { hold } = order;
  return {
    transferIds: transfers.map((transfer) => transfer.id),
    lines: [
      {
        at: order.createdAt,
        part: 'payment',
        text: `An order of ${moneyToDecimal(order.price)} ${order.price.currency} was made.`,
      },
      ...(hold
        ? [
            {
              at: hold.rateAt,
              part: 'payment' as const,
              text: `${hold.network} was chosen: ${formatAsset(hold.amountUnits, order.asset)} to ${notation.formatAddress(hold.network, hold.address)} until ${hold.heldUntil.toISOString()}.`,
            },
          ]
        : []),
      ...former.map(
        ({ network, address }): HistoryEntry => ({
          at: hold?.rateAt ?? order.createdAt,
          part: 'payment',
          text: `It has an address on ${network} as well, where what comes counts, too: ${notation.formatAddress(network, address)}.`,
        }),
      ),
      ...transfers.map((transfer): HistoryEntry => transferLine(order, transfer, notation)),
      ...(await straysOfOrder(db, merchantId, id)).map((stray): HistoryEntry => strayLine(stray, notation)),
      ...refunds.map(
        (refund): HistoryEntry => ({
          at: refund.createdAt,
          part: 'payment',
          text: `Refund ${refund.id} gives back ${formatAsset(refund.amountUnits, refund.asset)}, now ${refund.status}.`,
        }),
      ),
      ...audit.map(
        ({ at, actor, act, details }): HistoryEntry => ({
          at,
          part: 'person',
          text: `${actor}: ${act} ${details}`,
        }),
      ),
    ],
  };
}

/** Money that pays for nothing, and that the holder of the keys can return. */
function strayLine(stray: RecordedStray, notation: Notation): HistoryEntry {
  const { network, amountUnits, blockNumber, address, transactionHash } = stray;
  const fate = stray.orphaned
    ? 'taken back by a reorganisation'
    : stray.decision === null
      ? 'it counts for nothing, and waits for the operator'
      : `${stray.decision} by ${stray.decidedBy}, booked for order ${stray.bookedOrderId}`;
  return {
    at: stray.blockTime,
    part: 'transfer',
    text: `${formatAsset(amountUnits, assetOn(network))} came astray on ${network} to ${notation.formatAddress(network, address)} in block ${blockNumber}: ${fate} (${notation.formatTransactionHash(network, transactionHash)}).`,
  };
}

function transferLine(
  { hold, asset }: CryptoOrder,
  transfer: RecordedTransfer,
  notation: Notation,
): HistoryEntry {
  const fate = transfer.orphaned
    ? 'taken back by a reorganisation'
    : transfer.credited
      ? "the merchant's"
      : (transfer.disposition ?? (transfer.posted ? 'in suspense' : 'not final yet'));
  const late = hold && transfer.blockTime > hold.heldUntil ? ', late' : '';
  return {
    at: transfer.blockTime,
    part: 'transfer',
    text: `${formatAsset(transfer.amountUnits, asset)} came in block ${transfer.blockNumber}${late}: ${fate} (${notation.formatTransactionHash(transfer.network, transfer.transactionHash)}).`,
  };
}
