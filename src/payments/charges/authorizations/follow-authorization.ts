import { announceStatus } from '../announce.ts';
import { findAttempt } from '../attempts/attempt-store.ts';
import type { ResolveDeps } from '../attempts/resolve-attempt.ts';
import type { Attempt } from '../charge.ts';
import { findCharge, lockCharge } from '../store.ts';
import {
  type Authorization,
  findAuthorization,
  postponeAuthorization,
  setNotified,
} from './authorization-store.ts';
import { pendingClosing } from './closing-store.ts';
import { nextReadingAt, noticeAt } from './decide-authorization.ts';
import { mailNews, recordAuthorization } from './record-authorization.ts';

/** Between two questions that the processor does not answer. */
const retryDelayMs = 60_000;

/**
 * Asks the processor about a hold and records its answer: a capture or a void in its own panel, or its end, which is
 * never decided by our clock. Notifies the merchant once before the end.
 */
export async function followAuthorization(deps: ResolveDeps, attempt: Attempt): Promise<void> {
  const { merchantId, id, chargeId, processorReference } = attempt;
  const authorization = await findAuthorization(deps.sql, merchantId, id);
  const charge = await findCharge(deps.sql, merchantId, chargeId);
  if (!authorization || charge?.status !== 'authorized') return;
  const { authorizations } = await deps.processors.of(attempt);
  const finding = (await authorizations?.read({
    attemptId: id,
    processorReference: processorReference ?? '',
    amount: charge.amount,
  })) ?? { state: 'unknown' };
  const now = deps.now();
  switch (finding.state) {
    case 'captured':
    case 'voided':
      return await recordAuthorization(deps.sql, attempt, finding, now);
    case 'held': {
      const held = { ...authorization, expiresAt: finding.expiresAt ?? authorization.expiresAt };
      await postponeAuthorization(deps.sql, held, nextReadingAt(held, now));
      const at = noticeAt(held);
      if (held.toldAt === null && at !== null && now >= at) await notifyOfEnd(deps, held, attempt, now);
      return;
    }
    case 'refused':
    case 'unknown':
      await postponeAuthorization(deps.sql, authorization, new Date(now.getTime() + retryDelayMs));
  }
}

/** The attempt of a due row. */
export async function followDueAuthorization(
  deps: ResolveDeps,
  { merchantId, id }: { merchantId: string; id: string },
): Promise<void> {
  const attempt = await findAttempt(deps.sql, merchantId, id);
  if (attempt) await followAuthorization(deps, attempt);
}

async function notifyOfEnd(
  deps: ResolveDeps,
  authorization: Authorization,
  attempt: Attempt,
  now: Date,
): Promise<void> {
  const { merchantId, chargeId, expiresAt } = authorization;
  await deps.sql.begin(async (tx) => {
    const charge = await lockCharge(tx, merchantId, chargeId);
    if (charge?.status !== 'authorized' || (await pendingClosing(tx, merchantId, chargeId))) return;
    if (!(await setNotified(tx, authorization, now))) return;
    await announceStatus(tx, [charge], 'authorized', now, {
      authorizationNotice: 'expiring',
      ...(expiresAt && { authorizationExpiresAt: expiresAt.toISOString() }),
    });
    await mailNews(tx, 'expiring', charge, attempt, expiresAt);
  });
}
