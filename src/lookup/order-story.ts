import { listAudit } from '../audit/audit-log.ts';
import type { Writing } from '../chains/port/writing.ts';
import { addressesOf } from '../crypto-orders/address-store.ts';
import { type CryptoOrder, findOrderById } from '../crypto-orders/store.ts';
import { type RecordedTransfer, transfersOfOrder } from '../crypto-orders/transfer-store.ts';
import type { Db } from '../db/sql.ts';
import { usdtDecimals } from '../money/asset.ts';
import { formatDecimal } from '../money/money.ts';
import { refundsOfOrder } from '../payouts/refund-store.ts';
import { eventLines } from './event-lines.ts';
import { ledgerLines } from './ledger-lines.ts';
import { inOrder, known, type Story, type StoryLine } from './story.ts';

/** Of one payment there are a handful. */
const maxAudit = 50;

const standings: Readonly<Record<CryptoOrder['status'], string>> = {
  open: 'waits for the customer to choose a network',
  awaiting: 'waits to be paid',
  pending: 'was paid; its block can still change',
  success: 'was paid for good',
  failed: 'was not paid as it should have been',
};

export function usdtText(units: bigint): string {
  return `${formatDecimal(units, usdtDecimals)} USDT`;
}

export async function orderStory(db: Db, order: CryptoOrder, writing: Writing): Promise<Story> {
  const { merchantId, id } = order;
  const told = await orderLines(db, merchantId, id, writing);
  const anomalies = order.anomalies.length > 0 ? ` (${order.anomalies.join(', ')})` : '';
  return {
    title: `USDT order ${id}`,
    standing: `This order of ${formatDecimal(order.amountMinor, 2)} USD ${standings[order.status]}${anomalies}.`,
    facts: known([
      ['Merchant', merchantId],
      ['Customer', order.email],
      ['Reference', order.merchantIdCustom],
      ['Description', order.description],
      ['Received', `${usdtText(order.seenUnits)} in time, ${usdtText(order.finalUnits)} of it final`],
    ]),
    lines: inOrder([
      ...(told?.lines ?? []),
      ...(await ledgerLines(db, merchantId, [id, ...(told?.transferIds ?? [])])),
      ...(await eventLines(db, merchantId, id)),
    ]),
  };
}

/** What happened to an order on its page, on the chain and by people's hands; null: nobody came to pay yet. */
export async function orderLines(
  db: Db,
  merchantId: string,
  id: string,
  writing: Writing,
): Promise<{ lines: StoryLine[]; transferIds: string[] } | null> {
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
        text: `An order of ${formatDecimal(order.amountMinor, 2)} USD was made.`,
      },
      ...(hold
        ? [
            {
              at: hold.rateAt,
              part: 'payment' as const,
              text: `${hold.network} was chosen: ${usdtText(hold.amountUnits)} to ${writing.formatAddress(hold.network, hold.address)} until ${hold.heldUntil.toISOString()}.`,
            },
          ]
        : []),
      ...former.map(
        ({ network, address }): StoryLine => ({
          at: hold?.rateAt ?? order.createdAt,
          part: 'payment',
          text: `It has an address on ${network} as well, where what comes counts, too: ${writing.formatAddress(network, address)}.`,
        }),
      ),
      ...transfers.map((transfer): StoryLine => transferLine(order, transfer, writing)),
      ...refunds.map(
        (refund): StoryLine => ({
          at: refund.createdAt,
          part: 'payment',
          text: `Refund ${refund.id} gives back ${usdtText(refund.amountUnits)}, now ${refund.status}.`,
        }),
      ),
      ...audit.map(
        ({ at, actor, act, details }): StoryLine => ({
          at,
          part: 'person',
          text: `${actor}: ${act} ${details}`,
        }),
      ),
    ],
  };
}

function transferLine({ hold }: CryptoOrder, transfer: RecordedTransfer, writing: Writing): StoryLine {
  const fate = transfer.orphaned
    ? 'taken back by a reorganisation'
    : transfer.credited
      ? "the merchant's"
      : (transfer.disposition ?? (transfer.posted ? 'in suspense' : 'not final yet'));
  const late = hold && transfer.blockTime > hold.heldUntil ? ', late' : '';
  return {
    at: transfer.blockTime,
    part: 'transfer',
    text: `${usdtText(transfer.amountUnits)} came in block ${transfer.blockNumber}${late}: ${fate} (${writing.formatTransactionHash(transfer.network, transfer.transactionHash)}).`,
  };
}
