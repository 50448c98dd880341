import type { DueReceipt } from '../../../accounts/mail/queue-receipts.ts';
import { methods } from '../../../accounts/methods/methods.ts';
import { type Attempt, type Charge, takenMoney } from '../charge.ts';

/** The customer's receipt for a payment through a processor or a refund of it; `cause` is the charge or the refund. */
export function cardReceipt(
  kind: DueReceipt['kind'],
  charge: Charge,
  attempt: Pick<Attempt, 'card' | 'instalments'>,
  cause: { id: string; amountMinor?: bigint },
  at: Date,
): DueReceipt {
  const { amountMinor, currency: code } = takenMoney(charge);
  return {
    kind,
    merchantId: charge.merchantId,
    causeId: cause.id,
    recipient: charge.email,
    language: charge.language,
    amount: { units: cause.amountMinor ?? amountMinor, code },
    cryptoAmount: null,
    ...(kind === 'refund' && { paid: { units: amountMinor, code } }),
    at,
    reference: charge.id,
    description: charge.description,
    paidWith: attempt.card ? { ...attempt.card, instalments: attempt.instalments } : methodOf(charge),
  };
}

/** null: a card that the processor did not report. */
function methodOf({ method }: Charge): { method: string } | null {
  const { name } = methods[method];
  return name === null ? null : { method: name };
}
