import { isProcessed, methods } from '../../accounts/methods/methods.ts';
import type { Db } from '../../base/db/sql.ts';
import { type Money, moneyToDecimal } from '../../base/money/money.ts';
import type { Notation } from '../../chain/chains/port/notation.ts';
import { attemptsOf } from '../../payments/charges/attempts/attempt-store.ts';
import { authorizationOf } from '../../payments/charges/authorizations/authorization-store.ts';
import { closingsOf } from '../../payments/charges/authorizations/closing-store.ts';
import type { Closing } from '../../payments/charges/authorizations/decide-authorization.ts';
import { type Attempt, type Charge, hasEnded, takenMoney } from '../../payments/charges/charge.ts';
import { disputeChangesOf, disputesOf } from '../../payments/charges/disputes/dispute-store.ts';
import { type KeptWarning, warningsOf } from '../../payments/charges/disputes/warning-store.ts';
import { movementsOf } from '../../payments/charges/movements/movement-store.ts';
import { type Refund, refundsOf } from '../../payments/charges/refunds/refund-store.ts';
import type { UnexpectedPayment } from '../../payments/charges/unexpected/unexpected-payment.ts';
import { unexpectedOf } from '../../payments/charges/unexpected/unexpected-store.ts';
import { eventEntries } from './event-entries.ts';
import { type History, type HistoryEntry, inOrder, known } from './history.ts';
import { ledgerEntries } from './ledger-entries.ts';
import { orderEntries } from './order-history.ts';

const standings: Readonly<Record<Charge['status'], string>> = {
  open: 'waits to be paid',
  authorized: 'is authorized, and waits to be captured',
  approved: 'was paid',
  declined: 'was declined: every try was refused',
  canceled: 'was canceled by the merchant',
  voided: 'was authorized and released; nothing was taken',
  expired: 'expired unpaid',
  partially_refunded: 'was paid, and part of it given back',
  refunded: 'was paid and given back in full',
  charged_back: "was paid and taken back by the customer's bank",
};

export async function chargeHistory(db: Db, charge: Charge, notation: Notation): Promise<History> {
  const { merchantId, id } = charge;
  const attempts = await attemptsOf(db, merchantId, id);
  const refunds = await refundsOf(db, merchantId, id);
  const [authorization, closings] = await Promise.all([
    authorizationOf(db, merchantId, id),
    closingsOf(db, merchantId, id),
  ]);
  const order = !isProcessed(charge.method) ? await orderEntries(db, merchantId, id, notation) : null;
  const disputes = await disputesOf(db, merchantId, id);
  const changes = await disputeChangesOf(db, merchantId, id);
  const unexpected = await unexpectedOf(db, merchantId, id);
  const ids = [
    id,
    ...[...refunds, ...disputes, ...changes, ...unexpected].map((each) => each.id),
    ...unexpected.flatMap(({ returnId }) => returnId ?? []),
  ];
  const subjects = [...ids, ...(await movementsOf(db, merchantId, ids)), ...(order?.transferIds ?? [])];
  const unresolved = attempts.some((attempt) => !hasEnded(attempt));
  return {
    title: `Charge ${id}`,
    standing: `This charge of ${amountText(charge.amount)} ${standings[charge.status]}${
      unresolved ? '; what became of a try is not known yet' : ''
    }.`,
    facts: known([
      ['Merchant', merchantId],
      ['Method', `${charge.method}, ${charge.country}`],
      ['Order number', charge.orderNumber],
      ['Customer', [charge.customerId, charge.email].filter(Boolean).join(', ')],
      ['Description', charge.description],
      ['Captured', charge.capturedMinor === null ? null : amountText(takenMoney(charge))],
      [
        'Capture until',
        charge.status === 'authorized' ? (authorization?.expiresAt?.toISOString() ?? null) : null,
      ],
      [
        'Given back',
        charge.refundedMinor > 0n
          ? amountText({ ...charge.amount, amountMinor: charge.refundedMinor })
          : null,
      ],
      ['Pay until', charge.status === 'open' ? charge.expiresAt.toISOString() : null],
    ]),
    lines: inOrder([
      { at: charge.createdAt, part: 'payment', text: `The merchant asked for ${amountText(charge.amount)}.` },
      ...attempts.map(attemptLine),
      ...(order?.lines ?? []),
      ...closings.flatMap((closing) => closingLines(closing, charge.amount)),
      ...refunds.flatMap((refund) => refundLines(refund, charge.amount)),
      ...unexpected.flatMap(unexpectedLines),
      ...(await warningsOf(db, merchantId, id)).map(warningLine),
      ...(await ledgerEntries(db, merchantId, subjects)),
      ...(await eventEntries(db, merchantId, id)),
    ]),
  };
}

