import { postEntry } from '../../../accounts/ledger/ledger.ts';
import { queueReceipts } from '../../../accounts/mail/queue-receipts.ts';
import { findMerchant } from '../../../accounts/merchants/store.ts';
import { newIdOf } from '../../../base/db/ids.ts';
import type { Sql, Tx } from '../../../base/db/pool.ts';
import { announceStatus } from '../announce.ts';
import { cardReceipt } from '../cards/card-receipt.ts';
import { type Attempt, type Charge, takenMoney } from '../charge.ts';
import { mailMerchant } from '../merchant-mail.ts';
import { type AuthorizationNews, authorizationMail } from '../merchant-mail-text.ts';
import type { NoticeCause } from '../payment-notice.ts';
import type { AuthorizationFinding } from '../payment-processor.ts';
import { approvedEntry } from '../post-charge.ts';
import { lockCharge, saveDecision } from '../store.ts';
import { endAuthorization } from './authorization-store.ts';
import { insertClosing, pendingClosing, resolveClosing } from './closing-store.ts';
import { type AuthorizationDecision, type Closing, decideAuthorization } from './decide-authorization.ts';

/**
 * Records the processor's word about an authorised charge: the request under way, charge, ledger and event in one
 * transaction. Whoever asked, a request, a worker or a notification, ends here; a later caller finds it ended and
 * changes nothing. `isAnswered`: the response to the merchant's request reports a failure, so no event does.
 */
export async function recordAuthorization(
  sql: Sql,
  attempt: Attempt,
  finding: AuthorizationFinding,
  now: Date,
  { isAnswered = false } = {},
): Promise<void> {
  if (finding.state === 'held' || finding.state === 'unknown') return;
  const { merchantId, chargeId } = attempt;
  await sql.begin(async (tx) => {
    const charge = await lockCharge(tx, merchantId, chargeId);
    if (!charge) throw new Error(`attempt ${attempt.id}: its charge is gone`);
    const pending = await pendingClosing(tx, merchantId, chargeId);
    const decision = decideAuthorization(charge, pending, finding);
    if (!decision) return;
    const { status, capturedMinor } = decision;
    const moved =
      status === charge.status
        ? charge
        : await saveDecision(tx, charge, { status, ...(capturedMinor !== null && { capturedMinor }) }, now);
    if (pending && decision.pending) await resolveClosing(tx, pending, decision.pending, now);
    const external = await enterExternal(tx, attempt, decision, now);
    if (status !== 'authorized') await endAuthorization(tx, merchantId, chargeId);

    if (status !== 'authorized' || !isAnswered) {
      await announceStatus(tx, [moved], status, now, causeOf(decision, pending, external));
    }
    const news = newsOf(decision, pending, isAnswered);
    if (news) await mailNews(tx, news, moved, attempt);
    if (status !== 'approved') return;
    await queueReceipts(tx, [cardReceipt('payment', moved, attempt, { id: moved.id }, now)]);
    // Last, because it locks the merchant's balances until the commit.
    const fee = (await findMerchant(tx, merchantId))?.settings.cardFeeBasisPoints ?? 0;
    await postEntry(tx, approvedEntry({ ...moved, amount: takenMoney(moved) }, attempt, fee));
  });
}

async function enterExternal(
  tx: Tx,
  { merchantId, chargeId, id: attemptId }: Attempt,
  { external }: AuthorizationDecision,
  now: Date,
): Promise<Closing | null> {
  if (!external) return null;
  const closing: Closing = {
    merchantId,
    id: newIdOf(merchantId),
    chargeId,
    attemptId,
    ...external,
    status: 'succeeded',
    origin: 'external',
    failure: null,
    createdAt: now,
    resolvedAt: now,
  };
  await insertClosing(tx, closing, { key: null, requestHash: Buffer.alloc(0) }, now);
  return closing;
}

/** The closing that moved the charge, or the one that failed. */
function causeOf(
  decision: AuthorizationDecision,
  pending: Closing | null,
  external: Closing | null,
): NoticeCause {
  if (decision.isExpired) return { authorizationNotice: 'expired' };
  const of = external ?? pending;
  if (!of) return {};
  return {
    closingId: of.id,
    closingKind: of.kind,
    closingStatus: external ? 'succeeded' : (decision.pending?.status ?? 'succeeded'),
    closingOrigin: of.origin,
  };
}

/** What the merchant did not see in a response is also mailed. */
function newsOf(
  { external, isExpired, status }: AuthorizationDecision,
  pending: Closing | null,
  isAnswered: boolean,
): AuthorizationNews | null {
  if (external) return external.kind === 'capture' ? 'captured_elsewhere' : 'voided_elsewhere';
  if (isExpired) return 'expired';
  if (status !== 'authorized' || isAnswered || !pending) return null;
  return pending.kind === 'capture' ? 'capture_failed' : 'void_failed';
}

export async function mailNews(
  tx: Tx,
  news: AuthorizationNews,
  charge: Charge,
  { processor }: Pick<Attempt, 'processor'>,
  expiresAt: Date | null = null,
): Promise<void> {
  await mailMerchant(tx, charge.merchantId, 'authorization', (words) =>
    authorizationMail({ charge, news, processor, expiresAt }, words),
  );
}
