import { heads } from '../../accounts/dashboard-kit/column-heads.ts';
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

/** A merchant's lists as files. What anybody typed is marked as foreign. */

export const payoutColumns: readonly Column<ReturnType<typeof summarizePayout> & { shop: string }>[] = [
  { head: heads.time, of: ({ created_at }) => created_at },
  { head: heads.id, of: ({ id }) => id },
  { head: heads.shop, isForeign: true, of: ({ shop }) => shop },
  { head: heads.kind, of: ({ kind }) => kind },
  { head: heads.status, of: ({ status }) => status },
  { head: heads.reason, of: ({ failure, waiting }) => failure ?? waiting },
  { head: { en: 'Amount (USD)', es: 'Monto (USD)', pt: 'Valor (USD)' }, of: ({ amount }) => amount },
  { head: heads.currency, of: ({ asset }) => asset },
  { head: heads.amount, of: ({ crypto_amount }) => crypto_amount },
  { head: heads.fee, of: ({ fee }) => fee },
  {
    head: { en: 'Recipient', es: 'Destinatario', pt: 'Destinatário' },
    isForeign: true,
    of: ({ email }) => email,
  },
  { head: heads.orderNumber, isForeign: true, of: ({ reference }) => reference },
  { head: heads.description, isForeign: true, of: ({ description }) => description },
  { head: { en: 'Network', es: 'Red', pt: 'Rede' }, of: ({ network }) => network },
  { head: { en: 'Wallet', es: 'Billetera', pt: 'Carteira' }, of: ({ wallet }) => wallet },
  { head: heads.madeBy, isForeign: true, of: ({ made_by }) => made_by },
];

export const batchColumns: readonly Column<PayoutBatch>[] = [
  { head: heads.time, of: ({ createdAt }) => createdAt.toISOString() },
  { head: heads.id, of: ({ id }) => id },
  { head: { en: 'File', es: 'Archivo', pt: 'Arquivo' }, isForeign: true, of: ({ name }) => name },
  { head: { en: 'Lines', es: 'Líneas', pt: 'Linhas' }, of: ({ lineCount }) => String(lineCount) },
  {
    head: { en: 'Amount (USD)', es: 'Monto (USD)', pt: 'Valor (USD)' },
    of: ({ amountMinor }) => formatDecimal(amountMinor, 2),
  },
  { head: heads.currency, of: ({ asset }) => asset },
  { head: heads.madeBy, isForeign: true, of: ({ madeBy }) => madeBy },
  {
    head: { en: 'Finished (UTC)', es: 'Terminado (UTC)', pt: 'Concluído (UTC)' },
    of: ({ finishedAt }) => finishedAt?.toISOString() ?? null,
  },
];

export const settlementColumns: readonly Column<Settlement & { shop: string }>[] = [
  { head: heads.time, of: ({ requestedAt }) => requestedAt.toISOString() },
  { head: heads.id, of: ({ id }) => id },
  { head: heads.shop, isForeign: true, of: ({ shop }) => shop },
  { head: heads.status, of: ({ status }) => status },
  { head: heads.amount, of: (settlement) => moneyToDecimal(settlement) },
  { head: heads.currency, of: ({ currency }) => currency },
  {
    head: { en: 'To where', es: 'Adónde', pt: 'Para onde' },
    isForeign: true,
    of: ({ destination }) => destination,
  },
  {
    head: { en: 'Requested by', es: 'Solicitado por', pt: 'Pedido por' },
    isForeign: true,
    of: ({ requestedBy }) => requestedBy,
  },
  { head: { en: 'Paid by', es: 'Pagado por', pt: 'Pago por' }, of: ({ way }) => way },
  {
    head: { en: 'Reference of the payment', es: 'Referencia del pago', pt: 'Referência do pagamento' },
    isForeign: true,
    of: ({ reference }) => reference,
  },
  {
    head: { en: 'Paid amount', es: 'Monto pagado', pt: 'Valor pago' },
    of: ({ paidCurrency, paidUnits }) =>
      paidCurrency !== null && paidUnits !== null ? decimal(paidUnits, paidCurrency) : null,
  },
  {
    head: { en: 'Paid currency', es: 'Moneda pagada', pt: 'Moeda paga' },
    of: ({ paidCurrency }) => paidCurrency,
  },
  {
    head: heads.reason,
    isForeign: true,
    of: ({ reason, returnReason, note }) => reason ?? returnReason ?? note,
  },
  {
    head: { en: 'Decided by', es: 'Decidido por', pt: 'Decidido por' },
    isForeign: true,
    of: ({ decidedBy }) => decidedBy,
  },
  {
    head: { en: 'Decided (UTC)', es: 'Decidido (UTC)', pt: 'Decidido em (UTC)' },
    of: ({ decidedAt }) => decidedAt?.toISOString() ?? null,
  },
];

