import { appendAudit } from '../../../accounts/audit/audit-log.ts';
import { payoutLimitsOf } from '../../../accounts/merchants/merchant.ts';
import { findMerchant } from '../../../accounts/merchants/store.ts';
import { byMerchant } from '../../../base/db/citus/merchant-batches.ts';
import type { Db, Sql, Tx } from '../../../base/db/pool.ts';
import type { PayoutToSend } from '../sending/queue-store.ts';
import { judgeByRules, type RuledPayout } from './controls.ts';
import type { PaidOut } from './limits.ts';

/** The verdict of the merchants' present rules on payouts that wait to be sent. */
export interface Ruled {
  /** In the given order. */
  send: PayoutToSend[];
  overLimit: PayoutToSend[];
  /** Payouts that need more approvals than they have. */
  review: { payout: PayoutToSend; needed: number }[];
}

/** Judges queued payouts by the present rules. A payout that is sent again was judged at its first sending. */
export async function judgeByPresentRules(
  db: Db,
  payouts: readonly PayoutToSend[],
  now: Date,
): Promise<Ruled> {
  const ruled: Ruled = { send: [], overLimit: [], review: [] };
  const verdicts = new Map<string, ReturnType<typeof judgeByRules>>();
  const queued = payouts.filter(({ stranded }) => stranded === null);
  for (const [merchantId, own] of byMerchant(queued)) {
    const merchant = await findMerchant(db, merchantId);
    if (!merchant) continue;
    const limits = payoutLimitsOf(merchant.settings);
    const approvals = await approvalCounts(db, merchantId, own);
    let sent = await sentAt(db, merchantId, now);
    for (const payout of own) {
      const facts: RuledPayout = { ...payout, approvalsGiven: approvals.get(payout.id) ?? 0 };
      const verdict = judgeByRules(facts, sent, limits);
      verdicts.set(payout.id, verdict);
      if (verdict.kind === 'send') sent = withPayout(sent, payout);
    }
  }
  for (const payout of payouts) {
    const verdict = verdicts.get(payout.id);
    if (verdict?.kind === 'review') ruled.review.push({ payout, needed: verdict.needed });
    else if (verdict?.kind === 'over_limit') ruled.overLimit.push(payout);
    else ruled.send.push(payout);
  }
  return ruled;
}

function withPayout(sent: PaidOut, { kind, amountMinor }: PayoutToSend): PaidOut {
  if (kind === 'refund') return sent;
  return {
    todayMinor: sent.todayMinor + amountMinor,
    thisMonthMinor: sent.thisMonthMinor + amountMinor,
  };
}

async function approvalCounts(
  db: Db,
  merchantId: string,
  payouts: readonly PayoutToSend[],
): Promise<Map<string, number>> {
  const rows = await db<{ id: string; count: number }[]>`
    SELECT payout_id AS id, count(*)::int AS count
      FROM payout_approvals
     WHERE merchant_id = ${merchantId}
       AND payout_id = ANY (${payouts.map(({ id }) => id)}::uuid[])
       AND person_id IS NOT NULL
     GROUP BY payout_id`;
  return new Map(rows.map(({ id, count }) => [id, count]));
}

async function sentAt(db: Db, merchantId: string, now: Date): Promise<PaidOut> {
  const day = now.toISOString().slice(0, 10);
  const [row] = await db<PaidOut[]>`
    SELECT coalesce(sum(amount_minor) FILTER (WHERE day = ${day}), 0)::bigint AS "todayMinor",
           coalesce(sum(amount_minor), 0)::bigint AS "thisMonthMinor"
      FROM payout_sent_days
     WHERE merchant_id = ${merchantId}
       AND day >= date_trunc('month', ${day}::date)
       AND day < date_trunc('month', ${day}::date) + interval '1 month'`;
  return row ?? { todayMinor: 0n, thisMonthMinor: 0n };
}

/** Locks the daily sums of these merchants: two networks may send for one merchant at once, under one limit. */
export async function holdSentDays(tx: Tx, payouts: readonly PayoutToSend[], now: Date): Promise<void> {
  await addToSentDays(
    tx,
    byMerchant(payouts).map(([merchantId]) => ({ merchantId, amountMinor: 0n })),
    now,
  );
}

/** Adds the amounts taken for sending. The caller holds the daily sums. */
export async function countSent(tx: Tx, payouts: readonly PayoutToSend[], now: Date): Promise<void> {
  const sums = byMerchant(payouts.filter(({ kind }) => kind === 'payout')).map(([merchantId, own]) => ({
    merchantId,
    amountMinor: own.reduce((sum, { amountMinor }) => sum + amountMinor, 0n),
  }));
  await addToSentDays(tx, sums, now);
}

async function addToSentDays(
  tx: Tx,
  sums: readonly { merchantId: string; amountMinor: bigint }[],
  now: Date,
): Promise<void> {
  if (sums.length === 0) return;
  const day = now.toISOString().slice(0, 10);
  const rows = sums.map(({ merchantId, amountMinor }) => ({
    merchant_id: merchantId,
    day,
    amount_minor: amountMinor,
  }));
  await tx`
    INSERT INTO payout_sent_days AS sent ${tx(rows)}
        ON CONFLICT (merchant_id, day)
        DO UPDATE SET amount_minor = sent.amount_minor + excluded.amount_minor`;
}

/** Returns payouts to review. Earlier approvals still count. */
export async function sendBackToReview(sql: Sql, review: Ruled['review'], now: Date): Promise<void> {
  for (const { payout, needed } of review) {
    await sql.begin(async (tx) => {
      const moved = await tx`
        UPDATE payouts
           SET status = 'review',
               approvals_needed = ${needed},
               wait_reason = NULL
         WHERE merchant_id = ${payout.merchantId}
           AND id = ${payout.id}
           AND status = 'queued'
        RETURNING 1`;
      if (moved.length === 0) return;
      await appendAudit(
        tx,
        {
          actor: 'pasarela',
          act: 'payout_needs_approval',
          subject: `payout ${payout.id}`,
          details: { merchantId: payout.merchantId, needed },
        },
        now,
      );
    });
  }
}
