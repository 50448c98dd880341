import { type Entry, postEntries } from '../../../accounts/ledger/ledger.ts';
import { type DueReceipt, queueReceipts } from '../../../accounts/mail/queue-receipts.ts';
import { merchantBatches, merchantsOf } from '../../../base/db/citus/merchant-batches.ts';
import { newId } from '../../../base/db/ids.ts';
import type { Tx } from '../../../base/db/pool.ts';
import { logTrail } from '../../../base/ground/trail.ts';
import { networkById } from '../../../chain/chains/networks.ts';
import type { NewEvent } from '../../../events/outbox/event.ts';
import { appendEvents } from '../../../events/outbox/outbox.ts';
import { announceStatus } from '../../../payments/charges/announce.ts';
import type { ChargeStatus } from '../../../payments/charges/charge.ts';
import { lockCharge, saveDecision } from '../../../payments/charges/store.ts';
import { formerAddresses, type OrderAddress, showAddress } from '../addresses/address-store.ts';
import { chargePending } from '../charge-notice.ts';
import { ratesOf } from '../conversion.ts';
import { earlierPayment, earlierPaymentNotice } from '../earlier-payment.ts';
import { type NewlyWaiting, newlyWaiting, notifyWaiting } from '../notify-waiting.ts';
import {
  cryptoAmountOf,
  decideOrder,
  dustUnits,
  moneyOf,
  type OrderDecision,
  type OrderKey,
  type OrderStatus,
} from '../order.ts';
import { cryptoNotice, moneyNotice } from '../payment-notice.ts';
import type { CryptoOrder } from '../store.ts';
import type { RecordedTransfer } from '../transfers/transfer-store.ts';
import { type FinalEnd, finalEnds, ordersWithGaps } from './chain-state.ts';
import type { OutcomeDeps } from './outcome-deps.ts';
import {
  cryptoFees,
  type DecidedOrder,
  lockOrders,
  saveDecisions,
  savePostings,
  type TransferPosting,
  transfersOfOrders,
} from './outcome-store.ts';
import { planPostings } from './post-transfers.ts';

/** Orders decided in one batch: their rows fit into statements of bounded size. */
const maxSettledAtOnce = 200;

export async function recordOrderOutcome(deps: OutcomeDeps, tx: Tx, key: OrderKey, now: Date): Promise<void> {
  await recordOrderOutcomes(deps, tx, [key], now);
}

/**
 * Decides orders anew from all their transfers and from each network's finality, and updates states, ledger and events
 * in the caller's transaction. A repeated call changes nothing. All orders go through each step together, so that a
 * block with many payments costs as many round trips as one with few.
 */
export async function recordOrderOutcomes(
  deps: OutcomeDeps,
  tx: Tx,
  keys: OrderKey[],
  now: Date,
): Promise<void> {
  if (keys.length === 0) return;
  // A fixed order prevents deadlocks between two transactions that decide the same orders.
  const sorted = [...new Map(keys.map((key) => [key.orderId, key])).values()].sort(byMerchant);
  const ends = await finalEnds(tx);
  const waiting: NewlyWaiting[] = [];
  for (const batch of merchantBatches(tx, sorted)) {
    for (let at = 0; at < batch.length; at += maxSettledAtOnce) {
      waiting.push(...(await settleTogether(deps, tx, batch.slice(at, at + maxSettledAtOnce), ends, now)));
    }
  }
  // Last, because it locks mails that other transactions collect in as well.
  await notifyWaiting(deps, tx, waiting, now);
}

function byMerchant(a: OrderKey, b: OrderKey): number {
  return `${a.merchantId} ${a.orderId}` < `${b.merchantId} ${b.orderId}` ? -1 : 1;
}