export const paymentLinkColumns: readonly Column<ReturnType<typeof shapePaymentLink>>[] = [
  { head: heads.time, of: ({ created_at }) => created_at },
  { head: heads.id, of: ({ id }) => id },
  { head: heads.kind, of: ({ kind }) => kind },
  { head: heads.status, of: ({ state }) => state },
  { head: heads.orderNumber, isForeign: true, of: ({ number }) => number },
  { head: heads.description, isForeign: true, of: ({ title }) => title },
  { head: heads.amount, of: ({ amount }) => amount },
  { head: heads.currency, of: ({ currency }) => currency },
  { head: { en: 'Link', es: 'Enlace', pt: 'Link' }, of: ({ url }) => url },
  {
    head: { en: 'Customer', es: 'Cliente', pt: 'Cliente' },
    isForeign: true,
    of: ({ customer_name }) => customer_name,
  },
  { head: heads.email, isForeign: true, of: ({ customer_email }) => customer_email },
  { head: { en: 'Due on', es: 'Vence el', pt: 'Vence em' }, of: ({ due_on }) => due_on },
  { head: heads.madeBy, isForeign: true, of: ({ created_by }) => created_by },
];

export const paymentLinkPaymentColumns: readonly Column<ReturnType<typeof shapePaymentLinkPayment>>[] = [
  { head: heads.time, of: ({ created_at }) => created_at },
  { head: heads.id, of: ({ id }) => id },
  { head: heads.status, of: ({ status }) => status },
  { head: heads.method, of: ({ method }) => method },
  { head: heads.amount, of: ({ amount }) => amount },
  { head: heads.currency, of: ({ currency }) => currency },
  { head: heads.email, isForeign: true, of: ({ email }) => email },
];

/** An event, and how the last send of it went. */
export interface MessageRow {
  event: DeliverableEvent;
  last: LoggedAttempt | null;
}

export const messageColumns: readonly Column<MessageRow>[] = [
  { head: heads.time, of: ({ event }) => event.createdAt.toISOString() },
  { head: { en: 'Message', es: 'Aviso', pt: 'Aviso' }, of: ({ event }) => event.id },
  { head: { en: 'What', es: 'Qué', pt: 'O quê' }, of: ({ event }) => event.status },
  { head: { en: 'Payment', es: 'Pago', pt: 'Pagamento' }, of: ({ event }) => event.subjectId },
  { head: heads.status, of: ({ event }) => event.deliveryStatus },
  {
    head: { en: 'Failed sends', es: 'Envíos fallidos', pt: 'Envios com falha' },
    of: ({ event }) => String(event.failures),
  },
  {
    head: { en: 'Last sent (UTC)', es: 'Último envío (UTC)', pt: 'Último envio (UTC)' },
    of: ({ last }) => last?.sentAt.toISOString() ?? null,
  },
  { head: { en: 'To', es: 'A', pt: 'Para' }, isForeign: true, of: ({ last }) => last?.url ?? null },
  {
    head: { en: 'Answer', es: 'Respuesta', pt: 'Resposta' },
    of: ({ last }) => (last?.httpStatus ? String(last.httpStatus) : null),
  },
  { head: heads.reason, of: ({ last }) => last?.cause ?? null },
];

export const requestColumns: readonly Column<LoggedRequest>[] = [
  { head: heads.time, of: ({ at }) => at.toISOString() },
  { head: { en: 'Request', es: 'Solicitud', pt: 'Solicitação' }, of: ({ method }) => method },
  { head: { en: 'Address', es: 'Dirección', pt: 'Endereço' }, isForeign: true, of: ({ path }) => path },
  { head: heads.status, of: ({ status }) => String(status) },
  { head: { en: 'Key', es: 'Clave', pt: 'Chave' }, of: ({ keyId }) => keyId && keyPrefix(keyId) },
  {
    head: { en: 'Request id', es: 'Id de la solicitud', pt: 'Id da solicitação' },
    isForeign: true,
    of: ({ requestId }) => requestId,
  },
  { head: { en: 'Error', es: 'Error', pt: 'Erro' }, of: ({ error }) => error },
  { head: heads.reason, isForeign: true, of: reasonOf },
  {
    head: { en: 'Milliseconds', es: 'Milisegundos', pt: 'Milissegundos' },
    of: ({ durationMs }) => String(durationMs),
  },
];

function reasonOf({ message, fields }: LoggedRequest): string | null {
  if (fields.length === 0) return message;
  return fields.map((fault) => `${fault.field}: ${fault.message}`).join('; ');
}
