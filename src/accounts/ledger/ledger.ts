import { merchantBatches } from '../../base/db/citus/merchant-batches.ts';
import { newId } from '../../base/db/ids.ts';
import type { Sql, Tx } from '../../base/db/pool.ts';
import type { Statement } from '../../base/db/sql.ts';
import { assetDecimals, isAsset } from '../../base/money/asset.ts';
import { exponentOf } from '../../base/money/currency.ts';

/**
 * Double entry. An entry is a set of postings that sum to zero per asset; entries only append, and
 * a correction is a further entry. PostgreSQL itself refuses an entry that does not balance and
 * keeps the balances.
 *
 * A positive amount is what an account's holder is owed: `merchant_available` grows when a charge
 * is approved, while `card_clearing` falls by the same, because the acquirer now owes it to us.
 */
export type Account =
  | 'merchant_available'
  /** Set aside for payouts under way. */
  | 'merchant_reserved'
  /** Asked for by the merchant, to be paid to its bank or in USDT by the operator. */
  | 'merchant_settling'
  | 'platform_fees'
  /** What the card processors owe: the sandbox's, and `card_clearing_<processor>`. */
  | 'card_clearing'
  | `card_clearing_${string}`
  /** What processors pay out to the merchant itself, on accounts of its own. */
  | 'merchant_direct'
  /** What processors kept for their work. */
  | 'processor_costs'
  /** What processors paid out to the operator's bank, less what is owed from there: the bank is not in these books. */
  | 'operator_bank'
  /** Movements at a processor that nobody has explained yet: `card_suspense_<processor>`. */
  | `card_suspense_${string}`
  /** What processors hold back for a time. */
  | 'processor_reserve'
  /** Between the currency that was charged and the one that a processor settles in: what changing the money cost or brought. */
  | 'currency_exchange'
  /** Deposits that arrived and are not, or not yet, the payment of an order. */
  | 'deposit_suspense'
  /** On its way back to customers, out of suspense or of what a merchant had. */
  | 'refunds_due'
  /** The operator's own money among the deposits: what it refunded from other funds. */
  | 'operator_funds'
  /**
   * What lies on a network, of the asset of its row: deposits in `custody_<NETWORK>`, hot wallets in `custody_<NETWORK>_hot`, what was put
   * away in `custody_<NETWORK>_treasury`.
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
    /** Of a line of a processor: what it kept, what it paid out, and what it settled in another currency. */
    | 'processor_fee'
    | 'processor_payout'
    | 'processor_exchange'
    /** A movement at a processor that nobody can explain, and where a person said that it belongs. */
    | 'card_case_opened'
    | 'card_case_booked'
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
    /** Of a pay-in that is given back on the chain. */
    | 'refund_opened'
    | 'refund_released'
    | 'refund_sent'
    /** Of money that the operator pays to a merchant outside these books. */
    | 'settlement_requested'
    | 'settlement_refused'
    | 'settlement_paid'
    | 'settlement_withdrawn'
    | 'settlement_returned'
    /** A hot wallet or the treasury got tokens from outside, or gave it away, or one gave it to the other. */
    | 'wallet_funded'
    | 'wallet_drawn'
    | 'wallet_moved'
    /** A deposit went from its address to a hot wallet or the treasury. */
    | 'swept';
  /** What it is about. One entry of a kind per subject: posting it again is refused. */
  subjectId: string;
  postings: Posting[];
}

export async function postEntry(tx: Tx, entry: Entry): Promise<void> {
  await postEntries(tx, [entry]);
}

/** A statement takes 65,535 values. */
const maxEntriesAtOnce = 1_000;

/** All of them, or none. */
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
 * The id of an entry tells when it was booked, and hours are summed once they are over: a process whose clock is wrong must not book
 * into an hour that is. So an id more than this away from the database's time is moved to that bound. Both statements of a transaction
 * see the same now().
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

export async function balancesOf(sql: Sql, merchantId: string): Promise<Balance[]> {
  return await sql<Balance[]>`
    SELECT account, asset, balance
      FROM ledger_balances
     WHERE merchant_id = ${merchantId}
     ORDER BY account, asset`;
}

/**
 * What a merchant can spend of an asset. Its row is held to the end of the transaction: of several
 * payments that each could be made, and together not, the later ones see what the earlier ones left. A merchant
 * without a row has nothing to hold.
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
