import { isId } from '../db/ids.ts';
import { findAttempt, findChargeOfAttempt } from './attempt-store.ts';
import type { CardProcessor, Hint } from './card-processor.ts';
import { attemptTransitions } from './charge.ts';
import {
  claimNotifications,
  type DueNotification,
  endNotification,
  forgetNotifications,
  postponeNotification,
} from './notification-store.ts';
import { recordDispute } from './record-dispute.ts';
import { tryRefund } from './refund-charge.ts';
import { findRefundById } from './refund-store.ts';
import { inquireAttempt, type ResolveDeps } from './resolve-attempt.ts';

/** In flight at once towards processors, per process. */
const batchSize = 16;
/** Longer than a processor's time-out. */
const leaseSeconds = 30;
/** Over some days: then what it is about is found out by asking, or by reconciliation. */
const maxTries = 40;
const keptMs = 40 * 24 * 60 * 60 * 1000;

/** Reads from the processors what they told us to look at. What a message said counts for nothing. */
export async function followNotifications(deps: ResolveDeps): Promise<number> {
  const due = await claimNotifications(deps.sql, batchSize, leaseSeconds);
  await Promise.all(
    due.map(async (notification) => {
      const isDone = await follow(deps, notification);
      if (isDone || notification.tries >= maxTries) await endNotification(deps.sql, notification);
      else await postponeNotification(deps.sql, notification, delaySeconds(notification.tries));
    }),
  );
  return due.length;
}

export async function forgetOldNotifications({ sql, now }: ResolveDeps): Promise<void> {
  await forgetNotifications(sql, new Date(now().getTime() - keptMs));
}

function delaySeconds(tries: number): number {
  return Math.min(3 * 60 * 60, 5 * 2 ** tries);
}

/** false: it is to be tried again. */
async function follow(deps: ResolveDeps, notification: DueNotification): Promise<boolean> {
  const { processor: name, accountId } = notification;
  const processor = await deps.cards.of({ processor: name, accountId, kind: 'hosted' });
  const hint =
    notification.hint.about === 'handle'
      ? await processor.trace(notification.hint.handle)
      : notification.hint;
  return hint !== null && (await look(deps, processor, accountId, hint));
}

async function look(
  deps: ResolveDeps,
  processor: CardProcessor,
  accountId: string | null,
  hint: Hint,
): Promise<boolean> {
  switch (hint.about) {
    case 'attempt': {
      const place = isId(hint.attemptId) ? await findChargeOfAttempt(deps.sql, hint.attemptId) : null;
      const attempt = place && (await findAttempt(deps.sql, place.merchantId, hint.attemptId));
      if (attempt?.processor === processor.name && attemptTransitions[attempt.status].length > 0) {
        await inquireAttempt(deps, attempt);
      }
      return true;
    }
    case 'refund': {
      const refund = isId(hint.refundId) ? await findRefundById(deps.sql, hint.refundId) : null;
      if (refund) await tryRefund(deps, refund, { isRepeat: true });
      return true;
    }
    case 'dispute': {
      const dispute = await processor.readDispute(hint.disputeId);
      if (!dispute) return false;
      if (!isId(dispute.attemptId)) return true;
      const account = { processor: processor.name, accountId };
      const result = await deps.sql.begin((tx) => recordDispute(tx, account, dispute, deps.now()));
      return result !== 'too_early';
    }
    case 'handle':
    case 'nothing':
      return true;
  }
}
