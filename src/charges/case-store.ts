import type { Tx } from '../db/pool.ts';
import type { Money } from '../money/money.ts';

/** What moved at a processor and cannot be explained, until a person decides. */
export interface NewCase {
  /** Whose it is; all zeros: nobody's. */
  merchantId: string;
  id: string;
  processor: string;
  accountId: string | null;
  kind: string;
  /** The processor's own id of the refund or the line. */
  reference: string;
  chargeId: string | null;
  /** What it adds to what the processor holds. */
  amount: Money;
  reason: string;
  /** Whether it lies in the suspense account of the processor. */
  isPosted: boolean;
}

/** False: it is there already, decided or not. */
export async function openCase(tx: Tx, each: NewCase, now: Date): Promise<boolean> {
  const rows = await tx`
    INSERT INTO card_cases (
      merchant_id, id, processor, account_id, kind, reference, charge_id, currency, amount_minor, reason, is_posted,
      opened_at)
    VALUES (
      ${each.merchantId}, ${each.id}, ${each.processor}, ${each.accountId}, ${each.kind}, ${each.reference},
      ${each.chargeId}, ${each.amount.currency}, ${each.amount.amountMinor}, ${each.reason}, ${each.isPosted}, ${now})
        ON CONFLICT DO NOTHING
    RETURNING id`;
  return rows.length === 1;
}
