import { Type } from 'typebox';
import {
  atMerchant,
  atMerchantSchema,
  type PersonAtMerchant,
} from '../../accounts/dashboard-kit/at-merchant.ts';
import { totalsAnswer } from '../../accounts/dashboard-kit/totals.ts';
import { decimalsOf } from '../../accounts/ledger/ledger.ts';
import { isProcessed, methods } from '../../accounts/methods/methods.ts';
import type { PeopleAuthenticator } from '../../accounts/people/authenticate.ts';
import type { SignedIn } from '../../accounts/people/person.ts';
import type { Reads } from '../../base/db/reads.ts';
import { PasarelaError } from '../../base/ground/errors.ts';
import { envelope, errors, success } from '../../base/http/envelope.ts';
import { readId } from '../../base/http/request/list-values.ts';
import { cutPage, pageLimit } from '../../base/http/request/paging.ts';
import { type App, notFound } from '../../base/http/server.ts';
import { formatUnits, isAsset } from '../../base/money/asset.ts';
import { formatDecimal, moneyToDecimal } from '../../base/money/money.ts';
import { assetOn, networkById } from '../../chain/chains/networks.ts';
import { isWorthShowing } from '../../crypto/deposits/strays/stray-shape.ts';
import { straysOfOrder } from '../../crypto/deposits/strays/stray-store.ts';
import { orderCrypto } from '../../crypto/orders/charge-crypto.ts';
import { type EarlierPayment, earlierPayment } from '../../crypto/orders/earlier-payment.ts';
import type { Anomaly } from '../../crypto/orders/order.ts';
import { unitsToDecide } from '../../crypto/orders/outcome/resolve-order.ts';
import { type CryptoOrder, findOrderById } from '../../crypto/orders/store.ts';
import { type RecordedTransfer, transfersOfOrder } from '../../crypto/orders/transfers/transfer-store.ts';
import { refundableOf } from '../../crypto/payouts/refund/refund-order.ts';
import { sortedEntries } from '../../events/outbox/timeline.ts';
import { timelineSchema } from '../../events/outbox/timeline-schema.ts';
import { authorizationOf } from '../../payments/charges/authorizations/authorization-store.ts';
import { pendingClosing } from '../../payments/charges/authorizations/closing-store.ts';
import type { Attempt, Charge } from '../../payments/charges/charge.ts';
import type { PaymentProcessors } from '../../payments/charges/payment-processors.ts';
import {
  type BankRefundStatus,
  bankRefundStatuses,
  isOpen,
} from '../../payments/charges/refunds/bank/bank-refund.ts';
import { bankRefundsOf } from '../../payments/charges/refunds/bank/bank-refund-store.ts';
import { refundableMinor } from '../../payments/charges/refunds/decide-refund.ts';
import { takerOf } from '../../payments/charges/refunds/refund-charge.ts';
import { refundsOf } from '../../payments/charges/refunds/refund-store.ts';
import { findCharge } from '../../payments/charges/store.ts';
import { type ChargeCrypto, chargeCryptoSchema } from '../../payments/charges/transaction-shape.ts';
import { canReturn } from '../../payments/charges/unexpected/resolve-unexpected.ts';
import {
  decideUnexpected,
  type UnexpectedKind,
  type UnexpectedStatus,
  unexpectedKinds,
  unexpectedStatuses,
} from '../../payments/charges/unexpected/unexpected-payment.ts';
import { unexpectedOf } from '../../payments/charges/unexpected/unexpected-store.ts';
import { listPayments, totalPayments } from './list-payments.ts';
import { type PaymentSummary, paymentStates, summarizeCharge, summarizeOrder } from './payment.ts';
import { paymentMoney } from './payment-money.ts';
import { paymentFilterSchema, paymentListSchema, readPaymentQuery } from './payment-query.ts';
import { type ReceiptOf, type SendReceiptDeps, sendReceipt } from './send-receipt.ts';
import {
  chargeTimeline,
  orderTimeline,
  type PaymentEntry,
  payInTimeline,
  paymentEntryKinds,
} from './timeline.ts';

export interface PaymentRoutesDeps extends SendReceiptDeps {
  reads: Reads;
  people: PeopleAuthenticator;
  processors: Pick<PaymentProcessors, 'of'>;
  /** All API addresses are on one host: the page can also reach those of the crypto flow. */
  isOneHost: boolean;
  /** The settlement in which an entry of the merchant's balance is; null: none yet. */
  settlementOf(
    merchantId: string,
    currency: string,
    entryId: string,
  ): Promise<{ id: string; status: string; requestedAt: Date } | null>;
}