async function settleTogether(
  deps: OutcomeDeps,
  tx: Tx,
  keys: OrderKey[],
  ends: ReadonlyMap<string, FinalEnd>,
  now: Date,
): Promise<NewlyWaiting[]> {
  const orders = await lockOrders(tx, keys);
  const transfersOf = await transfersOfOrders(tx, keys);
  const formerOf = await formerAddresses(tx, keys);
  const fees = await cryptoFees(tx, merchantsOf(keys));
  const finalTimes = new Map(
    orders.map((order) => [order.id, finalTimeOf(order, formerOf.get(order.id) ?? [], ends)]),
  );
  const finalTime = ({ id }: CryptoOrder): Date => finalTimes.get(id) ?? never;
  const gaps = await ordersWithGaps(
    tx,
    orders.filter((order) => mayFail(order, finalTime(order))).map(keyOf),
  );
  const settled: DecidedOrder[] = [];
  const entries: Entry[] = [];
  const changes: TransferPosting[] = [];
  for (const locked of orders) {
    const transfers = transfersOf.get(locked.id) ?? [];
    const former = formerOf.get(locked.id) ?? [];
    const order = await showWherePaid(tx, locked, former, transfers);
    const { hold } = order;
    if (!hold) continue;
    const isFinal = (transfer: RecordedTransfer): boolean =>
      transfer.blockNumber <= (ends.get(transfer.network)?.finalizedNumber ?? -1n);
    const decided = decideOrder({
      status: order.status,
      amountUnits: hold.amountUnits,
      heldUntil: hold.heldUntil,
      // A person's acceptance holds as long as the money does.
      resolution: transfers.some((each) => each.disposition === 'accepted' && !each.orphaned)
        ? 'accepted'
        : null,
      transfers: transfers.map((each) => ({ ...each, final: isFinal(each), returned: isReturned(each) })),
      gapSuspected: gaps.has(order.id),
      finalizedTime: finalTime(order),
    });
    const plan = planPostings(transfers, {
      merchantId: order.merchantId,
      asset: order.asset,
      feeBasisPoints: fees.get(order.merchantId) ?? 0,
      isFinal,
      isCredited: (transfer) =>
        decided.status === 'success' &&
        !isReturned(transfer) &&
        (transfer.disposition === 'accepted' || transfer.blockTime <= hold.heldUntil),
      newId,
    });
    const decision = withReversal(order, decided, transfers, plan.changes);
    const addresses = locked.hold ? [hold, locked.hold, ...former] : [];
    const changed = new Map(plan.changes.map((change) => [change.transfer, change]));
    const money = moneyOf(
      { ...decision, resolution: order.resolution, expectedUnits: hold.amountUnits },
      transfers.map((transfer) => ({ ...transfer, ...bookedAs(changed.get(transfer)) })),
    );
    settled.push({ order, decision, transfers, creditedUnits: plan.creditedUnits, money, addresses });
    entries.push(...plan.entries);
    changes.push(...plan.changes);
  }
  await saveDecisions(tx, settled, now);
  await postEntries(tx, entries);
  await savePostings(tx, changes);
  await announce(
    deps,
    tx,
    settled.filter(({ order, decision }) => decision.status !== order.status),
    now,
  );
  return settled.flatMap((one) => newlyWaiting(one, changes) ?? []);
}

/** Adds the anomaly of a reversed final payment until the order is paid again. */
function withReversal(
  { anomalies }: CryptoOrder,
  decision: OrderDecision,
  transfers: readonly RecordedTransfer[],
  changes: readonly TransferPosting[],
): OrderDecision {
  const isReversed = changes.some(({ transfer, posted }) => transfer.posted && transfer.orphaned && !posted);
  const isStill =
    anomalies.includes('reversed') &&
    decision.status !== 'success' &&
    transfers.some(({ orphaned }) => orphaned);
  if (!isReversed && !isStill) return decision;
  const others = decision.anomalies.filter((anomaly) => anomaly !== 'orphaned');
  return { ...decision, anomalies: [...others, 'reversed'] };
}

function bookedAs(change: TransferPosting | undefined): { posted: boolean; credited: boolean } | undefined {
  return change && { posted: change.posted, credited: change.credited };
}

const never = new Date(0);
const noMoney = { expectedUnits: 0n, receivedUnits: 0n, creditedUnits: 0n, undecidedUnits: 0n };

