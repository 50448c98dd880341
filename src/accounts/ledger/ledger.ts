import { merchantBatches } from '../../base/db/citus/merchant-batches.ts';
import { newId } from '../../base/db/ids.ts';
import type { Db, Tx } from '../../base/db/pool.ts';
import type { Statement } from '../../base/db/sql.ts';
import { assetDecimals, isAsset } from '../../base/money/asset.ts';
import { exponentOf } from '../../base/money/currency.ts';

/**
 * Double entry. An entry is a set of postings that sum to zero per asset; entries are append-only, and a correction is
 * a further entry. PostgreSQL itself refuses an entry that does not balance and maintains the balances.
 *
 * A positive amount is what an account's holder is owed: `merchant_available` grows when a charge is approved, while
 * `card_clearing` falls by the same amount, because the acquirer now owes it to us.
 */
export type Account =
  | 'merchant_available'
  /** Reserved for payouts under way. */
  | 'merchant_reserved'
  /** Requested by the merchant, to be paid to its bank or in USDT by the operator. */
  | 'merchant_settling'
  | 'platform_fees'
  /** Owed by the card processors: the sandbox's, and `card_clearing_<processor>`. */
  | 'card_clearing'
  | `card_clearing_${string}`
  /** Paid out by processors to the merchant itself, on accounts of its own. */
  | 'merchant_direct'
  /** Fees kept by processors. */
  | 'processor_costs'
  /** Paid out by processors to the operator's bank, less what is owed from there: the bank is not in these books. */
  | 'operator_bank'
  /** Unexplained movements at a processor: `card_suspense_<processor>`. */
  | `card_suspense_${string}`
  /** Unexpected payments of charges, until their merchant decides. */
  | 'payment_suspense'
  /** Held back by processors for a time. */
  | 'processor_reserve'
  /** Between the charged currency and the one that a processor settles in: the cost or gain of the exchange. */
  | 'currency_exchange'
  /** Deposits that arrived and are not, or not yet, the payment of an order. */
  | 'deposit_suspense'
  /** On its way back to customers, from suspense or from a merchant's balance. */
  | 'refunds_due'
  /** The operator's own money among the deposits: deposits that it refunded from other funds. */
  | 'operator_funds'
  /**
   * Holdings on a network, in the asset of its row: deposits in `custody_<NETWORK>`, hot wallets in
   * `custody_<NETWORK>_hot`, the treasury in `custody_<NETWORK>_treasury`.
   */
  | `custody_${string}`;

export interface Posting {
  account: Account;
  /** An ISO 4217 currency in minor units, or USDT or USDC in their units. */
  asset: string;
  amount: bigint;
}

export function decimalsOf(asset: string): number {
  return isAsset(asset) ? assetDecimals : exponentOf(asset);
}

export interface Entry {
  merchantId: string;
  kind:
    | 'charge_approved'
    | 'refund'
    | 'refund_reversed'
    | 'charge_back'
    | 'charge_back_reversed'
    /** A refund that the merchant pays to a bank account: set aside, and its own again when it is paid or withdrawn. */
    | 'bank_refund_held'
    | 'bank_refund_released'
    /** A processor's movement: its fee, its payout, and its settlement in another currency. */
    | 'processor_fee'
    | 'processor_payout'
    | 'processor_exchange'
    /** An unexplained movement at a processor, and the account that a person assigned it to. */
    | 'card_case_opened'
    | 'card_case_booked'
    /** Money that came late, twice or as another amount; credited beside the charge's payment; given back. */
    | 'unexpected_payment'
    | 'unexpected_payment_accepted'
    | 'unexpected_payment_returned'
    | 'deposit'
    | 'deposit_reversed'
    | 'deposit_credited'
    | 'credit_reversed'
    | 'deposit_returned'
    | 'refund_advanced'
    | 'return_reversed'
    | 'payout_reserved'
    | 'payout_released'
    | 'payout_sent'
    /** A pay-in that is refunded on the chain. */
    | 'refund_opened'
    | 'refund_released'
    | 'refund_sent'
    /** Money that the operator pays to a merchant outside these books. */
    | 'settlement_requested'
    | 'settlement_refused'
    | 'settlement_paid'
    | 'settlement_withdrawn'
    | 'settlement_returned'
    /** A hot wallet or the treasury received tokens from outside, sent them away, or sent them to the other. */
    | 'wallet_funded'
    | 'wallet_drawn'
    | 'wallet_moved'
    /** A deposit moved from its address to a hot wallet or the treasury. */
    | 'swept';
  /** The subject of the entry. One entry of a kind per subject: posting it again is refused. */
  subjectId: string;
  postings: Posting[];
}

