import type { Entry } from '../../../../accounts/ledger/ledger.ts';
import type { Money } from '../../../../base/money/money.ts';

interface Held {
  merchantId: string;
  /** The id of the refund. */
  id: string;
  amount: Money;
}

/** The amount is set aside until the merchant has paid the customer, so that it is not paid out meanwhile. */
export function heldEntry(held: Held): Entry {
  return entry('bank_refund_held', held, -1n);
}

/** The merchant paid the customer from its own bank, or withdrew the refund: the amount is its own again. */
export function releasedEntry(held: Held): Entry {
  return entry('bank_refund_released', held, 1n);
}

function entry(kind: Entry['kind'], { merchantId, id: subjectId, amount }: Held, sign: 1n | -1n): Entry {
  const { amountMinor, currency: asset } = amount;
  return {
    merchantId,
    kind,
    subjectId,
    postings: [
      { account: 'merchant_available', asset, amount: sign * amountMinor },
      { account: 'refunds_due', asset, amount: -sign * amountMinor },
    ],
  };
}
