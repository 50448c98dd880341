import { hash } from 'node:crypto';
import type { Account, Entry } from '../../../accounts/ledger/ledger.ts';
import type { Money } from '../../../base/money/money.ts';
import type { ProcessorMovement } from '../payment-processor.ts';
import { clearingAccount } from '../post-charge.ts';

/** A stored movement on an account at a processor. */
export interface KeptMovement {
  /** The merchant that owns it; all zeros: none. */
  merchantId: string;
  id: string;
  processor: string;
  accountId: string | null;
  /** The processor's own id of the movement. */
  lineId: string;
  kind: ProcessorMovement['kind'];
  /** The charge, refund or dispute that it belongs to, if known. */
  ofId: string | null;
  amount: Money;
  feeMinor: bigint;
  /** The amount in the currency that was charged; null: it was settled in the same currency. */
  charged: Money | null;
  at: Date;
}

/** The subject of a movement, the direction of its money, and the entry that was posted when it happened. */
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

/** undefined: the movement is between the processor and the owner of the account. */
export function directionOf(kind: KeptMovement['kind']): Direction | undefined {
  return directions[kind];
}

/** The kind of movement that each of those entries must have. */
export const movementKindOf: ReadonlyMap<string, KeptMovement['kind']> = new Map([
  ...Object.entries(directions).map(([kind, { entry }]) => [entry, kind as KeptMovement['kind']] as const),
  // Under the id of the attempt, and of the return.
  ['unexpected_payment', 'payment'] as const,
  ['unexpected_payment_returned', 'refund'] as const,
]);

/** A movement gets the same id whenever it is read. */
export function keptMovementId(processor: string, accountId: string | null, lineId: string): string {
  const hex = hash('sha256', JSON.stringify([processor, accountId, lineId]), 'hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(12, 15)}-8${hex.slice(15, 18)}-${hex.slice(18, 30)}`;
}

/** The processor's fee in a movement: beside the amount, or the amount itself. */
function costOf({ kind, amount, feeMinor }: KeptMovement): bigint {
  return kind === 'fee' ? feeMinor - amount.amountMinor : feeMinor;
}

/**
 * The entries of a movement. Payments and refunds are entered when they happen, so for these movements only the fee is
 * left, and the exchange if it was settled in another currency. Zero amounts are left out when the entry is posted.
 */
export function entriesOf(line: KeptMovement): Entry[] {
  const { merchantId, id: subjectId, kind, amount, charged } = line;
  const clearing = clearingAccount(line.processor);
  // Everything on a merchant's own account belongs to the merchant.
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
