import { type Static, Type } from 'typebox';
import { chargeStatuses } from './charge.ts';
import { warningKinds } from './payment-processor.ts';
import { unexpectedKinds, unexpectedStatuses } from './unexpected/unexpected-payment.ts';

/** The payment that had already paid the payment link of another. */
export const alreadyPaidSchema = Type.Object(
  {
    reference: Type.String({ format: 'uuid', description: 'The charge that paid it' }),
    method: Type.String({ description: 'The method_code of that charge' }),
    paidAt: Type.String({ description: 'ISO 8601, UTC' }),
  },
  {
    'x-name': 'AlreadyPaid',
    description:
      'For a crypto charge of a payment link that can be paid once: another payment had already paid the link. Refund this one, unless you want both',
  },
);

/** Money that arrived for an order, but on another network or in another coin than it asked for. */
export const straysSchema = Type.Array(
  Type.Object(
    {
      network: Type.String({ description: 'Where it came' }),
      currency: Type.String({ description: 'What came: USDT or USDC' }),
      amount: Type.String({ description: 'In currency' }),
      transactionHash: Type.String(),
      at: Type.String({ description: 'The time of its block; ISO 8601, UTC' }),
      orderId: Type.Optional(
        Type.String({
          description: 'returned: the order made to give it back; its refunds say how far that is',
        }),
      ),
      state: Type.Enum(['seen', 'waiting', 'adopted', 'returned'], {
        description:
          'seen: not final yet. waiting: the operator decides. adopted: counted for the order as a payment. returned: the operator gives it back',
      }),
    },
    { 'x-name': 'Stray' },
  ),
  {
    description:
      'For a crypto order: money that came to its address on another network or in another coin. It does not count until the operator adopts it',
  },
);

/** How the price of a charge in a local currency became an amount in USDT or USDC. */
export const conversionSchema = Type.Object(
  {
    price: Type.String({ description: 'What the charge asks for, in its currency' }),
    currency: Type.String({ description: 'ISO 4217' }),
    usdAmount: Type.String({ description: 'What the price was worth in USD, rounded up to the cent' }),
    received: Type.String({ description: 'What was received, in the currency of the price, rounded down' }),
    localRate: Type.String({ description: 'What one USD cost in the currency' }),
    localRateAt: Type.String({
      format: 'date-time',
      description: 'The time of the oldest quote in localRate',
    }),
    localRateSources: Type.Array(Type.String()),
    rate: Type.String({ description: 'What one USDT or USDC cost in USD' }),
    rateAt: Type.String({ format: 'date-time', description: 'The time of the oldest quote in rate' }),
    rateSources: Type.Array(Type.String()),
  },
  {
    'x-name': 'Conversion',
    description:
      'For a price in another currency than USD, once the customer has chosen a network: the rates that were fixed then. What is to be paid is the price over both rates, rounded up to a millionth of the asset',
  },
);

/**
 * Payload B of the interface: its fields under its names, in its order, then ours. Existing fields never change; fields
 * are only ever added.
 */
