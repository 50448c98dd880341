import { queueMail } from '../../../accounts/mail/queue-mail.ts';
import { getMerchant } from '../../../accounts/merchants/get-merchant.ts';
import { byMerchant, inMerchantBatches } from '../../../base/db/citus/merchant-batches.ts';
import type { Tx } from '../../../base/db/pool.ts';
import { sumText } from '../../../base/money/written.ts';
import { mailTexts } from '../../../base/texts/mail.ts';
import { assetOn, networkById } from '../../../chain/chains/networks.ts';
import { appendEvents } from '../../../events/outbox/outbox.ts';
import { chargePending } from '../../orders/charge-notice.ts';
import { cryptoAmountOf, dustUnits, moneyOf } from '../../orders/order.ts';
import { cryptoNotice, moneyNotice } from '../../orders/payment-notice.ts';
import { type CryptoOrder, lockOrder } from '../../orders/store.ts';
import { transfersOfOrder } from '../../orders/transfers/transfer-store.ts';
import type { WatchDeps } from '../watch-deps.ts';
import { shapeStrays } from './stray-shape.ts';
import { markNotified, type RecordedStray, straysOfOrder, untoldStrays } from './stray-store.ts';

/**
 * Notifies merchants by event and mail of money that came on another network or in another coin than their order asked
 * for. It covers final transfers only, so that no reorganisation makes the notice untrue. It runs apart from the
 * reading of blocks, because a merchant whose worker is away must not delay that.
 */
export async function announceStrays(
  deps: WatchDeps,
  finalizedNumber: bigint,
  limit: number,
): Promise<number> {
  const found = await untoldStrays(deps.sql, deps.chain.network, finalizedNumber, dustUnits, limit);
  return await inMerchantBatches(deps.sql, found, async (tx, batch) => {
    const now = deps.now();
    const told: RecordedStray[] = [];
    const orders = new Map<string, CryptoOrder>();
    const byOrder = Map.groupBy(batch, ({ orderId }) => orderId);
    for (const [orderId, some] of [...byOrder].sort(([a], [b]) => (a < b ? -1 : 1))) {
      // Locks the order before its strays, like every decision about them.
      const order = await lockOrder(tx, (some[0] as RecordedStray).merchantId, orderId);
      const news: RecordedStray[] = [];
      for (const stray of some) if (await markNotified(tx, stray, now)) news.push(stray);
      if (!order || news.length === 0) continue;
      told.push(...news);
      orders.set(orderId, order);
      await appendEvents(tx, [await eventOf(deps, tx, order, now)]);
    }
    for (const [merchantId, some] of byMerchant(told)) await mailStrays(tx, merchantId, some, orders);
    return told.length;
  });
}

/** Only the contract's status "pending" does no harm here, as for money after an order's end. */
async function eventOf(deps: WatchDeps, tx: Tx, order: CryptoOrder, now: Date) {
  const { hold } = order;
  const transfers = await transfersOfOrder(tx, order.merchantId, order.id);
  const money = moneyOf({ ...order, expectedUnits: hold?.amountUnits ?? 0n }, transfers);
  const about = {
    orderId: order.id,
    orderStatus: order.status,
    ...moneyNotice(deps, { order, decision: order, money }),
    anomalies: [...order.anomalies, 'astray'],
    strays: shapeStrays(deps, await straysOfOrder(tx, order.merchantId, order.id)),
  };
  const cryptoAmount = deps.formatAmount(hold?.network ?? null, cryptoAmountOf(order.status, money));
  const ofCharge = await chargePending(tx, order, { cryptoAmount, transactionHash: '', ...about }, now);
  if (ofCharge) return ofCharge;
  const walletAddress = hold ? deps.formatAddress(hold.network, hold.address) : '';
  const notice = cryptoNotice(order, 'pending', { cryptoAmount, transactionHash: '' }, walletAddress, now);
  return {
    merchantId: order.merchantId,
    subject: 'crypto_order' as const,
    subjectId: order.id,
    status: 'pending' as const,
    type: 'order.unexpected_money' as const,
    url: null,
    notice: { ...notice, ...about },
    createdAt: now,
    traceparent: order.traceparent,
  };
}

async function mailStrays(
  tx: Tx,
  merchantId: string,
  strays: readonly RecordedStray[],
  orders: ReadonlyMap<string, CryptoOrder>,
): Promise<void> {
  const merchant = await getMerchant(tx, merchantId);
  const words = mailTexts[merchant.language].orders.stray;
  const reader = { ...merchant, timeZone: merchant.settings.timeZone };
  const lines = strays.map(({ orderId, network, amountUnits }) => {
    const order = orders.get(orderId);
    const asked = [order?.asset, titleOf(order?.hold?.network ?? '')].filter(Boolean).join(', ');
    return words.line(
      orderId,
      sumText({ units: amountUnits, code: assetOn(network) }, reader),
      titleOf(network),
      asked,
    );
  });
  await queueMail(tx, {
    merchantId,
    kind: 'payment_astray',
    recipient: merchant.contactEmail,
    subject: words.subject(strays.length),
    text: `${[words.greeting(merchant.name), words.intro, lines.join('\n'), words.outro].join('\n\n')}\n`,
  });
}

function titleOf(network: string): string {
  return networkById(network)?.title ?? network;
}
