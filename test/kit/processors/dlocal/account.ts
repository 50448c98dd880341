import { randomUUID } from 'node:crypto';
import { stringify } from 'lossless-json';
import type { SimulatedNotification } from '../simulator.ts';
import {
  type ChargebackRow,
  chargebackObject,
  type PaymentRow,
  type PlanRow,
  paymentObject,
  planObject,
  type RefundRow,
  refundableMinor,
  refundObject,
} from './books.ts';
import { signedHeaders } from './keys.ts';
import { localMethods } from './local.ts';
import {
  amountMinor,
  checkPayer,
  countryAndCurrency,
  type Fields,
  optionalText,
  Refused,
  readCard,
  readInstalments,
  readMethod,
  readPlanRequest,
  text,
} from './requests.ts';
import { codes, roleOfNumber } from './roles.ts';

export type Account = ReturnType<typeof createAccount>;

/** An account at dLocal: its payments, refunds and chargebacks, and their notifications. */
export function createAccount() {
  const payments: PaymentRow[] = [];
  const refunds: RefundRow[] = [];
  const chargebacks: ChargebackRow[] = [];
  const plans: PlanRow[] = [];
  const notifications: SimulatedNotification[] = [];
  const sending = new Set<Promise<unknown>>();

  /** Settings that a test may change. */
  const ways = {
    /** The base URL of its pages. */
    url: '',
    skewMs: 0,
    /** The number of next refunds that stay pending. */
    heldRefunds: 0,
    /** Whether a payment that waits for its customer can be cancelled: dLocal allows it for some payments. */
    cancels: true,
    /** Whether a refund returns our id of it. */
    tellsRefundIds: true,
    /** Whether reading a payment tells again what the customer pays by. */
    repeatsInstructions: false,
    notifyUrl: null as string | null,
  };
  const now = () => new Date(Date.now() + ways.skewMs);

  function tell(kind: string, address: string | null, object: object): void {
    const body = stringify(object) ?? '';
    const query = address ? new URL(address).search.slice(1) : '';
    const signed = () => ({ headers: signedHeaders(body, now()), query, body });
    notifications.push({ kind, signed });
    if (!ways.notifyUrl) return;
    const target = query ? `${ways.notifyUrl}?${query}` : ways.notifyUrl;
    // A receiver that does not answer gets no repeat here.
    const sent = fetch(target, { method: 'POST', headers: signed().headers, body }).catch(() => {});
    sending.add(sent);
    void sent.finally(() => sending.delete(sent));
  }

  const refundTold = (refund: RefundRow) =>
    refundObject(ways.tellsRefundIds ? refund : { ...refund, orderRefundId: null });
  const paymentTold = (payment: PaymentRow) => ({
    ...paymentObject(payment, ways.url),
    refunds: payment.refunds.map(refundTold),
  });
  const tellRefund = (refund: RefundRow) => tell('refund', refund.notificationUrl, refundTold(refund));
  // They go to a URL that is set in dLocal's panel.
  const tellChargeback = (chargeback: ChargebackRow) =>
    tell('chargeback', null, chargebackObject(chargeback));

  function move(payment: PaymentRow, statusCode: string): void {
    payment.statusCode = statusCode;
    payment.status = statusOf(statusCode);
    if (statusCode !== codes.challenge) payment.token = null;
    tell('payment', payment.notificationUrl, paymentTold(payment));
  }

  return {
    payments,
    refunds,
    chargebacks,
    notifications,
    sending,
    ways,
    refundTold,
    paymentTold,
    move,

    createPlan(fields: Fields): object {
      const { country, plan } = readPlanRequest(fields);
      const row: PlanRow = { id: `INS${plans.length + 1}`, ...plan };
      plans.push(row);
      return planObject(row, country);
    },

    /** `isSecure`: sent to the endpoint that accepts card numbers. */
    createPayment(fields: Fields, isSecure: boolean): PaymentRow {
      const { country, currency, rules } = countryAndCurrency(fields);
      const amount = amountMinor(fields, currency);
      const { method, flow } = readMethod(fields, isSecure);
      if (localMethods[method] && localMethods[method].country !== country) {
        throw new Refused(400, 5010, 'Method not available.');
      }
      checkPayer(fields, rules);
      const card = isSecure ? readCard(fields) : null;
      if (!isSecure && fields.card !== undefined) throw new Refused(400, 5000, 'Invalid request.');
      const orderId = text(fields, 'order_id', 125);
      optionalText(fields, 'description', 200);
      const notificationUrl = optionalText(fields, 'notification_url', 200);
      const callbackUrl = text(fields, 'callback_url', 200);
      if (payments.some((each) => each.orderId === orderId)) {
        throw new Refused(400, 5009, 'Order ID is duplicated.');
      }
      const chosen = isSecure ? readInstalments(fields) : null;
      const plan = chosen && plans.find(({ id }) => id === chosen.planId);
      if (chosen && !(plan && isPlanFor(plan, { amountMinor: amount, currency, card }, chosen.count))) {
        throw new Refused(400, 5001, 'Invalid parameter: card.installments', 'card.installments');
      }
      const role = card && roleOfNumber(card.number);
      const payment: PaymentRow = {
        id: `D-4-${randomUUID()}`,
        orderId,
        method,
        amountMinor: amount,
        currency,
        country,
        flow,
        status: 'PENDING',
        statusCode: codes.pending,
        card,
        instalments: chosen?.count ?? 1,
        token: flow === 'REDIRECT' || role === 'challenge' ? randomUUID() : null,
        notificationUrl,
        callbackUrl,
        createdAt: now(),
        refunds: [],
        chargebacks: [],
      };
      payments.push(payment);
      if (role) move(payment, codes[role]);
      return payment;
    },

    createRefund(fields: Fields): RefundRow {
      const paymentId = text(fields, 'payment_id', 50);
      const orderRefundId = optionalText(fields, 'order_refund_id', 100);
      const notificationUrl = text(fields, 'notification_url', 200);
      const payment = payments.find(({ id }) => id === paymentId);
      if (!payment) throw new Refused(404, 4000, 'Payment not found.');
      if (orderRefundId && refunds.some((each) => each.orderRefundId === orderRefundId)) {
        throw new Refused(400, 5011, 'Order refund id is duplicated.');
      }
      if (text(fields, 'currency', 3) !== payment.currency) {
        throw new Refused(400, 5001, 'Invalid parameter: currency', 'currency');
      }
      const amount = amountMinor(fields, payment.currency);
      if (payment.status !== 'PAID') throw new Refused(400, 5002, 'Invalid transaction status.');
      if (payment.chargebacks.some(({ status }) => status !== 'REVERSAL' && status !== 'INQUIRY')) {
        throw new Refused(400, 5018, 'Chargeback in place for this transaction.');
      }
      if (amount > refundableMinor(payment)) throw new Refused(400, 5007, 'Amount exceeded.');
      const refund: RefundRow = {
        id: `REF-${randomUUID()}`,
        payment,
        orderRefundId,
        description: optionalText(fields, 'description', 200),
        amountMinor: amount,
        // The payer of a local method is asked for a bank account first.
        status: ways.heldRefunds > 0 || payment.method !== 'CARD' ? 'PENDING' : 'SUCCESS',
        notificationUrl,
        createdAt: now(),
      };
      if (ways.heldRefunds > 0) ways.heldRefunds--;
      refunds.push(refund);
      payment.refunds.push(refund);
      tellRefund(refund);
      return refund;
    },

    /** Made by the owner of the account, not by us. */
    refundInPanel(payment: PaymentRow, amountMinor: bigint): RefundRow {
      const refund: RefundRow = {
        id: `REF-${randomUUID()}`,
        payment,
        orderRefundId: null,
        description: 'goodwill',
        amountMinor,
        status: 'SUCCESS',
        notificationUrl: payment.notificationUrl ?? '',
        createdAt: now(),
      };
      refunds.push(refund);
      payment.refunds.push(refund);
      tellRefund(refund);
      return refund;
    },

    endRefund(refund: RefundRow, status: RefundRow['status']): void {
      refund.status = status;
      tellRefund(refund);
    },

    cancel(paymentId: string): PaymentRow {
      const payment = payments.find(({ id }) => id === paymentId);
      if (!payment) throw new Refused(404, 4000, 'Payment not found.');
      if (payment.status !== 'PENDING' || !ways.cancels) {
        throw new Refused(400, 5002, 'Invalid transaction status.');
      }
      move(payment, '400');
      return payment;
    },

    addChargeback(payment: PaymentRow, status: ChargebackRow['status'], amount?: bigint): ChargebackRow {
      const chargeback: ChargebackRow = {
        id: `CHAR${randomUUID()}`,
        payment,
        amountMinor: amount ?? refundableMinor(payment),
        status,
        createdAt: now(),
      };
      chargebacks.push(chargeback);
      payment.chargebacks.push(chargeback);
      tellChargeback(chargeback);
      return chargeback;
    },

    endChargeback(chargeback: ChargebackRow, status: ChargebackRow['status']): void {
      chargeback.status = status;
      tellChargeback(chargeback);
    },
  };
}

function isPlanFor(
  plan: PlanRow,
  payment: Pick<PaymentRow, 'amountMinor' | 'currency' | 'card'>,
  count: number,
): boolean {
  return (
    plan.amountMinor === payment.amountMinor &&
    plan.currency === payment.currency &&
    payment.card?.number.startsWith(plan.bin) === true &&
    plan.counts.includes(count)
  );
}

const statuses = { 1: 'PENDING', 2: 'PAID', 3: 'REJECTED', 4: 'CANCELLED', 5: 'EXPIRED' } as const;

/** The first digit of a code gives the status. */
function statusOf(statusCode: string): PaymentRow['status'] {
  return statuses[Number(statusCode[0]) as keyof typeof statuses];
}