const nullableText = Type.Union([Type.String(), Type.Null()]);
const summaryFields = {
  id: Type.String({ description: 'The reference of a charge, the id of an order' }),
  kind: Type.Enum(['charge', 'order']),
  state: Type.Enum([...paymentStates]),
  status: Type.String({ description: 'The status in the words of readTransaction or readCryptoOrder' }),
  method: Type.String(),
  amount: Type.String({ description: 'A decimal, exact' }),
  captured: Type.Union([Type.String(), Type.Null()], {
    description: 'With manual capture: what was captured; null: nothing yet, or the capture is automatic',
  }),
  currency: Type.String(),
  refunded: Type.String(),
  order_number: nullableText,
  email: nullableText,
  description: nullableText,
  created_at: Type.String(),
};
const listAnswer = envelope(
  Type.Object({ payments: Type.Array(Type.Object(summaryFields)), next_cursor: nullableText }),
);
const detailAnswer = envelope(
  Type.Object({
    ...summaryFields,
    can_cancel: Type.Boolean(),
    hold: Type.Union([
      Type.Object({
        amount: Type.String({ description: 'A decimal, exact: what can be captured' }),
        expires_at: nullableText,
        under_way: Type.Boolean({ description: 'A capture or a void was requested and is not answered yet' }),
      }),
      Type.Null(),
    ]),
    refund: Type.Union([
      Type.Object({
        way: Type.Enum(['card', 'bank', 'chain'], {
          description:
            'refundTransaction, or refundCryptoOrder; bank: the customer is asked for a bank account, and the merchant transfers the money',
        }),
        left: Type.String({ description: 'At most; a decimal, exact, of `unit`' }),
        unit: Type.String({ description: 'A currency, or the asset' }),
        is_whole: Type.Boolean({ description: 'It goes back whole: send no amount' }),
      }),
      Type.Null(),
    ]),
    can_send_receipt: Type.Boolean(),
    decision: Type.Union(
      [
        Type.Object({
          reasons: Type.Array(Type.Enum(['underpaid', 'overpaid', 'late', 'orphaned', 'reversed'])),
          amount: Type.String({ description: 'A decimal, exact, of the asset' }),
          asset: Type.String(),
        }),
        Type.Null(),
      ],
      { description: 'Money that came late, short or too often, and waits for resolveCryptoOrder' },
    ),
    unexpected: Type.Array(
      Type.Object({
        id: Type.String(),
        kind: Type.Enum([...unexpectedKinds]),
        status: Type.Enum([...unexpectedStatuses]),
        amount: Type.String({ description: 'What came; a decimal, exact' }),
        currency: Type.String(),
        pays_charge: Type.Boolean({ description: 'If it is accepted now, it becomes the payment' }),
        can_return: Type.Boolean({ description: 'The processor can give it back' }),
        failure: Type.Union([Type.String(), Type.Null()], {
          description: 'Why the processor refused to give it back',
        }),
      }),
      {
        description:
          'Came late, a second time or as another amount, and waits for resolveTransaction, or for the processor',
      },
    ),
    bank_refunds: Type.Array(
      Type.Object({
        id: Type.String(),
        status: Type.Enum([...bankRefundStatuses]),
        amount: Type.String({ description: 'A decimal, exact' }),
        currency: Type.String(),
        email: Type.String({ description: 'Whom the link was mailed to' }),
        account: Type.Union([Type.String(), Type.Null()], { description: 'Enough to recognise it' }),
        asked_at: Type.String(),
      }),
      { description: 'Refunds to a bank account that wait for the customer or the merchant' },
    ),
    already_paid: Type.Union(
      [Type.Object({ payment: Type.String(), method: Type.String(), paid_at: Type.String() }), Type.Null()],
      { description: 'The payment that had already paid its link: this one is, or would be, a second' },
    ),
    strays: Type.Array(
      Type.Object({
        amount: Type.String({ description: 'A decimal, exact, of the asset' }),
        asset: Type.String(),
        network: Type.String(),
        at: Type.String(),
      }),
      { description: 'Came on another network or in another coin, and waits for the operator' },
    ),
    money: Type.Union(
      [
        Type.Object({
          asset: Type.String(),
          paid_at: Type.String(),
          gross: Type.String({ description: 'Paid by the customer; a decimal, exact, like the others' }),
          fee: Type.String(),
          net: Type.String({ description: 'The share of the merchant, before refunds and chargebacks' }),
          charged_back: Type.String(),
          is_direct: Type.Boolean({
            description: "It went to the merchant's own account at the processor, not to its balance here",
          }),
          settlement: Type.Union(
            [
              Type.Object({
                id: Type.String(),
                status: Type.String({ description: 'requested or paid' }),
                requested_at: Type.String(),
              }),
              Type.Null(),
            ],
            { description: 'In which it is; null: none yet, or it never is' },
          ),
        }),
        Type.Null(),
      ],
      { description: 'By the ledger; null: nothing was paid' },
    ),
    crypto: Type.Union([chargeCryptoSchema, Type.Null()], {
      description: 'How it is paid in USDT or USDC; null: it is not, or no network was chosen yet',
    }),
    timeline: timelineSchema(paymentEntryKinds),
  }),
);

