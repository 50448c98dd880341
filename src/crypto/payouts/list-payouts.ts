import { firstIdAt, isId } from '../../base/db/ids.ts';
import type { Sql } from '../../base/db/pool.ts';
import { parseTransactionHash } from '../../chain/chains/transaction-hash.ts';
import { type PayoutState, payoutStatusesOf } from './dashboard-answer.ts';
import { listPayouts, type Payout, type PayoutFilter, sumPayouts } from './store.ts';

export interface PayoutQuery {
  /** null: all merchants. */
  merchantId: string | null;
  /** The typed search: an id, an e-mail, a reference or a transaction hash. */
  search: string | null;
  state: PayoutState | null;
  beforeId: string | null;
  limit: number;
}

/** A total reads so many rows at most: a person filters before it matters how many more there are. */
const totaledRows = 10_000;

/** E-mails and references have no index: older payouts are found by id or hash. */
const searchDays = 90;

/** Newest first. */
export async function findPayouts(sql: Sql, query: PayoutQuery, now: Date): Promise<Payout[]> {
  return await listPayouts(sql, wholeFilter(query, now), query.limit);
}

/** What the payouts of a filter come to; of very many only the newest. */
export async function totalPayouts(
  sql: Sql,
  query: Omit<PayoutQuery, 'beforeId' | 'limit'>,
  now: Date,
): Promise<{ count: number; amountMinor: bigint; isMore: boolean }> {
  const filter = wholeFilter({ ...query, beforeId: null }, now);
  const sum = await sumPayouts(sql, filter, totaledRows);
  return { ...sum, isMore: sum.count === totaledRows };
}

function wholeFilter(
  { merchantId, search, state, beforeId }: Omit<PayoutQuery, 'limit'>,
  now: Date,
): PayoutFilter {
  return {
    ...(merchantId !== null && { merchantId }),
    ...(state && { statuses: payoutStatusesOf(state) }),
    ...(beforeId !== null && { beforeId }),
    ...filterOf(search?.trim() ?? '', now),
  };
}

function filterOf(text: string, now: Date): PayoutFilter {
  if (text === '') return {};
  const id = text.toLowerCase();
  if (isId(id)) return { id };
  const transactionHash = parseTransactionHash(text);
  if (transactionHash) return { transactionHash };
  const idFrom = firstIdAt(new Date(now.getTime() - searchDays * 86_400_000));
  return text.includes('@') ? { email: text, idFrom } : { merchantIdCustom: text, idFrom };
}
