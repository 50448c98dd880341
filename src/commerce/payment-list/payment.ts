import { formatDecimal, moneyToDecimal } from '../../base/money/money.ts';
import type { OrderStatus } from '../../crypto/orders/order.ts';
import type { CryptoOrder } from '../../crypto/orders/store.ts';
import { type Charge, type ChargeStatus, takenMoney } from '../../payments/charges/charge.ts';

/** The states of a payment for people, for any method: a charge, or an order without one. */
export const paymentStates = ['waiting', 'authorized', 'paid', 'unpaid', 'returned'] as const;
export type PaymentState = (typeof paymentStates)[number];

export const stateOfCharge: Readonly<Record<ChargeStatus, PaymentState>> = {
  open: 'waiting',
  authorized: 'authorized',
  approved: 'paid',
  declined: 'unpaid',
  canceled: 'unpaid',
  voided: 'unpaid',
  expired: 'unpaid',
  partially_refunded: 'returned',
  refunded: 'returned',
  charged_back: 'returned',
};

const stateOfOrder: Readonly<Record<OrderStatus, PaymentState>> = {
  open: 'waiting',
  awaiting: 'waiting',
  pending: 'waiting',
  success: 'paid',
  failed: 'unpaid',
};

export function statusesOf(state: PaymentState): { charges: ChargeStatus[]; orders: OrderStatus[] } {
  const keys = <Key extends string>(of: Readonly<Record<Key, PaymentState>>): Key[] =>
    (Object.keys(of) as Key[]).filter((key) => of[key] === state);
  return { charges: keys(stateOfCharge), orders: keys(stateOfOrder) };
}

export interface PaymentSummary {
  id: string;
  kind: 'charge' | 'order';
  state: PaymentState;
  /** The status in the API. */
  status: ChargeStatus | OrderStatus;
  /** CARDS, USDT, USDC. */
  method: string;
  /** The amount of the charge or order, as a decimal. */
  amount: string;
  /** The captured amount, if only a part was captured. */
  captured: string | null;
  currency: string;
  refunded: string;
  order_number: string | null;
  email: string | null;
  description: string | null;
  created_at: string;
}

export function summarizeCharge(charge: Charge): PaymentSummary {
  const { amount } = charge;
  return {
    id: charge.id,
    kind: 'charge',
    state: stateOfCharge[charge.status],
    status: charge.status,
    method: charge.method,
    amount: moneyToDecimal(amount),
    captured: charge.capturedMinor === null ? null : moneyToDecimal(takenMoney(charge)),
    currency: amount.currency,
    refunded: moneyToDecimal({ ...amount, amountMinor: charge.refundedMinor }),
    order_number: charge.orderNumber,
    email: charge.email,
    description: charge.description,
    created_at: charge.createdAt.toISOString(),
  };
}

export function summarizeOrder(order: CryptoOrder): PaymentSummary {
  return {
    id: order.id,
    kind: 'order',
    state: stateOfOrder[order.status],
    status: order.status,
    method: order.asset,
    amount: formatDecimal(order.amountMinor, 2),
    captured: null,
    currency: 'USD',
    refunded: formatDecimal(0n, 2),
    order_number: order.merchantIdCustom,
    email: order.email,
    description: order.description,
    created_at: order.createdAt.toISOString(),
  };
}
