import { type Static, Type } from 'typebox';
import { formatDecimal } from '../../base/money/money.ts';
import type { Notation } from '../../chain/chains/port/notation.ts';
import { conversionNotice } from '../../crypto/orders/conversion.ts';
import { type EarlierPayment, earlierPaymentNotice } from '../../crypto/orders/earlier-payment.ts';
import { cryptoAmountOf, marksOf, moneyOf } from '../../crypto/orders/order.ts';
import { isTicketExpired, type OrderTicket } from '../../crypto/orders/order-token.ts';
import type { CryptoOrder } from '../../crypto/orders/store.ts';
import type { RecordedTransfer } from '../../crypto/orders/transfers/transfer-store.ts';
import { payoutStatuses } from '../../crypto/payouts/payout.ts';
import { alreadyPaidSchema, conversionSchema, straysSchema } from '../../payments/charges/notice-schema.ts';

const nullable = (description?: string) =>
  Type.Union([Type.String(), Type.Null()], description === undefined ? {} : { description });

const refusedMail = (description: string) =>
  Type.Optional(
    Type.Object(
      {
        email: Type.String({ description: 'The address, as it is now' }),
        at: Type.String({ description: 'ISO 8601, UTC' }),
        answer: Type.String({ description: 'In the words of the mail server' }),
      },
      { description },
    ),
  );

/** A refund of an order on the chain, as the merchant reads it. */
export const refundSchema = Type.Object(
  {
    id: Type.String({
      description: 'GET /payment/{id} reads it; its link, e-mail and cancelling go by it, too',
    }),
    refundOf: Type.String({ description: 'The order' }),
    reason: nullable(),
    status: Type.Enum([...payoutStatuses], {
      description: 'open: the customer was mailed a link and has not confirmed a wallet yet',
    }),
    amount: Type.String({ description: 'In currency' }),
    currency: Type.String(),
    network: nullable('null: the customer has not chosen yet'),
    walletAddress: nullable('Where it is sent to'),
    failure: nullable('Why it failed; what it was to give back is where it was'),
    waiting: nullable('Why it is not sent now'),
    opensUntil: Type.String({ description: 'Until then the customer can confirm a wallet; ISO 8601, UTC' }),
    createdAt: Type.String({ description: 'ISO 8601, UTC' }),
    transactions: Type.Array(
      Type.Object({
        transactionHash: Type.String(),
        amount: Type.String(),
        orphaned: Type.Boolean({ description: 'It did not stay on the chain, or was replaced' }),
      }),
    ),
  },
  { 'x-name': 'CryptoRefund' },
);