interface ShownUnexpected {
  id: string;
  kind: UnexpectedKind;
  status: UnexpectedStatus;
  amount: string;
  currency: string;
  pays_charge: boolean;
  can_return: boolean;
  failure: string | null;
}

interface PaymentDetail extends PaymentSummary {
  can_cancel: boolean;
  /** null: nothing waits to be captured. */
  hold: { amount: string; expires_at: string | null; under_way: boolean } | null;
  can_send_receipt: boolean;
  decision: { reasons: Exclude<Anomaly, 'expired'>[]; amount: string; asset: string } | null;
  refund: { way: 'card' | 'bank' | 'chain'; left: string; unit: string; is_whole: boolean } | null;
  strays: { amount: string; asset: string; network: string; at: string }[];
  unexpected: ShownUnexpected[];
  bank_refunds: {
    id: string;
    status: BankRefundStatus;
    amount: string;
    currency: string;
    email: string;
    account: string | null;
    asked_at: string;
  }[];
  already_paid: { payment: string; method: string; paid_at: string } | null;
  money: {
    asset: string;
    paid_at: string;
    gross: string;
    fee: string;
    net: string;
    charged_back: string;
    is_direct: boolean;
    settlement: { id: string; status: string; requested_at: string } | null;
  } | null;
  crypto: ChargeCrypto | null;
  timeline: PaymentEntry[];
}

