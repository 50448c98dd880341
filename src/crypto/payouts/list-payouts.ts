import { firstIdAt, isId } from '../../base/db/ids.ts';
import type { Sql } from '../../base/db/pool.ts';
import { parseTransactionHash } from '../../chain/chains/transaction-hash.ts';
import { type PayoutState, payoutStatusesOf } from './dashboard-answer.ts';
import { listPayouts, type Payout, type PayoutFilter } from './store.ts';

export interface PayoutQuery {
  /** null: all merchants. */
  merchantId: string | null;
  /** The typed search: an id, an e-mail, a reference or a transaction hash. */
  search: string | null;
  state: PayoutState | null;
  beforeId: string | null;
  limit: number;
}

/** E-mails and references have no index: older payouts are found by id or hash. */
const searchDays = 90;

/** Newest first. */
export async function findPayouts(
  sql: Sql,
  { merchantId, search, state, beforeId, limit }: PayoutQuery,
  now: Date,
): Promise<Payout[]> {
  const shared: PayoutFilter = {
    ...(merchantId !== null && { merchantId }),
    ...(state && { statuses: payoutStatusesOf(state) }),
    ...(beforeId !== null && { beforeId }),
  };
  return await listPayouts(sql, { ...shared, ...filterOf(search?.trim() ?? '', now) }, limit);
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
