import { type Static, Type } from 'typebox';
import { conversionSchema, straysSchema } from '../../payments/charges/notice-schema.ts';

/**
 * Payload A of the contract: its fields under its names, in its order, then ours. Known fields never change; fields are
 * only added.
 */
export const cryptoNoticeSchema = Type.Object({
  status: Type.String({ enum: ['pending', 'success', 'failed'] }),
  merchantId: Type.String({ format: 'uuid' }),
  amount: Type.String({ description: 'In USD' }),
  cryptoAmount: Type.String({
    description:
      'cashin: what a success credited, else what was received; of money that came after an end, what came now. cashout: paid out',
  }),
  currency: Type.String({ description: 'The asset of cryptoAmount: USDT or USDC' }),
  walletAddress: Type.String({ description: 'Where it is paid to; empty: not known yet' }),
  transactionHash: Type.String({ description: 'Empty: there is no transaction' }),
  timestamp: Type.String({ format: 'date-time' }),
  orderId: Type.String({ format: 'uuid', description: 'The id of GET /payment/{order}' }),
  merchantIdCustom: Type.String({ description: 'The id given at creation; empty if none was given' }),
  typeTransaction: Type.String({
    enum: ['cashin', 'cashout'],
    description: 'cashin: money came in. cashout: money went out, and is no income',
  }),
  network: Type.String({ description: 'TRC20, ERC20 or another network; empty: not chosen yet' }),
  refundOf: Type.Optional(
    Type.String({
      format: 'uuid',
      description: 'For a refund on the chain: the id of the order that is refunded',
    }),
  ),
  refundReason: Type.Optional(Type.String({ description: 'Why, if you said it' })),
  expected: Type.Optional(Type.String({ description: 'cashin: to be paid, in the asset' })),
  received: Type.Optional(
    Type.String({ description: 'cashin: all that came and stayed, also late and as dust' }),
  ),
  credited: Type.Optional(Type.String({ description: 'cashin: yours, before the fee' })),
  undecided: Type.Optional(
    Type.String({
      description:
        'cashin: waits for your decision (POST /payment/{order}/resolve): what no rule gave to anybody, and what was credited beyond the price',
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
        'What is out of the ordinary: late, overpaid, underpaid, expired, orphaned, reversed (a payment that was final was taken back), astray (see strays); absent: nothing',
    }),
  ),
  strays: Type.Optional(straysSchema),
  metadata: Type.Optional(
    Type.Record(Type.String(), Type.String(), { description: 'What E5 was called with; absent: nothing' }),
  ),
  conversion: Type.Optional(conversionSchema),
});
export type CryptoNotice = Static<typeof cryptoNoticeSchema>;
