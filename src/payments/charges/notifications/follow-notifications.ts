import { notifyOperator } from '../../../accounts/alarms/alarms.ts';
import { isId } from '../../../base/db/ids.ts';
import { findAttempt, findChargeOfAttempt } from '../attempts/attempt-store.ts';
import { followLatePayment } from '../attempts/follow-late-payment.ts';
import { inquireAttempt, type ResolveDeps } from '../attempts/resolve-attempt.ts';
import { followAuthorization } from '../authorizations/follow-authorization.ts';
import { type Attempt, hasEnded } from '../charge.ts';
import { recordDispute } from '../disputes/record-dispute.ts';
import { recordWarning } from '../disputes/record-warning.ts';
import type { Hint, PaymentProcessor } from '../payment-processor.ts';
import { type ImportDeps, importRefunds } from '../refunds/import-refunds.ts';
import { requestRefund } from '../refunds/refund-charge.ts';
import { findRefundById, refundsOf } from '../refunds/refund-store.ts';
import {
  claimNotifications,
  type DueNotification,
  endNotification,
  forgetNotifications,
  postponeNotification,
} from './notification-store.ts';

/** Concurrent calls to processors, per process. */
const batchSize = 16;
/** Longer than a processor's time-out. */
const leaseSeconds = 30;
/** These attempts take some days: after that, inquiries or reconciliation find the change. */
const maxTries = 40;
const notLookedAt = 'What it is about could not be read or written.';
const notAnswered = 'The processor did not tell what it is.';
const keptMs = 40 * 24 * 60 * 60 * 1000;

export type FollowDeps = ImportDeps;

/** Reads from the processors what their notifications refer to. The content of a message counts for nothing. */
export async function followNotifications(deps: FollowDeps): Promise<number> {
  const due = await claimNotifications(deps.sql, batchSize, leaseSeconds);
  const failures: unknown[] = [];
  await Promise.all(
    due.map(async (notification) => {
      const hindrance = await follow(deps, notification).catch((error: unknown) => {
        failures.push(error);
        return notLookedAt;
      });
      if (hindrance === null) await endNotification(deps.sql, notification);
      else if (notification.tries >= maxTries) await giveUp(deps, notification, hindrance);
      else await postponeNotification(deps.sql, notification, delaySeconds(notification.tries));
    }),
  );
  // Each was postponed separately: if one merchant's rows cannot be reached, those of others are still done.
  if (failures.length > 0) throw failures[0];
  return due.length;
}

/** Ends the attempts: from here on it is the operator's task. */
async function giveUp(deps: FollowDeps, notification: DueNotification, hindrance: string): Promise<void> {
  const { processor, accountId, hint } = notification;
  const account = accountId === null ? '' : `, on the account ${accountId}`;
  const log = await deps.sql.begin(async (tx) => {
    await endNotification(tx, notification);
    return await notifyOperator(tx, deps, {
      network: processor,
      text: `${processor} told of something that could not be entered: ${nameOf(hint)}${account}.\n${hindrance}`,
      advice: `It was tried ${maxTries} times, over some days, and is not tried again. Look it up at ${processor}, and see pasarela cards reconcile ${processor}: money may have moved there of which the books know nothing. See docs/operate/cards.md.`,
    });
  });
  log();
}

function nameOf(hint: Hint): string {
  const [id] = Object.entries(hint).flatMap(([key, value]) => (key === 'about' ? [] : [value]));
  return `${hint.about} ${id ?? ''}`.trim();
}

export async function forgetOldNotifications({ sql, now }: ResolveDeps): Promise<void> {
  await forgetNotifications(sql, new Date(now().getTime() - keptMs));
}

function delaySeconds(tries: number): number {
  return Math.min(3 * 60 * 60, 5 * 2 ** tries);
}

/** Why it must be attempted again; null: it is done. */
async function follow(deps: FollowDeps, notification: DueNotification): Promise<string | null> {
  const { processor: name, accountId } = notification;
  const processor = await deps.processors.of({ processor: name, accountId, kind: 'hosted' });
  const hint =
    notification.hint.about === 'handle'
      ? await processor.trace(notification.hint.handle)
      : notification.hint;
  return hint === null ? notAnswered : await look(deps, processor, accountId, hint);
}

async function look(
  deps: FollowDeps,
  processor: PaymentProcessor,
  accountId: string | null,
  hint: Hint,
): Promise<string | null> {
  switch (hint.about) {
    case 'attempt':
    case 'refunds': {
      const place = isId(hint.attemptId) ? await findChargeOfAttempt(deps.sql, hint.attemptId) : null;
      const attempt = place && (await findAttempt(deps.sql, place.merchantId, hint.attemptId));
      if (attempt?.processor !== processor.name) return null;
      if (!hasEnded(attempt)) {
        await inquireAttempt(deps, attempt);
        // The next attempt reads the outcome.
        return hint.about === 'refunds' ? 'Its payment was not yet approved here.' : null;
      }
      await followLatePayment(deps, attempt);
      // It may have been captured or voided in the processor's panel.
      await followAuthorization(deps, attempt);
      await askForRefunds(deps, attempt);
      return hint.about === 'refunds' ? await importRefunds(deps, attempt) : null;
    }
    case 'refund': {
      const refund = isId(hint.refundId) ? await findRefundById(deps.sql, hint.refundId) : null;
      if (refund) await requestRefund(deps, refund, { isRepeat: true });
      return null;
    }
    case 'dispute': {
      const readAt = deps.now();
      const dispute = await processor.readDispute(hint.disputeId);
      if (!dispute) return notAnswered;
      if (!isId(dispute.attemptId)) return null;
      const account = { processor: processor.name, accountId };
      const result = await deps.sql.begin((tx) => recordDispute(tx, account, dispute, readAt, deps.now()));
      return result === 'too_early'
        ? `It is of the attempt ${dispute.attemptId}, which is not approved here.`
        : null;
    }
    case 'warning': {
      if (!processor.readWarning) return null;
      const warning = await processor.readWarning(hint.warningId);
      if (!warning) return notAnswered;
      if (!isId(warning.attemptId)) return null;
      const account = { processor: processor.name, accountId };
      const result = await deps.sql.begin((tx) => recordWarning(tx, account, warning, deps.now()));
      return result === 'too_early'
        ? `It is of the attempt ${warning.attemptId}, which is not approved here.`
        : null;
    }
    case 'handle':
    case 'nothing':
      return null;
  }
}

/** Some processors name only the payment when a refund that they had accepted has ended. */
async function askForRefunds(deps: ResolveDeps, { merchantId, chargeId }: Attempt): Promise<void> {
  for (const refund of await refundsOf(deps.sql, merchantId, chargeId)) {
    const isTaken = refund.status === 'pending' && refund.processorReference !== null;
    if (isTaken) await requestRefund(deps, refund, { isRepeat: true });
  }
}
