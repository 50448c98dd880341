import type { Column } from '../../accounts/dashboard-kit/csv-row.ts';
import { keyPrefix } from '../../accounts/merchants/keys/api-key.ts';
import type { LoggedRequest } from '../../accounts/merchants/requests/request-store.ts';
import { formatDecimal, moneyToDecimal } from '../../base/money/money.ts';
import type {
  shapePaymentLink,
  shapePaymentLinkPayment,
} from '../../commerce/payment-links/payment-link-answer.ts';
import { decimal } from '../../commerce/reports/overview-answer.ts';
import type { Settlement } from '../../commerce/settlements/settlement.ts';
import type { PayoutBatch } from '../../crypto/payouts/batches/batch-store.ts';
import type { summarizePayout } from '../../crypto/payouts/dashboard-answer.ts';
import type { DeliverableEvent, LoggedAttempt } from '../../events/outbox/event-store.ts';

/** A merchant's lists as files. User input is marked as foreign. */

export const payoutColumns: readonly Column<ReturnType<typeof summarizePayout> & { shop: string }>[] = [
  { head: 'time', of: ({ created_at }) => created_at },
  { head: 'id', of: ({ id }) => id },
  { head: 'shop', isForeign: true, of: ({ shop }) => shop },
  { head: 'kind', of: ({ kind }) => kind },
  { head: 'status', of: ({ status }) => status },
  { head: 'reason', of: ({ failure, waiting }) => failure ?? waiting },
  { head: 'amountUsd', of: ({ amount }) => amount },
  { head: 'currency', of: ({ asset }) => asset },
  { head: 'amount', of: ({ crypto_amount }) => crypto_amount },
  { head: 'fee', of: ({ fee }) => fee },
  {
    head: 'recipient',
    isForeign: true,
    of: ({ email }) => email,
  },
  { head: 'orderNumber', isForeign: true, of: ({ reference }) => reference },
  { head: 'description', isForeign: true, of: ({ description }) => description },
  { head: 'network', of: ({ network }) => network },
  { head: 'wallet', of: ({ wallet }) => wallet },
  { head: 'madeBy', isForeign: true, of: ({ made_by }) => made_by },
];

export const batchColumns: readonly Column<PayoutBatch>[] = [
  { head: 'time', of: ({ createdAt }) => createdAt.toISOString() },
  { head: 'id', of: ({ id }) => id },
  { head: 'file', isForeign: true, of: ({ name }) => name },
  { head: 'rows', of: ({ lineCount }) => String(lineCount) },
  {
    head: 'amountUsd',
    of: ({ amountMinor }) => formatDecimal(amountMinor, 2),
  },
  { head: 'currency', of: ({ asset }) => asset },
  { head: 'madeBy', isForeign: true, of: ({ madeBy }) => madeBy },
  {
    head: 'finishedAt',
    of: ({ finishedAt }) => finishedAt?.toISOString() ?? null,
  },
];

export const settlementColumns: readonly Column<Settlement & { shop: string }>[] = [
  { head: 'time', of: ({ requestedAt }) => requestedAt.toISOString() },
  { head: 'id', of: ({ id }) => id },
  { head: 'shop', isForeign: true, of: ({ shop }) => shop },
  { head: 'status', of: ({ status }) => status },
  { head: 'amount', of: (settlement) => moneyToDecimal(settlement) },
  { head: 'currency', of: ({ currency }) => currency },
  {
    head: 'destination',
    isForeign: true,
    of: ({ destination }) => destination,
  },
  {
    head: 'requestedBy',
    isForeign: true,
    of: ({ requestedBy }) => requestedBy,
  },
  { head: 'paidBy', of: ({ way }) => way },
  {
    head: 'paymentReference',
    isForeign: true,
    of: ({ reference }) => reference,
  },
  {
    head: 'paidAmount',
    of: ({ paidCurrency, paidUnits }) =>
      paidCurrency !== null && paidUnits !== null ? decimal(paidUnits, paidCurrency) : null,
  },
  {
    head: 'paidCurrency',
    of: ({ paidCurrency }) => paidCurrency,
  },
  {
    head: 'reason',
    isForeign: true,
    of: ({ reason, returnReason, note }) => reason ?? returnReason ?? note,
  },
  {
    head: 'decidedBy',
    isForeign: true,
    of: ({ decidedBy }) => decidedBy,
  },
  {
    head: 'decidedAt',
    of: ({ decidedAt }) => decidedAt?.toISOString() ?? null,
  },
];