/** The time before which nothing can still appear on any network of the order. */
function finalTimeOf(
  { hold }: CryptoOrder,
  former: readonly OrderAddress[],
  ends: ReadonlyMap<string, FinalEnd>,
): Date {
  const places = [...(hold ? [hold] : []), ...former];
  const times = places.map(({ network }) => (ends.get(network)?.finalizedTime ?? never).getTime());
  return times.length === 0 ? never : new Date(Math.min(...times));
}

/** Only these orders need a lookup of gaps. */
function mayFail({ status, hold }: CryptoOrder, finalTime: Date): boolean {
  return hold !== null && hold.heldUntil < finalTime && (status === 'awaiting' || status === 'pending');
}

/** If the customer changed the network but paid on the former one, the order shows the network that has the money. */
async function showWherePaid(
  tx: Tx,
  order: CryptoOrder,
  former: readonly OrderAddress[],
  transfers: readonly RecordedTransfer[],
): Promise<CryptoOrder> {
  const { hold } = order;
  const paid = transfers.filter((each) => !each.orphaned && each.amountUnits >= dustUnits);
  if (!hold || former.length === 0 || paid.length === 0) return order;
  if (paid.some(({ network }) => network === hold.network)) return order;
  const shown = former.find(({ network }) => network === paid[0]?.network);
  if (!shown) return order;
  await showAddress(tx, order, shown);
  const { network, address, addressIndex } = shown;
  return { ...order, hold: { ...hold, network, address, addressIndex } };
}

function keyOf({ merchantId, id }: CryptoOrder): OrderKey {
  return { merchantId, orderId: id };
}

const given: ReadonlySet<RecordedTransfer['disposition']> = new Set([
  'returned',
  'advanced',
  'refund_due',
  'refunding',
]);

function isReturned({ disposition }: RecordedTransfer): boolean {
  return given.has(disposition);
}

/** Fails orders for which no network was chosen in time. */
export async function failUnopened(
  deps: OutcomeDeps,
  tx: Tx,
  orders: CryptoOrder[],
  now: Date,
): Promise<void> {
  const decision: OrderDecision = { status: 'failed', anomalies: ['expired'], seenUnits: 0n, finalUnits: 0n };
  const settled = orders.map((order) => ({
    order,
    decision,
    transfers: [],
    creditedUnits: 0n,
    money: noMoney,
    addresses: [],
  }));
  await saveDecisions(tx, settled, now);
  await announce(deps, tx, settled, now);
}

/** Notifies merchants of the statuses that orders have reached. */
async function announce(deps: OutcomeDeps, tx: Tx, reached: DecidedOrder[], now: Date): Promise<void> {
  const events: NewEvent[] = [];
  for (const settled of reached) {
    const { order, decision, creditedUnits } = settled;
    const isWaiting = decision.status === 'awaiting' || decision.status === 'open';
    // Back to awaiting after a reorganisation: the contract has no status for it, except that a lost success becomes
    // pending.
    const status = isWaiting && order.status === 'success' ? 'pending' : decision.status;
    if (status === 'awaiting' || status === 'open') continue;
    tx.afterCommit(() => {
      deps.onReached?.({
        status,
        network: order.hold?.network ?? null,
        asset: order.asset,
        creditedUnits,
      });
      // An order without a charge has an event, which logs its own trail.
      if (order.chargeId !== null) {
        const ids = { merchant: order.merchantId, crypto_order: order.id, charge: order.chargeId };
        logTrail(`crypto_order ${status}`, ids, order);
      }
    });
    if (order.chargeId === null) events.push(eventOf(deps, settled, status, now));
    else if (order.status === 'success' && status === 'pending') {
      const event = await chargePending(tx, order, { anomalies: decision.anomalies }, now);
      if (event) events.push(event);
    } else await moveCharge(deps, tx, settled, now);
  }
  if (events.length > 0) await appendEvents(tx, events);
  const paid = reached.filter(({ decision }) => decision.status === 'success');
  await queueReceipts(
    tx,
    paid.map((settled) => receiptOf(deps, settled, now)),
  );
}

