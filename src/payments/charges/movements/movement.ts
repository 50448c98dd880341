import { hash } from 'node:crypto';
import type { Account, Entry } from '../../../accounts/ledger/ledger.ts';
import type { Money } from '../../../base/money/money.ts';
import type { ProcessorMovement } from '../card-processor.ts';
import { clearingAccount } from '../post-charge.ts';

/** A movement on an account at a processor, as we keep it. */
export interface KeptMovement {
  /** Whose it is; all zeros: nobody's. */
  merchantId: string;
  id: string;
  processor: string;
  accountId: string | null;
  /** The processor's own id of it. */
  lineId: string;
  kind: ProcessorMovement['kind'];
  /** The charge, the refund or the dispute that it is of, where that is known. */
  ofId: string | null;
  amount: Money;
  feeMinor: bigint;
  /** What it comes to in the currency that was charged; null: it was settled in the same. */
  charged: Money | null;
  at: Date;
}

/** What a line is about, which way its money went, and the entry that was made of the same when it happened. */
interface Direction {
  about: 'charge' | 'refund' | 'dispute';
  sign: bigint;
  entry: Entry['kind'];
}

const directions: Partial<Record<KeptMovement['kind'], Direction>> = {
  payment: { about: 'charge', sign: 1n, entry: 'charge_approved' },
  refund: { about: 'refund', sign: -1n, entry: 'refund' },
  refund_failed: { about: 'refund', sign: 1n, entry: 'refund_reversed' },
  dispute: { about: 'dispute', sign: -1n, entry: 'charge_back' },
  dispute_won: { about: 'dispute', sign: 1n, entry: 'charge_back_reversed' },
};

/** undefined: it is between the processor and whose account it is. */
export function directionOf(kind: KeptMovement['kind']): Direction | undefined {
  return directions[kind];
}

/** Those entries, with the kinds of lines that they must have. */
export const movementKindOf: ReadonlyMap<string, KeptMovement['kind']> = new Map(
  Object.entries(directions).map(([kind, { entry }]) => [entry, kind as KeptMovement['kind']]),
);

/** The same for the same line whenever it is read. */
export function keptMovementId(processor: string, accountId: string | null, lineId: string): string {
  const hex = hash('sha256', JSON.stringify([processor, accountId, lineId]), 'hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(12, 15)}-8${hex.slice(15, 18)}-${hex.slice(18, 30)}`;
}

/** What the processor kept by a line: beside the amount, or as the amount itself. */
function costOf({ kind, amount, feeMinor }: KeptMovement): bigint {
  return kind === 'fee' ? feeMinor - amount.amountMinor : feeMinor;
}

/**
 * What a line changes in the books. What customers paid and got back is entered when it happens, so of these lines only the
 * fee is left, and the exchange where it was settled in another currency. What is nothing is left out when it is posted.
 */
export function entriesOf(line: KeptMovement): Entry[] {
  const { merchantId, id: subjectId, kind, amount, charged } = line;
  const clearing = clearingAccount(line.processor);
  // What happens on an account of the merchant's own is all the merchant's.
  const whose = (account: Account): Account => (line.accountId === null ? account : 'merchant_direct');
  const { currency: asset } = amount;
  const cost = costOf(line);
  const fee: Entry = {
    merchantId,
    kind: 'processor_fee',
    subjectId,
    postings: [
      { account: clearing, asset, amount: cost },
      { account: whose('processor_costs'), asset, amount: -cost },
    ],
  };
  const payout: Entry = {
    merchantId,
    kind: 'processor_payout',
    subjectId,
    postings: [
      { account: clearing, asset, amount: -amount.amountMinor },
      { account: whose('operator_bank'), asset, amount: amount.amountMinor },
    ],
  };
  const exchange: Entry[] = charged
    ? [
        {
          merchantId,
          kind: 'processor_exchange',
          subjectId,
          postings: [
            { account: clearing, asset: charged.currency, amount: charged.amountMinor },
            { account: whose('currency_exchange'), asset: charged.currency, amount: -charged.amountMinor },
            { account: clearing, asset, amount: -amount.amountMinor },
            { account: whose('currency_exchange'), asset, amount: amount.amountMinor },
          ],
        },
      ]
    : [];
  return [fee, ...(kind === 'payout' ? [payout] : []), ...exchange];
}
