import { randomInt } from 'node:crypto';
import { type Site, type SiteId, sites } from '../../../../src/payments/processors/mercadopago/sites.ts';
import type { CustomerRole } from '../simulator.ts';
import type { LocalGiven } from './local.ts';

/** The simulated Mercado Pago's data: an account with its orders and movements. */

export interface SimulatedOrder {
  id: string;
  reference: string;
  title: string;
  email: string;
  amountMinor: bigint;
  status: string;
  detail: string;
  createdAt: number;
  updatedAt: number;
  expiresAt: number;
  expirationTime: string;
  urls: { success?: string; failure?: string; pending?: string };
  payments: SimulatedPayment[];
  refunds: SimulatedRefund[];
  chargebacks: SimulatedChargeback[];
  /** What it is paid by, if not on the page. */
  local?: LocalGiven;
}

export interface SimulatedPayment {
  id: string;
  /** Its id in the older API. */
  number: number;
  cardNumber: string;
  amountMinor: bigint;
  status: string;
  detail: string;
  isCaptured: boolean;
  updatedAt: number;
}

export interface SimulatedRefund {
  id: string;
  /** The idempotency key of its request: our id of it. */
  key: string;
  paymentId: string;
  amountMinor: bigint;
  status: 'processing' | 'processed' | 'failed';
}

export interface SimulatedChargeback {
  caseId: string;
  paymentNumber: number;
  amountMinor: bigint;
  at: number;
}

export interface Movement {
  type: string;
  sourceId: number;
  reference: string;
  grossMinor: bigint;
  netMinor: bigint;
  at: number;
}

/** Mercado Pago's fee for a payment: 6.29 of 100. */
const feeShare = [629n, 10_000n] as const;

const refusalDetails: Partial<Record<CustomerRole, string>> = {
  card_refused: 'rejected_by_issuer',
  insufficient_funds: 'insufficient_amount',
  card_expired: 'invalid_expiration_date',
  wrong_security_code: 'invalid_security_code',
};

export type OnChange = (order: SimulatedOrder, action: string) => void;

export interface Books extends ReturnType<typeof createBooks> {}