/** The customer's receipt of an order. */
export function receiptOf(
  deps: Pick<OutcomeDeps, 'formatTransactionHash'>,
  settled: Pick<DecidedOrder, 'order' | 'transfers' | 'creditedUnits'>,
  now: Date,
): DueReceipt {
  const { order } = settled;
  const payments = receivedPayments(settled);
  return {
    kind: 'payment',
    merchantId: order.merchantId,
    causeId: order.id,
    recipient: order.email,
    language: order.language,
    amount: { units: order.price.amountMinor, code: order.price.currency },
    cryptoAmount: { units: settled.creditedUnits, code: order.asset },
    ...(order.hold?.local && { rates: ratesOf(order, order.hold).join(', ') }),
    at: now,
    reference: order.id,
    description: order.description,
    paidWith:
      payments.length === 0
        ? null
        : {
            transactions: payments.map(({ network, transactionHash, amountUnits }) => ({
              hash: deps.formatTransactionHash(network, transactionHash),
              networkTitle: networkById(network)?.title ?? network,
              amount: { units: amountUnits, code: order.asset },
            })),
          },
  };
}

/** All payments in the order in which they came; for a lost success, the last one, which was removed. */
function receivedPayments({
  order,
  transfers,
}: Pick<DecidedOrder, 'order' | 'transfers'>): RecordedTransfer[] {
  const payments = transfers.filter((transfer) => transfer.amountUnits >= dustUnits);
  const standing = payments.filter((transfer) => !transfer.orphaned);
  if (standing.length > 0) return standing;
  return order.status === 'success' ? payments.slice(-1) : [];
}

/** The contract has no word for the other statuses. */
type ToldStatus = Exclude<OrderStatus, 'open' | 'awaiting'>;

function eventOf(deps: OutcomeDeps, settled: DecidedOrder, status: ToldStatus, now: Date): NewEvent {
  const { order } = settled;
  const { hold } = order;
  const notice = cryptoNotice(
    order,
    status,
    paidOf(deps, settled),
    hold ? deps.formatAddress(hold.network, hold.address) : '',
    now,
  );
  return {
    merchantId: order.merchantId,
    subject: 'crypto_order',
    subjectId: order.id,
    status,
    type: `order.${status}`,
    url: null,
    notice: { ...notice, ...moneyNotice(deps, settled) },
    createdAt: now,
    traceparent: order.traceparent,
  };
}

function paidOf(deps: OutcomeDeps, settled: DecidedOrder): { cryptoAmount: string; transactionHash: string } {
  const { order, decision, money } = settled;
  const last = receivedPayments(settled).at(-1);
  return {
    cryptoAmount: deps.formatAmount(order.hold?.network ?? null, cryptoAmountOf(decision.status, money)),
    transactionHash: last ? deps.formatTransactionHash(last.network, last.transactionHash) : '',
  };
}

/** The status of the charge that an order pays; undefined: unchanged. */
const chargeStatusOf: Readonly<Record<OrderStatus, ChargeStatus | undefined>> = {
  open: undefined,
  awaiting: undefined,
  pending: undefined,
  success: 'approved',
  failed: 'expired',
};

async function moveCharge(deps: OutcomeDeps, tx: Tx, settled: DecidedOrder, now: Date): Promise<void> {
  const { order, decision } = settled;
  const charge = order.chargeId && (await lockCharge(tx, order.merchantId, order.chargeId));
  if (!charge) return;
  // A reorganisation removed a final payment: `charged_back` is the only status for money that was taken back.
  const lost = charge.status === 'approved' && decision.status === 'failed';
  const status = lost ? 'charged_back' : chargeStatusOf[decision.status];
  if (status === undefined) return;
  // The charge expired for lack of a payment that counted after all.
  const revived = charge.status === 'expired' && status === 'approved';
  if (charge.status !== 'open' && !revived && !lost) return;
  await saveDecision(tx, charge, { status }, now);
  const isPaid = status === 'approved';
  const cause = order.hold
    ? {
        orderId: order.id,
        ...paidOf(deps, settled),
        ...moneyNotice(deps, settled),
        ...(isPaid && earlierPaymentNotice(await earlierPayment(tx, order), isPaid)),
      }
    : { orderId: order.id };
  await announceStatus(tx, [charge], status, now, cause);
}