export const paymentNoticeSchema = Type.Object({
  transactionDate: Type.String({ description: '"YYYY-MM-DD HH:MM:SS", UTC' }),
  transactionStatus: Type.String({
    // Pending: the customer's bank takes days to decide; or a reorganisation reverted the success of a crypto charge,
    // or its money arrived after its end.
    enum: ['pending', ...chargeStatuses.filter((status) => status !== 'open')],
  }),
  transactionId: Type.String({ format: 'uuid', description: 'The reference of the charge' }),
  totalAmount: Type.Number({
    description: 'What was charged, whatever was refunded since. With manual capture: what was authorized',
  }),
  paymentMethod: Type.String({ description: 'The method_code of the charge' }),
  email: Type.String({ description: 'Empty: not known' }),
  numeroOrden: Type.String({ description: 'The order_number of the charge; empty: none' }),
  merchantId: Type.String({ format: 'uuid' }),
  currency: Type.String({ description: 'ISO 4217, of all amounts but disputedAmount' }),
  capturedAmount: Type.Optional(
    Type.Number({
      description:
        'What was taken, if that is not totalAmount: captured, or paid and accepted by you; absent: totalAmount, or nothing yet',
    }),
  ),
  closingId: Type.Optional(
    Type.String({
      format: 'uuid',
      description: 'The capture or the void that this tells of; absent: it tells of none',
    }),
  ),
  closingKind: Type.Optional(Type.Enum(['capture', 'void'])),
  closingStatus: Type.Optional(
    Type.Enum(['succeeded', 'failed'], {
      description: 'failed: the transaction is as transactionStatus says',
    }),
  ),
  closingOrigin: Type.Optional(
    Type.Enum(['own', 'external'], {
      'x-name': 'Origin',
      description: "external: it was made in the card processor's own panel, not here",
    }),
  ),
  authorizationExpiresAt: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'Until when the amount can be captured; absent: the processor does not tell',
    }),
  ),
  authorizationNotice: Type.Optional(
    Type.Enum(['expiring', 'expired'], {
      description:
        'expiring: capture it before authorizationExpiresAt. expired: it is voided because nobody captured it in time',
    }),
  ),
  refundedAmount: Type.Number({ description: 'All that was refunded up to now' }),
  refundId: Type.Optional(
    Type.String({ format: 'uuid', description: 'The refund that this tells of; absent: it tells of none' }),
  ),
  refundStatus: Type.Optional(
    Type.Enum(['pending', 'succeeded', 'failed'], {
      description:
        'What became of the refund; failed: the amount is no longer given back; pending: the customer named the bank account to which you transfer it',
    }),
  ),
  refundAmount: Type.Optional(Type.Number({ description: 'The amount of this refund' })),
  refundReason: Type.Optional(Type.String({ description: 'Why, if you said it' })),
  refundOrigin: Type.Optional(
    Type.Enum(['own', 'external'], {
      'x-name': 'Origin',
      description: "external: it was made in the card processor's own panel, not here",
    }),
  ),
  disputeId: Type.Optional(
    Type.String({
      format: 'uuid',
      description: 'The dispute that this tells of; absent: it tells of none',
    }),
  ),
  disputeStatus: Type.Optional(
    Type.Enum(['inquiry', 'open', 'won', 'lost'], {
      description:
        'inquiry: the bank asks, and took nothing; open and lost: the bank took the amount; won: the merchant has it. Any may follow any',
    }),
  ),
  disputedAmount: Type.Optional(Type.Number({ description: 'What the bank took for the dispute' })),
  disputedCurrency: Type.Optional(
    Type.String({ description: 'ISO 4217, of disputedAmount: it may be another than currency' }),
  ),
  disputeReason: Type.Optional(
    Type.String({ description: "Why it was opened: a code, e.g. fraudulent, or the processor's words" }),
  ),
  disputeReasonText: Type.Optional(Type.String({ description: 'The same in words' })),
  evidenceDueAt: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'Until when the dispute can be answered; absent: not told',
    }),
  ),
  warning: Type.Optional(
    Type.Enum([...warningKinds], {
      description:
        "fraud: the card's bank or the processor takes the payment for fraud; claim: the customer complained to the processor; nothing is taken yet. Told once each; absent: it tells of none",
    }),
  ),
  warningReason: Type.Optional(Type.String({ description: "Its reason, in the processor's words" })),
  warningText: Type.Optional(Type.String({ description: 'What it means and what to do' })),
  unexpectedPaymentId: Type.Optional(
    Type.String({
      format: 'uuid',
      description:
        'Money that came late, a second time or as another amount, and is not, or was not at first, the payment; absent: this tells of none',
    }),
  ),
  unexpectedPaymentKind: Type.Optional(
    Type.Enum([...unexpectedKinds], {
      description:
        'late: after its attempt had ended. second: the transaction was paid already. other_amount: not what was asked for',
    }),
  ),
  unexpectedPaymentStatus: Type.Optional(
    Type.Enum([...unexpectedStatuses], {
      description:
        'waiting: decide by POST /api/transactions/{reference}/resolve. accepted: it is in your balance; transactionStatus approved: it paid the transaction. returned: the processor gave it back to the customer',
    }),
  ),
  unexpectedAmount: Type.Optional(Type.Number({ description: 'What came' })),
  unexpectedCurrency: Type.Optional(Type.String({ description: 'ISO 4217, of unexpectedAmount' })),
  transactionDateUtc: Type.String({
    format: 'date-time',
    description: 'transactionDate with its zone, to the millisecond',
  }),
  orderId: Type.Optional(
    Type.String({ format: 'uuid', description: 'The crypto order that pays the charge' }),
  ),
  cryptoAmount: Type.Optional(
    Type.String({
      description:
        'For a crypto charge: the amount credited on success, else the amount received; for money that came after the end, the amount of this transfer',
    }),
  ),
  transactionHash: Type.Optional(
    Type.String({ description: 'The hash of that transaction; empty if there is none' }),
  ),
  expected: Type.Optional(
    Type.String({ description: 'For a crypto charge: the amount to pay, in the asset' }),
  ),
  received: Type.Optional(
    Type.String({
      description: 'For a crypto charge: everything received and not reversed, late money and dust included',
    }),
  ),
  credited: Type.Optional(
    Type.String({ description: 'For a crypto charge: the amount credited to you, before the fee' }),
  ),
  undecided: Type.Optional(
    Type.String({
      description:
        'For a crypto charge: the amount that waits for your decision (POST /payment/{order}/resolve), because no rule assigned it or because it exceeds the price',
    }),
  ),
  orderStatus: Type.Optional(
    Type.String({
      description: 'For money that came after the order ended: the status it ended with, which stays',
    }),
  ),
  anomalies: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'For a crypto charge, its anomalies: late, overpaid, underpaid, expired, orphaned; absent if there are none',
    }),
  ),
  strays: Type.Optional(straysSchema),
  conversion: Type.Optional(conversionSchema),
  alreadyPaid: Type.Optional(alreadyPaidSchema),
  metadata: Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      description: 'What the charge was created with; absent: nothing',
    }),
  ),
  secondPayment: Type.Optional(
    Type.Boolean({ description: 'true: this pays a link that was already paid, see alreadyPaid' }),
  ),
});
export type PaymentNotice = Static<typeof paymentNoticeSchema>;