/** `now` is the simulator's clock; `tell` is called for every change of an order. */
export function createBooks(siteId: SiteId, now: () => number, tell: OnChange) {
  const site: Site = sites[siteId];
  const orders = new Map<string, SimulatedOrder>();
  const movements: Movement[] = [];
  const claims: { id: number; paymentNumber: number; resource: string }[] = [];
  let heldRefunds = 0;
  let lastNumber = 70_000_000_000 + randomInt(1_000_000);

  function change(order: SimulatedOrder, status: string, detail: string): void {
    order.status = status;
    order.detail = detail;
    order.updatedAt = now();
    for (const payment of order.payments) payment.updatedAt = now();
    tell(order, `order.${status}`);
  }

  function move(order: SimulatedOrder, type: string, grossMinor: bigint, hasFee: boolean): void {
    const feeMinor = hasFee ? (grossMinor * feeShare[0]) / feeShare[1] : 0n;
    movements.push({
      type,
      sourceId: order.payments.at(-1)?.number ?? 0,
      reference: order.reference,
      grossMinor,
      netMinor: grossMinor - feeMinor,
      at: now(),
    });
  }

  function newPayment({ amountMinor }: SimulatedOrder, status: string, detail: string): SimulatedPayment {
    return {
      id: newCode('PAY'),
      number: ++lastNumber,
      cardNumber: '5031755734530604',
      amountMinor,
      status,
      detail,
      isCaptured: false,
      updatedAt: now(),
    };
  }

  function ordersOf(reference: string): SimulatedOrder[] {
    return [...orders.values()].filter((order) => order.reference === reference);
  }

  function orderOf(reference: string): SimulatedOrder {
    const order = ordersOf(reference).at(-1);
    if (!order) throw new Error(`There is no order of ${reference}.`);
    return order;
  }

  function paidOf(order: SimulatedOrder): SimulatedPayment {
    const payment = order.payments.find(({ isCaptured }) => isCaptured);
    if (!payment) throw new Error(`Nothing was paid for ${order.reference}.`);
    return payment;
  }

  function capture(order: SimulatedOrder, payment: SimulatedPayment): void {
    payment.isCaptured = true;
    payment.status = 'processed';
    payment.detail = 'accredited';
    change(order, 'processed', 'accredited');
    move(order, 'SETTLEMENT', payment.amountMinor, true);
  }

  /**
   * Whether its page still accepts a card. An order that expires while it waits for another card does not report so.
   */
  function isOpen(order: SimulatedOrder): boolean {
    if (order.status === 'created' && now() > order.expiresAt) change(order, 'canceled', 'expired');
    return ['created', 'action_required'].includes(order.status) && now() <= order.expiresAt;
  }

  function standing(order: SimulatedOrder): bigint {
    const taken = order.refunds.filter(({ status }) => status !== 'failed');
    return order.amountMinor - taken.reduce((sum, refund) => sum + refund.amountMinor, 0n);
  }

  /** Updates a paid order's status by its refunds. */
  function settleRefunds(order: SimulatedOrder): void {
    const givenBack = sumOf(order.refunds.filter(({ status }) => status === 'processed'));
    const payment = paidOf(order);
    const isAll = givenBack === order.amountMinor;
    payment.status = isAll ? 'refunded' : 'processed';
    payment.detail = isAll ? 'refunded' : givenBack > 0n ? 'partially_refunded' : 'accredited';
    change(order, payment.status, payment.detail);
  }

  return {
    site,
    siteId,
    orders,
    movements,
    isOpen,
    standing,
    ordersOf,

    open(
      asked: Omit<
        SimulatedOrder,
        'id' | 'status' | 'detail' | 'updatedAt' | 'createdAt' | 'payments' | 'refunds' | 'chargebacks'
      >,
    ) {
      const order: SimulatedOrder = {
        ...asked,
        id: newCode('ORD'),
        status: 'created',
        detail: 'created',
        createdAt: now(),
        updatedAt: now(),
        payments: [],
        refunds: [],
        chargebacks: [],
      };
      orders.set(order.id, order);
      tell(order, 'order.created');
      return order;
    },

    /** Waits for a payer who pays elsewhere. */
    await(order: SimulatedOrder): void {
      order.payments.push(newPayment(order, 'action_required', 'waiting_payment'));
      change(order, 'action_required', 'waiting_payment');
    },

    /** The payer of a local method pays, or does not. */
    endLocal(reference: string, isPaid: boolean): void {
      const order = orderOf(reference);
      const [payment] = order.payments;
      if (order.status !== 'action_required' || !payment) throw new Error(`${reference} does not wait.`);
      if (isPaid) {
        capture(order, payment);
        return;
      }
      payment.status = 'expired';
      payment.detail = 'expired';
      change(order, 'expired', 'expired');
    },

    pay(order: SimulatedOrder, role: CustomerRole): void {
      const payment = newPayment(order, 'created', 'created');
      order.payments.push(payment);
      const refusal = refusalDetails[role];
      if (refusal) {
        payment.status = 'failed';
        payment.detail = refusal;
        change(order, 'action_required', 'waiting_retry');
      } else if (role === 'pending') {
        payment.status = 'processing';
        payment.detail = 'in_process';
        change(order, 'processing', 'in_process');
      } else if (role === 'challenge') {
        payment.status = 'action_required';
        payment.detail = 'pending_challenge';
        change(order, 'action_required', 'pending_challenge');
      } else {
        capture(order, payment);
      }
    },

    cancel(order: SimulatedOrder): void {
      for (const payment of order.payments) {
        payment.status = 'canceled';
        payment.detail = 'canceled_transaction';
      }
      change(order, 'canceled', 'canceled');
    },

    decidePending(reference: string, outcome: 'approved' | 'card_refused'): void {
      const order = orderOf(reference);
      const payment = order.payments.at(-1);
      if (order.status !== 'processing' || !payment) throw new Error(`${reference} is not pending.`);
      if (outcome === 'approved') {
        capture(order, payment);
      } else {
        payment.status = 'failed';
        payment.detail = 'rejected_by_issuer';
        change(order, 'failed', 'failed');
      }
    },

    holdRefunds(count: number): void {
      heldRefunds = count;
    },

    refund(order: SimulatedOrder, key: string, amountMinor: bigint): SimulatedRefund {
      const status = heldRefunds > 0 ? 'processing' : 'processed';
      heldRefunds = Math.max(0, heldRefunds - 1);
      const refund = { id: newCode('REF'), key, paymentId: paidOf(order).id, amountMinor, status } as const;
      order.refunds.push(refund);
      if (status === 'processed') move(order, 'REFUND', -amountMinor, true);
      settleRefunds(order);
      return refund;
    },

    /** Made by the owner of the account, not by us. */
    refundInPanel(reference: string, amountMinor: bigint): string {
      return this.refund(orderOf(reference), newCode('PANEL'), amountMinor).id;
    },

    endRefund(key: string, outcome: 'succeeded' | 'failed'): void {
      for (const order of orders.values()) {
        const refund = order.refunds.find((each) => each.key === key);
        if (!refund) continue;
        const was = refund.status;
        refund.status = outcome === 'succeeded' ? 'processed' : 'failed';
        if (was === 'processing' && outcome === 'succeeded') move(order, 'REFUND', -refund.amountMinor, true);
        if (was === 'processed' && outcome === 'failed')
          move(order, 'REFUND_CANCEL', refund.amountMinor, true);
        settleRefunds(order);
        return;
      }
      throw new Error(`There is no refund ${key}.`);
    },

    claims,

    openClaim(reference: string, resource: string): string {
      const claim = {
        id: 5_000_000_000 + randomInt(100_000_000),
        paymentNumber: paidOf(orderOf(reference)).number,
        resource,
      };
      claims.push(claim);
      return String(claim.id);
    },

    paidNumberOf: (reference: string): number => paidOf(orderOf(reference)).number,

    openDispute(reference: string, amountMinor?: bigint): string {
      const order = orderOf(reference);
      const payment = paidOf(order);
      const chargeback: SimulatedChargeback = {
        caseId: `2170000${randomInt(100_000_000, 999_999_999)}`,
        paymentNumber: payment.number,
        amountMinor: amountMinor ?? standing(order),
        at: now(),
      };
      order.chargebacks.push(chargeback);
      payment.status = 'charged_back';
      payment.detail = 'in_process';
      move(order, 'CHARGEBACK', -chargeback.amountMinor, false);
      change(order, 'charged_back', 'in_process');
      return chargeback.caseId;
    },

    closeDispute(caseId: string, outcome: 'won' | 'lost'): void {
      for (const order of orders.values()) {
        const chargeback = order.chargebacks.find((each) => each.caseId === caseId);
        if (!chargeback) continue;
        paidOf(order).detail = outcome === 'won' ? 'reimbursed' : 'settled';
        if (outcome === 'won') move(order, 'CHARGEBACK_CANCEL', chargeback.amountMinor, false);
        change(order, 'charged_back', paidOf(order).detail);
        return;
      }
      throw new Error(`There is no chargeback ${caseId}.`);
    },

    capturesOf: (reference: string) =>
      ordersOf(reference).flatMap(({ payments }) => payments.filter(({ isCaptured }) => isCaptured)).length,
    capturedMinor: () =>
      sumOf([...orders.values()].flatMap(({ payments }) => payments.filter(({ isCaptured }) => isCaptured))),
    refundedMinor: () =>
      sumOf(
        [...orders.values()].flatMap(({ refunds }) => refunds.filter(({ status }) => status === 'processed')),
      ),
  };
}

function sumOf(amounts: readonly { amountMinor: bigint }[]): bigint {
  return amounts.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
}

const codeLetters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Its ids are a kind and 26 letters and digits. */
function newCode(kind: string): string {
  return kind + Array.from({ length: 26 }, () => codeLetters[randomInt(codeLetters.length)]).join('');
}