export const paymentLinkColumns: readonly Column<ReturnType<typeof shapePaymentLink>>[] = [
  { head: 'time', of: ({ created_at }) => created_at },
  { head: 'id', of: ({ id }) => id },
  { head: 'kind', of: ({ kind }) => kind },
  { head: 'status', of: ({ state }) => state },
  { head: 'orderNumber', isForeign: true, of: ({ number }) => number },
  { head: 'description', isForeign: true, of: ({ title }) => title },
  { head: 'amount', of: ({ amount }) => amount },
  { head: 'currency', of: ({ currency }) => currency },
  { head: 'paid', of: ({ paid }) => paid },
  { head: 'left', of: ({ left }) => left },
  { head: 'link', of: ({ url }) => url },
  {
    head: 'customer',
    isForeign: true,
    of: ({ customer_name }) => customer_name,
  },
  { head: 'email', isForeign: true, of: ({ customer_email }) => customer_email },
  { head: 'dueOn', of: ({ due_on }) => due_on },
  { head: 'madeBy', isForeign: true, of: ({ created_by }) => created_by },
];

export const paymentLinkPaymentColumns: readonly Column<ReturnType<typeof shapePaymentLinkPayment>>[] = [
  { head: 'time', of: ({ created_at }) => created_at },
  { head: 'id', of: ({ id }) => id },
  { head: 'status', of: ({ status }) => status },
  { head: 'method', of: ({ method }) => method },
  { head: 'amount', of: ({ amount }) => amount },
  { head: 'currency', of: ({ currency }) => currency },
  { head: 'email', isForeign: true, of: ({ email }) => email },
];

/** An event and its last delivery attempt. */
export interface MessageRow {
  event: DeliverableEvent;
  last: LoggedAttempt | null;
}

export const messageColumns: readonly Column<MessageRow>[] = [
  { head: 'time', of: ({ event }) => event.createdAt.toISOString() },
  { head: 'message', of: ({ event }) => event.id },
  { head: 'what', of: ({ event }) => event.status },
  { head: 'payment', of: ({ event }) => event.subjectId },
  { head: 'status', of: ({ event }) => event.deliveryStatus },
  {
    head: 'failedSends',
    of: ({ event }) => String(event.failures),
  },
  {
    head: 'lastSentAt',
    of: ({ last }) => last?.sentAt.toISOString() ?? null,
  },
  { head: 'to', isForeign: true, of: ({ last }) => last?.url ?? null },
  {
    head: 'answer',
    of: ({ last }) => (last?.httpStatus ? String(last.httpStatus) : null),
  },
  { head: 'reason', of: ({ last }) => last?.cause ?? null },
];

export const requestColumns: readonly Column<LoggedRequest>[] = [
  { head: 'time', of: ({ at }) => at.toISOString() },
  { head: 'request', of: ({ method }) => method },
  { head: 'address', isForeign: true, of: ({ path }) => path },
  { head: 'status', of: ({ status }) => String(status) },
  { head: 'key', of: ({ keyId }) => keyId && keyPrefix(keyId) },
  {
    head: 'requestId',
    isForeign: true,
    of: ({ requestId }) => requestId,
  },
  { head: 'error', of: ({ error }) => error },
  { head: 'reason', isForeign: true, of: reasonOf },
  {
    head: 'milliseconds',
    of: ({ durationMs }) => String(durationMs),
  },
];

function reasonOf({ message, fields }: LoggedRequest): string | null {
  if (fields.length === 0) return message;
  return fields.map((fault) => `${fault.field}: ${fault.message}`).join('; ');
}