/** An order as the merchant reads it, pay-in or payout. */
export const orderSchema = Type.Object(
  {
    id: Type.String(),
    type: Type.Union([Type.Enum(['cashin', 'cashout']), Type.Null()], {
      description: 'null: created and never processed',
    }),
    status: Type.Enum(['created', 'awaiting', ...payoutStatuses]),
    anomalies: Type.Array(Type.String()),
    amount: Type.String({
      description:
        'In USD. Of a charge in another currency: what it was worth when its rate was fixed, 0.00 before; see conversion',
    }),
    conversion: Type.Optional(conversionSchema),
    merchantIdCustom: nullable(),
    currency: nullable('What it is paid in: USDT or USDC; null: created and never processed'),
    network: nullable(),
    walletAddress: nullable('Where it is paid to'),
    cryptoAmount: nullable(
      'cashin, as in webhooks: what a success credited, else what was received; null: no network was chosen yet. cashout: paid out. With as many decimals as the contract of its network has',
    ),
    expected: Type.Optional(nullable('cashin: to be paid; null: no network was chosen yet')),
    received: Type.Optional(Type.String({ description: 'cashin: all that came, also late and as dust' })),
    credited: Type.Optional(Type.String({ description: 'cashin: yours, before the fee' })),
    undecided: Type.Optional(
      Type.String({
        description:
          'cashin: waits for your decision (POST /payment/{order}/resolve): what no rule gave to anybody, and what was credited beyond the price',
      }),
    ),
    resolution: Type.Optional(
      Type.String({
        description:
          'cashin: what was decided about money out of the ordinary: accepted, refund_due, refunded or ignored',
      }),
    ),
    alreadyPaid: Type.Optional(alreadyPaidSchema),
    secondPayment: Type.Optional(
      Type.Boolean({
        description: 'cashin: true: it succeeded though its link was already paid, see alreadyPaid',
      }),
    ),
    strays: Type.Optional(straysSchema),
    metadata: Type.Optional(
      Type.Record(Type.String(), Type.String(), { description: 'What E5 was called with; absent: nothing' }),
    ),
    refunds: Type.Optional(
      Type.Array(refundSchema, { description: 'cashin: what was given back on the chain, or is being' }),
    ),
    refundOf: Type.Optional(
      Type.String({ description: 'cashout that gives money back: the id of the order that it came for' }),
    ),
    arrivedAmount: Type.Optional(
      Type.String({
        description: 'cashout: what reached the recipient, where the network shows less than was sent',
      }),
    ),
    fee: Type.Optional(Type.String({ description: 'cashout: paid by the merchant on top' })),
    failure: Type.Optional(nullable('cashout: why it failed')),
    waiting: Type.Optional(nullable('cashout: why it is not sent now')),
    codeRefused: refusedMail(
      'cashout, with waiting "code_undeliverable": the recipient’s mail server refused the code; POST /payment/{order}/email corrects the address',
    ),
    linkRefused: refusedMail(
      'A refund, with waiting "link_undeliverable": the customer’s mail server refused the mail with the link; POST /payment/{order}/email corrects the address',
    ),
    transactions: Type.Array(
      Type.Object({
        transactionHash: Type.String(),
        amount: Type.String(),
        orphaned: Type.Boolean({ description: 'It did not stay on the chain, or was replaced' }),
        late: Type.Optional(Type.Boolean({ description: 'cashin: in a block after the time to pay' })),
        dust: Type.Optional(Type.Boolean({ description: 'cashin: too little to count as a payment' })),
      }),
    ),
  },
  { 'x-name': 'CryptoOrder' },
);

export function shapeOrder(
  order: CryptoOrder,
  transfers: RecordedTransfer[],
  refunds: Static<typeof refundSchema>[],
  notation: Notation,
  earlier: EarlierPayment | null = null,
) {
  const { hold } = order;
  const money = moneyOf({ ...order, expectedUnits: hold?.amountUnits ?? 0n }, transfers);
  const write = (units: bigint): string => notation.formatAmount(hold?.network ?? null, units);
  return {
    id: order.id,
    type: 'cashin' as const,
    status: order.status,
    anomalies: order.anomalies,
    amount: formatDecimal(order.amountMinor, 2),
    merchantIdCustom: order.merchantIdCustom,
    currency: order.asset,
    network: hold?.network ?? null,
    walletAddress: hold ? notation.formatAddress(hold.network, hold.address) : null,
    cryptoAmount: hold ? write(cryptoAmountOf(order.status, money)) : null,
    expected: hold ? write(money.expectedUnits) : null,
    received: write(money.receivedUnits),
    credited: write(money.creditedUnits),
    undecided: write(money.undecidedUnits),
    ...conversionNotice(order, money.receivedUnits),
    ...(order.resolution !== null && { resolution: order.resolution }),
    ...(order.metadata !== null && { metadata: order.metadata }),
    ...earlierPaymentNotice(earlier, order.status === 'success'),
    ...(refunds.length > 0 && { refunds }),
    transactions: transfers.map((transfer) => ({
      transactionHash: notation.formatTransactionHash(transfer.network, transfer.transactionHash),
      amount: notation.formatAmount(transfer.network, transfer.amountUnits),
      orphaned: transfer.orphaned,
      ...(hold && marksOf(transfer, hold.heldUntil)),
    })),
  };
}

/** An order that was created and not yet processed: only its ticket exists. */
export function shapeTicket(ticket: OrderTicket, now: Date) {
  const isExpired = isTicketExpired(ticket, now);
  return {
    id: ticket.id,
    type: null,
    status: isExpired ? ('failed' as const) : ('created' as const),
    anomalies: isExpired ? ['expired'] : [],
    amount: formatDecimal(ticket.amountMinor, 2),
    merchantIdCustom: ticket.merchantIdCustom,
    currency: null,
    network: null,
    walletAddress: null,
    cryptoAmount: null,
    expected: null,
    received: '0.000000',
    credited: '0.000000',
    undecided: '0.000000',
    transactions: [],
  };
}
