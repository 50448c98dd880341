import { moneyToNumber } from '../../../base/money/money.ts';
import type { NoticeCause } from '../payment-notice.ts';
import type { UnexpectedKind, UnexpectedPayment } from './unexpected-payment.ts';

/** The meaning and the advice, for API and event; the mail says the same in the merchant's language. */
export const unexpectedTexts: Readonly<Record<UnexpectedKind, string>> = {
  late: 'The money arrived after the payment had ended.',
  second: 'The money arrived although the transaction was paid already.',
  other_amount: 'Another amount arrived than was asked for.',
};

/** What an event says of an unexpected payment. */
export function unexpectedCause({ id, kind, status, paid }: UnexpectedPayment): NoticeCause {
  return {
    unexpectedPaymentId: id,
    unexpectedPaymentKind: kind,
    unexpectedPaymentStatus: status,
    unexpectedAmount: moneyToNumber(paid),
    unexpectedCurrency: paid.currency,
  };
}
