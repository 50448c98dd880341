import { personAsks } from '../../../accounts/merchants/keys/asker.ts';
import { isId } from '../../../base/db/ids.ts';
import { PasarelaError } from '../../../base/ground/errors.ts';
import { formatAsset } from '../../../base/money/asset.ts';
import { notation } from '../../../chain/chains/notation.ts';
import { findOrderById } from '../../../crypto/orders/store.ts';
import { readRefundAmount } from '../../../crypto/payouts/refund/refund-amount.ts';
import { refundOrder } from '../../../crypto/payouts/refund/refund-order.ts';
import { type Command, UsageError } from '../command.ts';
import { formatTime } from '../format.ts';
import { byOption, readReason } from '../person.ts';

/** Seals a claim token, which the server mails. */
export const refundOrderCommand: Command = {
  name: 'orders refund',
  summary: 'Refund a crypto order; the customer is mailed a link to enter a wallet',
  operands: ['<order>'],
  options: {
    by: byOption,
    note: { kind: 'text', value: '<text>', help: 'why', required: true },
    amount: {
      kind: 'text',
      value: '<amount>',
      help: 'the amount to refund; if absent, everything that came late or short, else everything that is left',
    },
  },
  writes: 'acts',
  needs: 'installation',
  async run({ sql, secrets }, input) {
    const [id = ''] = input.operands;
    const order = isId(id) ? await findOrderById(sql, id) : null;
    if (!order) throw new PasarelaError('not_found', `There is no order ${id}.`);
    const amount = input.text('amount');
    const units = amount === undefined ? null : readRefundAmount(amount);
    if (typeof units === 'string') throw new UsageError([`--amount: ${units}.`]);
    const { refund } = await refundOrder({ ...notation, sql, secrets, now: () => new Date() }, order, {
      ask: units === null ? { kind: 'all' } : { kind: 'part', units },
      idempotencyKey: null,
      reason: null,
      note: readReason(input, 'note'),
      by: personAsks(await input.by('payments.refund', order.merchantId)),
    });
    const source = refund.fromSuspense ? 'what came late or short' : "its merchant's balance";
    return {
      json: refund,
      text: `Refund ${refund.id}: ${formatAsset(refund.amountUnits, refund.asset)} out of ${source}. ${refund.email} is mailed a link, and can say where to until ${formatTime(refund.opensUntil)}. From here on it is a payout: payouts show, cancel and set-email take its id.`,
    };
  },
};
