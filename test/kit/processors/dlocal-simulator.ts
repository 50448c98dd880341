import Fastify from 'fastify';
import { createAccount } from './dlocal/account.ts';
import { apiRoutes } from './dlocal/api.ts';
import type { PaymentRow } from './dlocal/books.ts';
import { createFaults } from './dlocal/faults.ts';
import { keys } from './dlocal/keys.ts';
import { pageRoutes } from './dlocal/pages.ts';
import { cardInOne, cards, codes } from './dlocal/roles.ts';
import type { Payers } from './local.ts';
import type { ProcessorSimulator } from './simulator.ts';

/** Controls that only dLocal's simulator has. */
export interface DlocalSimulator extends ProcessorSimulator {
  capturedMinor(): bigint;
  refundedMinor(): bigint;
  readonly ways: { cancels: boolean; tellsRefundIds: boolean; repeatsInstructions: boolean };
  readonly payers: Payers;
  /** The payer names no valid bank account in time. */
  cancelRefund(refundId: string): void;
  /** Sets a waiting payment to one of dLocal's status codes. */
  move(attemptId: string, statusCode: string): void;
  /** The bank only asks about a payment; returns dLocal's id of the inquiry. */
  inquire(attemptId: string): string;
}

/** dLocal in memory, by its public definitions: cards in both flows, refunds, chargebacks, signed notifications. */
export async function startDlocalSimulator(): Promise<DlocalSimulator> {
  const account = createAccount();
  const { payments, refunds, chargebacks, ways } = account;
  const faults = createFaults();
  const counts: Record<string, number> = {};
  const server = Fastify();
  await server.register(apiRoutes(account, faults, counts));
  await server.register(pageRoutes(account));
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  ways.url = url;

  function paymentOf(attemptId: string): PaymentRow {
    return only(payments.find(({ orderId }) => orderId === attemptId));
  }

  function waitingOf(attemptId: string): PaymentRow {
    const payment = paymentOf(attemptId);
    if (payment.status !== 'PENDING') throw new Error('the payment has ended');
    return payment;
  }

  return {
    name: 'dlocal',
    url,
    env: {
      DLOCAL_LOGIN: keys.login,
      DLOCAL_TRANS_KEY: keys.transKey,
      DLOCAL_SECRET_KEY: keys.secretKey,
      DLOCAL_API_URL: url,
      DLOCAL_MAX_INSTALMENTS: '12',
    },
    currency: 'BRL',
    country: 'BRA',
    document: '529.982.247-25',
    cards,
    cardInOne,
    kinds: ['hosted', 'direct'],
    can: ['pending_refunds', 'body_signed'],
    ways,
    misbehave: (fault, times = 1, pathPart = '') => faults.set(fault, times, pathPart),
    calls: () => ({ ...counts }),
    pay: (pageUrl, role) => submit(pageUrl, role),
    failChallenge: (pageUrl) => submit(pageUrl, 'fail'),
    leave: (pageUrl) => submit(pageUrl, 'leave'),
    move: (attemptId, statusCode) => account.move(paymentOf(attemptId), statusCode),
    decidePending: async (attemptId, outcome) => account.move(paymentOf(attemptId), codes[outcome]),
    payers: {
      pay: async (attemptId) => account.move(waitingOf(attemptId), codes.approved),
      expire: async (attemptId) => account.move(waitingOf(attemptId), '500'),
      begunOf: (attemptId) => payments.filter(({ orderId }) => orderId === attemptId).length,
    },
    holdRefunds(count) {
      ways.heldRefunds = count;
    },
    async endRefund(refundId, outcome) {
      const refund = only(refunds.find(({ orderRefundId }) => orderRefundId === refundId));
      account.endRefund(refund, outcome === 'succeeded' ? 'SUCCESS' : 'REJECTED');
    },
    cancelRefund(refundId) {
      account.endRefund(only(refunds.find(({ orderRefundId }) => orderRefundId === refundId)), 'CANCELLED');
    },
    refundInPanel: async (attemptId, amountMinor) =>
      account.refundInPanel(paymentOf(attemptId), amountMinor).id,
    openDispute: async (attemptId, amount) =>
      account.addChargeback(paymentOf(attemptId), 'PENDING', amount).id,
    async closeDispute(disputeId, outcome) {
      const chargeback = only(chargebacks.find(({ id }) => id === disputeId));
      account.endChargeback(chargeback, outcome === 'won' ? 'REVERSAL' : 'DISPUTE_LOST');
    },
    inquire: (attemptId) => account.addChargeback(paymentOf(attemptId), 'INQUIRY').id,
    notifications: account.notifications,
    notify(address) {
      ways.notifyUrl = address;
    },
    capturedMinor: () => sumOf(payments.filter(({ status }) => status === 'PAID')),
    refundedMinor: () => sumOf(refunds.filter(({ status }) => status === 'SUCCESS' || status === 'PENDING')),
    capturesOf: (attemptId) =>
      payments.filter(({ orderId, status }) => orderId === attemptId && status === 'PAID').length,
    instalmentsOf: (attemptId) => paymentOf(attemptId).instalments,
    skewClock(ms) {
      ways.skewMs = ms;
    },
    async close() {
      await Promise.allSettled(account.sending);
      server.server.closeAllConnections();
      await server.close();
    },
  };
}

/** Returns the URL to which the page sends the customer next. */
async function submit(pageUrl: string, choice: string): Promise<string> {
  const answer = await fetch(pageUrl, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ choice }),
  });
  await answer.arrayBuffer();
  return answer.headers.get('location') ?? '';
}

function only<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new Error("dLocal's simulator knows nothing by that id");
  return row;
}

function sumOf(rows: readonly { amountMinor: bigint }[]): bigint {
  return rows.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
}