/** A merchant's payments for the dashboard. Actions on a payment use the API. */
export function paymentRoutes(app: App, deps: PaymentRoutesDeps): void {
  const { sql, notation } = deps;
  const someone = atMerchant(deps.people);
  const shared = { ...atMerchantSchema, 'x-permission': 'payments.read' } as const;

  app.get(
    '/dashboard/api/payments',
    {
      config: { face: 'api' },
      onRequest: someone.onRequest,
      schema: {
        operationId: 'listPayments',
        summary: 'List payments by card and in crypto, newest first',
        ...shared,
        querystring: paymentListSchema,
        response: { 200: listAnswer, ...errors(401, 403, 404, 422) },
      },
    },
    async (request) => {
      const { merchant } = someone.callerOf(request);
      const query = { ...readPaymentQuery(request.query), limit: pageLimit };
      const found = await deps.reads.read((some) => listPayments(some, merchant.id, query));
      const { page, next_cursor } = cutPage(found, ({ id }) => id);
      return success('Payments', { payments: page, next_cursor });
    },
  );

  app.get(
    '/dashboard/api/payments/total',
    {
      config: { face: 'api' },
      onRequest: someone.onRequest,
      schema: {
        operationId: 'totalPayments',
        summary: 'Sum up the payments of a filter, by currency',
        ...shared,
        querystring: Type.Object(paymentFilterSchema),
        response: { 200: totalsAnswer, ...errors(401, 403, 404, 422) },
      },
    },
    async (request) => {
      const { merchant } = someone.callerOf(request);
      const query = readPaymentQuery(request.query);
      const { totals, isMore } = await deps.reads.read((some) => totalPayments(some, merchant.id, query));
      return success('Total', {
        totals: totals.map(({ currency, count, amountMinor, paidMinor }) => ({
          currency,
          count,
          amount: moneyToDecimal({ amountMinor, currency }),
          paid: moneyToDecimal({ amountMinor: paidMinor, currency }),
        })),
        is_more: isMore,
      });
    },
  );

  app.get(
    '/dashboard/api/payments/:payment',
    {
      config: { face: 'api' },
      onRequest: someone.onRequest,
      schema: {
        operationId: 'readPayment',
        summary: 'Read a payment and what happened to it',
        ...shared,
        params: Type.Object({ payment: Type.String() }),
        response: { 200: detailAnswer, ...errors(401, 403, 404) },
      },
    },
    async (request) => {
      const caller = someone.callerOf(request);
      const detail = await readDetail(caller, await findPayment(caller.merchant.id, request.params.payment));
      return success('Payment', detail);
    },
  );

  app.post(
    '/dashboard/api/payments/:payment/receipt',
    {
      config: { face: 'api' },
      onRequest: someone.onRequest,
      schema: {
        operationId: 'sendReceipt',
        summary: 'Mail the receipt of a payment to its customer once more',
        ...shared,
        'x-permission': 'payments.receipt',
        params: Type.Object({ payment: Type.String() }),
        response: { 200: envelope(Type.Null()), ...errors(400, 401, 403, 404, 409, 413, 415, 422) },
      },
    },
    async (request) => {
      const { merchant, actor } = someone.callerOf(request);
      const payment = await findPayment(merchant.id, request.params.payment);
      if (!merchant.settings.receipts) {
        throw new PasarelaError('receipt_missing', 'Receipts are switched off for this merchant.');
      }
      await sendReceipt(deps, payment, actor);
      return success('The receipt is on its way', null);
    },
  );

  /** A charge with the order that pays it, or an order alone. */
  async function findPayment(merchantId: string, text: string): Promise<ReceiptOf> {
    const id = readId(text);
    const charge = id && (await findCharge(sql, merchantId, id));
    const found = id && !(charge && isProcessed(charge.method)) ? await findOrderById(sql, id) : null;
    const order = found?.merchantId === merchantId ? found : null;
    if (!charge && !order) throw notFound();
    return { charge: charge || null, order };
  }

  async function readDetail(
    { by, merchant }: PersonAtMerchant,
    { charge, order }: ReceiptOf,
  ): Promise<PaymentDetail> {
    const transfers = order ? await transfersOfOrder(sql, merchant.id, order.id) : [];
    const units = order && deps.isOneHost ? unitsToDecide(order, transfers) : null;
    const email = charge ? charge.email : order?.email;
    const isPaid = order ? order.status === 'success' : charge?.approvedAt !== null;
    return {
      ...(charge ? await readCharge(by, charge) : await readOrder(order as CryptoOrder)),
      refund: order ? await chainRefund(order, transfers) : charge && (await processorRefund(charge)),
      strays: order ? await waitingStrays(order) : [],
      unexpected: charge ? await openUnexpected(charge) : [],
      bank_refunds: charge ? await openBankRefunds(charge) : [],
      money: await readMoney(merchant.id, (charge ?? (order as CryptoOrder)).id),
      crypto: order ? await orderCrypto(sql, order) : null,
      already_paid: shapeEarlier(
        charge && (await earlierPayment(sql, { merchantId: charge.merchantId, chargeId: charge.id })),
      ),
      can_send_receipt: isPaid && Boolean(email) && merchant.settings.receipts,
      decision:
        order && units !== null
          ? {
              reasons: order.anomalies.filter((anomaly) => anomaly !== 'expired'),
              amount: notation.formatAmount(order.hold?.network ?? null, units),
              asset: order.asset,
            }
          : null,
    };
  }

  type Known = Omit<
    PaymentDetail,
    | 'can_send_receipt'
    | 'decision'
    | 'refund'
    | 'already_paid'
    | 'strays'
    | 'unexpected'
    | 'bank_refunds'
    | 'money'
    | 'crypto'
  >;

  async function readMoney(merchantId: string, id: string): Promise<PaymentDetail['money']> {
    const money = (await paymentMoney(sql, merchantId, [id])).get(id);
    if (!money) return null;
    const { asset, paidAt, fee, net, chargedBack, isDirect, entryId } = money;
    const settlement =
      isDirect || isAsset(asset) ? null : await deps.settlementOf(merchantId, asset, entryId);
    const written = (units: bigint): string => formatDecimal(units, decimalsOf(asset));
    return {
      asset,
      paid_at: paidAt.toISOString(),
      gross: written(net + fee),
      fee: written(fee),
      net: written(net),
      charged_back: written(chargedBack),
      is_direct: isDirect,
      settlement: settlement && {
        id: settlement.id,
        status: settlement.status,
        requested_at: settlement.requestedAt.toISOString(),
      },
    };
  }

  async function waitingStrays({ merchantId, id }: CryptoOrder): Promise<PaymentDetail['strays']> {
    const strays = await straysOfOrder(sql, merchantId, id);
    return strays
      .filter((stray) => isWorthShowing(stray) && stray.decision === null)
      .map(({ network, amountUnits, blockTime }) => ({
        amount: notation.formatAmount(network, amountUnits),
        asset: assetOn(network),
        network: networkById(network)?.title ?? network,
        at: blockTime.toISOString(),
      }));
  }

  async function openUnexpected(charge: Charge): Promise<ShownUnexpected[]> {
    const all = await unexpectedOf(sql, charge.merchantId, charge.id);
    const open = all.filter(({ endedAt }) => endedAt === null);
    return await Promise.all(
      open.map(async (payment) => ({
        id: payment.id,
        kind: payment.kind,
        status: payment.status,
        amount: moneyToDecimal(payment.paid),
        currency: payment.paid.currency,
        pays_charge: decideUnexpected(payment, charge, false, 'accept').kind === 'pays',
        can_return: await canReturn(deps, payment),
        failure: payment.failure,
      })),
    );
  }

  async function openBankRefunds(charge: Charge): Promise<PaymentDetail['bank_refunds']> {
    if (methods[charge.method].way === 'card') return [];
    const [all, refunds] = await Promise.all([
      bankRefundsOf(sql, charge.merchantId, charge.id),
      refundsOf(sql, charge.merchantId, charge.id),
    ]);
    const { currency } = charge.amount;
    return all
      .filter(({ status }) => isOpen(status))
      .map(({ id, status, email, detailsHint, askedAt }) => {
        const amountMinor = refunds.find((refund) => refund.id === id)?.amountMinor ?? 0n;
        const amount = moneyToDecimal({ amountMinor, currency });
        return { id, status, amount, currency, email, account: detailsHint, asked_at: askedAt.toISOString() };
      });
  }

  async function processorRefund(charge: Charge): Promise<PaymentDetail['refund']> {
    const left = refundableMinor(charge);
    if (left === 0n || !isProcessed(charge.method)) return null;
    const { way } = await takerOf(deps, charge);
    if (way === 'bank_details' && !charge.email) return null;
    const { currency } = charge.amount;
    return {
      way: way === 'bank_details' ? 'bank' : 'card',
      left: moneyToDecimal({ amountMinor: left, currency }),
      unit: currency,
      is_whole: false,
    };
  }

  async function chainRefund(
    order: CryptoOrder,
    transfers: RecordedTransfer[],
  ): Promise<PaymentDetail['refund']> {
    const can = deps.isOneHost ? await refundableOf(sql, order, transfers) : null;
    return can && { way: 'chain', left: formatUnits(can.units), unit: order.asset, is_whole: can.isWhole };
  }

  async function readCharge(by: SignedIn, charge: Charge): Promise<Known> {
    const timeline = await chargeTimeline(sql, charge, (attempt) => pageOf(by, attempt));
    const asset = charge.method;
    const chain = isAsset(asset) ? await orderTimeline(sql, { ...charge, asset }, notation) : [];
    return {
      ...summarizeCharge(charge),
      can_cancel: charge.status === 'open',
      hold: charge.status === 'authorized' ? await readHold(charge) : null,
      timeline: sortedEntries([...timeline, ...chain]),
    };
  }

  async function readHold({ merchantId, id, amount }: Charge): Promise<PaymentDetail['hold']> {
    const authorization = await authorizationOf(sql, merchantId, id);
    return {
      amount: moneyToDecimal(amount),
      expires_at: authorization?.expiresAt?.toISOString() ?? null,
      under_way: (await pendingClosing(sql, merchantId, id)) !== null,
    };
  }

  async function readOrder(order: CryptoOrder): Promise<Known> {
    return {
      ...summarizeOrder(order),
      can_cancel: false,
      hold: null,
      timeline: await payInTimeline(sql, order, notation),
    };
  }

  /** The installation's accounts are visible to its operators only; a merchant's own also to the merchant. */
  async function pageOf(by: SignedIn, attempt: Attempt): Promise<string | null> {
    const isTheirs = attempt.accountId !== null || by.held.some(({ merchantId }) => merchantId === null);
    if (!isTheirs || attempt.processorReference === null) return null;
    return (await deps.processors.of(attempt)).pageOf?.(attempt.processorReference) ?? null;
  }
}

function shapeEarlier(earlier: EarlierPayment | null): PaymentDetail['already_paid'] {
  if (!earlier) return null;
  const { chargeId, method, paidAt } = earlier;
  return { payment: chargeId, method, paid_at: paidAt.toISOString() };
}
