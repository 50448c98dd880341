import { LosslessNumber } from 'lossless-json';
import { exponentOf } from '../../../../src/base/money/currency.ts';
import { formatDecimal } from '../../../../src/base/money/money.ts';
import { localMethods, localObject } from './local.ts';

/** dLocal's data in its own terms. Amounts are exact. */

export interface PaymentRow {
  id: string;
  orderId: string;
  /** dLocal's code of the method. */
  method: string;
  amountMinor: bigint;
  currency: string;
  country: string;
  flow: 'REDIRECT' | 'DIRECT';
  status: 'PENDING' | 'PAID' | 'REJECTED' | 'CANCELLED' | 'EXPIRED';
  statusCode: string;
  card: { number: string; holderName: string } | null;
  instalments: number;
  /** The token of its page, or of 3-D Secure; null: neither is open. */
  token: string | null;
  notificationUrl: string | null;
  callbackUrl: string;
  createdAt: Date;
  refunds: RefundRow[];
  chargebacks: ChargebackRow[];
}

/** The instalments in which a card may pay an amount, and the total of each. */
export interface PlanRow {
  id: string;
  bin: string;
  amountMinor: bigint;
  currency: string;
  counts: readonly number[];
}

/** Two per cent for every further instalment. */
export function planObject({ id, bin, amountMinor, currency, counts }: PlanRow, country: string): object {
  return {
    id,
    country,
    bin,
    amount: decimal(amountMinor, currency),
    currency,
    installments: counts.map((count) => {
      const totalMinor = (amountMinor * BigInt(98 + 2 * count)) / 100n;
      return {
        id: `${id}-${count}`,
        installment_amount: decimal(totalMinor / BigInt(count), currency),
        installments: count,
        total_amount: decimal(totalMinor, currency),
      };
    }),
  };
}

export interface RefundRow {
  id: string;
  payment: PaymentRow;
  orderRefundId: string | null;
  description: string | null;
  amountMinor: bigint;
  status: 'PENDING' | 'SUCCESS' | 'REJECTED' | 'CANCELLED';
  notificationUrl: string | null;
  createdAt: Date;
}

export interface ChargebackRow {
  id: string;
  payment: PaymentRow;
  amountMinor: bigint;
  status: 'PENDING' | 'IN_DISPUTE' | 'COMPLETED' | 'DISPUTE_LOST' | 'REVERSAL' | 'INQUIRY';
  createdAt: Date;
}

const details: Record<string, string> = {
  100: 'The payment is pending.',
  101: 'The payment is pending 3D Secure authentication.',
  200: 'The payment was paid.',
  400: 'The payment was cancelled.',
  500: 'The payment was expired.',
};

export function paymentObject(payment: PaymentRow, baseUrl: string): object {
  const { card, token, statusCode } = payment;
  return {
    id: payment.id,
    amount: decimal(payment.amountMinor, payment.currency),
    currency: payment.currency,
    country: payment.country,
    payment_method_id: payment.method,
    payment_method_type: localMethods[payment.method]?.type ?? 'CARD',
    payment_method_flow: payment.flow,
    ...localObject(payment, baseUrl),
    ...(card && { card: cardObject(card) }),
    ...(token &&
      payment.flow === 'DIRECT' &&
      payment.card && { three_dsecure: { redirect_url: `${baseUrl}/three-ds/${token}` } }),
    ...(token && payment.flow === 'REDIRECT' && { redirect_url: `${baseUrl}/collect/${token}` }),
    created_date: dated(payment.createdAt),
    status: payment.status,
    status_code: statusCode,
    status_detail: details[statusCode] ?? 'The payment was rejected.',
    order_id: payment.orderId,
    notification_url: payment.notificationUrl,
    callback_url: payment.callbackUrl,
    refunds: payment.refunds.map(refundObject),
  };
}

export function orderObject(payment: PaymentRow): object {
  return {
    order_id: payment.orderId,
    payment_id: payment.id,
    amount: decimal(payment.amountMinor, payment.currency),
    currency: payment.currency,
    created_date: dated(payment.createdAt),
    status: payment.status,
    status_code: payment.statusCode,
  };
}

function cardObject({ number, holderName }: { number: string; holderName: string }): object {
  return { holder_name: holderName, brand: 'VI', bin: number.slice(0, 6), last4: number.slice(-4) };
}

const refundCodes = { PENDING: 100, SUCCESS: 200, REJECTED: 300, CANCELLED: 400 } as const;

export function refundObject(refund: RefundRow): object {
  const { currency, id, orderId } = refund.payment;
  return {
    id: refund.id,
    payment_id: id,
    amount: decimal(refund.amountMinor, currency),
    currency,
    status: refund.status,
    status_code: refundCodes[refund.status],
    created_date: dated(refund.createdAt),
    notification_url: refund.notificationUrl,
    ...(refund.orderRefundId && { order_refund_id: refund.orderRefundId }),
    ...(refund.description && { description: refund.description }),
    order_id: orderId,
  };
}

const chargebackCodes = {
  PENDING: 100,
  COMPLETED: 200,
  IN_DISPUTE: 201,
  DISPUTE_LOST: 202,
  REVERSAL: 700,
  INQUIRY: 800,
} as const;

export function chargebackObject(chargeback: ChargebackRow): object {
  const { currency, id, orderId } = chargeback.payment;
  return {
    id: chargeback.id,
    payment_id: id,
    amount: decimal(chargeback.amountMinor, currency),
    currency,
    status: chargeback.status,
    status_code: chargebackCodes[chargeback.status],
    created_date: dated(chargeback.createdAt),
    order_id: orderId,
  };
}

/** The amount that may still be refunded: failed refunds and won disputes do not count. */
export function refundableMinor(payment: PaymentRow): bigint {
  const refunded = payment.refunds
    .filter(({ status }) => status === 'SUCCESS' || status === 'PENDING')
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
  return payment.amountMinor - refunded;
}

/** dLocal's format: "2018-09-06T22:03:03.000+0000". */
function dated(at: Date): string {
  return at.toISOString().replace('Z', '+0000');
}

/** With two decimals at most, whatever the currency has. */
function decimal(amountMinor: bigint, currency: string): LosslessNumber {
  const exponent = exponentOf(currency);
  if (currency === 'COP') return new LosslessNumber(String(amountMinor / 100n));
  return new LosslessNumber(formatDecimal(amountMinor, exponent));
}