export async function postEntry(tx: Tx, entry: Entry): Promise<void> {
  await postEntries(tx, [entry]);
}

/** A statement accepts 65,535 values. */
const maxEntriesAtOnce = 1_000;

/** Posts all entries, or none. */
export async function postEntries(tx: Tx, all: Entry[]): Promise<void> {
  for (const batch of merchantBatches(tx, all)) await post(tx, batch);
}

async function post(tx: Tx, all: Entry[]): Promise<void> {
  const entries = all
    .map((entry) => ({
      ...entry,
      id: newId(),
      postings: entry.postings.filter((posting) => posting.amount !== 0n),
    }))
    .filter(({ postings }) => postings.length > 0);
  for (let at = 0; at < entries.length; at += maxEntriesAtOnce) {
    const some = entries.slice(at, at + maxEntriesAtOnce);
    const heads = some.map(({ merchantId, id, kind, subjectId }) => ({
      merchant_id: merchantId,
      id: heldId(tx, id),
      kind,
      subject_id: subjectId,
    }));
    const lines = some.flatMap(({ merchantId, id, postings }) =>
      postings.map((posting, line) => ({
        merchant_id: merchantId,
        entry_id: heldId(tx, id),
        line,
        ...posting,
      })),
    );
    await Promise.all([
      tx`INSERT INTO ledger_entries ${tx(heads)}`,
      tx`INSERT INTO ledger_postings ${tx(lines)}`,
    ]);
  }
}

/**
 * The id of an entry contains its time, and hours are summed once they are over: a process with a wrong clock must not
 * post into a finished hour. An id more than this away from the database's time is therefore moved to that bound. Both
 * statements of a transaction see the same now().
 */
const heldWithin = '30 seconds';

function heldId(tx: Tx, id: string): Statement<unknown[]> {
  const bound = (sign: '+' | '-') =>
    tx.unsafe(
      `lpad(to_hex((extract(epoch FROM now() ${sign} interval '${heldWithin}') * 1000)::bigint), 12, '0')`,
    );
  const rest = id.slice('xxxxxxxx-xxxx-'.length);
  return tx`least(greatest(${id}::uuid, (${bound('-')} || ${rest}::text)::uuid), (${bound('+')} || ${rest}::text)::uuid)`;
}

export interface Balance {
  account: string;
  asset: string;
  balance: bigint;
}

export async function balancesOf(db: Db, merchantId: string): Promise<Balance[]> {
  return await db<Balance[]>`
    SELECT account, asset, balance
      FROM ledger_balances
     WHERE merchant_id = ${merchantId}
     ORDER BY account, asset`;
}

/**
 * The amount of an asset that a merchant can spend. Locks its row to the end of the transaction: if several payments
 * are each affordable but not together, the later ones see what the earlier ones left. A merchant without a row has no
 * balance to lock.
 */
export async function lockAvailable(tx: Tx, merchantId: string, asset: string): Promise<bigint> {
  const [row] = await tx<{ balance: bigint }[]>`
    SELECT balance
      FROM ledger_balances
     WHERE merchant_id = ${merchantId}
       AND account = 'merchant_available'
       AND asset = ${asset}
       FOR UPDATE`;
  return row?.balance ?? 0n;
}