function amountText(money: Money): string {
  return `${moneyToDecimal(money)} ${money.currency}`;
}

function attemptLine(attempt: Attempt): HistoryEntry {
  const { card, instalments, processor, route, status, refusal, inquiries, processorReference } = attempt;
  const isCard = methods[attempt.method].way === 'card';
  const cardText = card
    ? `${card.brand} ${card.first6 ?? ''}…${card.last4}`
    : isCard
      ? 'a card'
      : attempt.method;
  const inSeveral = instalments !== null && instalments > 1 ? ` in ${instalments} instalments` : '';
  const outcome = {
    created: 'no answer yet',
    authenticating:
      attempt.kind === 'hosted'
        ? "the customer is on the processor's page"
        : 'the bank asks the customer (3-D Secure)',
    awaiting: 'the customer has instructions and has not paid yet',
    pending: 'the bank has not decided yet',
    unknown: `no answer; asked ${inquiries} times what became of it`,
    approved: `approved${processorReference ? `, ${processorReference} at the processor` : ''}`,
    refused: `refused: ${(refusal ?? 'no reason given').replaceAll('_', ' ')}`,
  }[status];
  return {
    at: attempt.createdAt,
    part: 'attempt',
    text: `Tried with ${cardText}${inSeveral} at ${processor}${route ? ` (${route})` : ''}: ${outcome} (${attempt.id}).`,
  };
}

function warningLine({ kind, reason, processor, reference, toldAt }: KeptWarning): HistoryEntry {
  const what = {
    fraud: 'fraud',
    claim: 'a claim of the customer',
  }[kind];
  const why = reason === null ? '' : `: ${reason}`;
  return { at: toldAt, part: 'payment', text: `${processor} warned of ${what}${why} (${reference}).` };
}

function unexpectedLines(payment: UnexpectedPayment): HistoryEntry[] {
  const { kind, status, processor, reference, paid, arrivedAt, decidedAt, endedAt, failure } = payment;
  const amount = amountText(paid);
  const what = {
    late: 'after its attempt had ended',
    second: 'although it was paid already',
    other_amount: 'which is not what was asked for',
  }[kind];
  const arrived: HistoryEntry = {
    at: arrivedAt,
    part: 'payment',
    text: `${amount} came at ${processor}, ${what} (${reference}, ${payment.id}).`,
  };
  if (!decidedAt) return [arrived];
  const decided: HistoryEntry = {
    at: decidedAt,
    part: 'payment',
    text:
      status === 'accepted'
        ? `The merchant accepted the ${amount}${payment.pays ? ' as the payment' : ' beside the payment'}.`
        : `The merchant wants the ${amount} given back${failure ? `; the processor refused: ${failure}` : ''}.`,
  };
  const returned: HistoryEntry[] =
    status === 'returned' && endedAt
      ? [{ at: endedAt, part: 'refund', text: `The ${amount} were given back.` }]
      : [];
  return [arrived, decided, ...returned];
}

function closingLines(closing: Closing, { currency }: Money): HistoryEntry[] {
  const amount = amountText({ currency, amountMinor: closing.amountMinor });
  const { kind, origin, resolvedAt, status } = closing;
  const done = kind === 'capture' ? `${amount} captured` : `${amount} released`;
  if (origin === 'external') {
    return [{ at: closing.createdAt, part: 'payment', text: `${done} in the processor's own panel.` }];
  }
  const asked: HistoryEntry = {
    at: closing.createdAt,
    part: 'payment',
    text: `${kind === 'capture' ? `A capture of ${amount}` : 'A void'} was requested (${closing.id}).`,
  };
  if (!resolvedAt) return [asked];
  const text =
    status === 'failed' ? `The ${kind} failed: ${closing.failure ?? 'no reason given'}.` : `${done}.`;
  return [asked, { at: resolvedAt, part: 'payment', text }];
}

function refundLines(refund: Refund, { currency }: Money): HistoryEntry[] {
  const amount = amountText({ currency, amountMinor: refund.amountMinor });
  const asked: HistoryEntry = {
    at: refund.createdAt,
    part: 'refund',
    text: `${amount} asked back (${refund.id})${refund.reason === null ? '' : `: ${refund.reason}`}.`,
  };
  if (!refund.resolvedAt) return [asked];
  const text =
    refund.status === 'failed'
      ? `The refund failed: ${refund.failure ?? 'no reason given'}.`
      : `${amount} given back.`;
  return [asked, { at: refund.resolvedAt, part: 'refund', text }];
}
