import { claimDue } from '../../base/db/leases.ts';
import type { Job } from '../../base/worker/worker.ts';
import { forgetAttempts } from './attempts/attempt-counts.ts';
import { findAttempt } from './attempts/attempt-store.ts';
import { inquireAttempt } from './attempts/resolve-attempt.ts';
import { requestClosing } from './authorizations/close-charge.ts';
import { findClosing } from './authorizations/closing-store.ts';
import { followDueAuthorization } from './authorizations/follow-authorization.ts';
import { findDispute } from './disputes/dispute-store.ts';
import { followSending } from './disputes/evidence/send-evidence.ts';
import { followDispute, readDueDisputes } from './disputes/read-disputes.ts';
import { expireCharges } from './expire-charges.ts';
import { bookMovements } from './movements/book-movements.ts';
import { reconcileDaily } from './movements/reconcile-daily.ts';
import {
  type FollowDeps,
  followNotifications,
  forgetOldNotifications,
} from './notifications/follow-notifications.ts';
import { requestRefund } from './refunds/refund-charge.ts';
import { findRefund } from './refunds/refund-store.ts';
import { requestReturn } from './unexpected/return-unexpected.ts';
import { findUnexpected } from './unexpected/unexpected-store.ts';

/** Concurrent calls to a processor, per process. */
const batchSize = 16;
/** Longer than a processor's time-out; a crashed worker's rows become due again after it. */
const leaseSeconds = 30;
/** Files take longer to send. */
const evidenceLeaseSeconds = 120;

export function chargeJobs(deps: FollowDeps): Job[] {
  const { sql } = deps;
  return [
    {
      name: 'forget-tries',
      idleMs: 60_000,
      async run() {
        await forgetAttempts(sql, deps.now());
        return 0;
      },
    },
    { name: 'expire-charges', idleMs: 2_000, run: () => expireCharges(sql, deps.now()) },
    {
      name: 'inquire-attempts',
      idleMs: 1_000,
      async run() {
        const due = await claimDue(sql, 'attempts', batchSize, leaseSeconds);
        await Promise.all(
          due.map(async ({ merchantId, id }) => {
            const attempt = await findAttempt(sql, merchantId, id);
            if (attempt) await inquireAttempt(deps, attempt);
          }),
        );
        return due.length;
      },
    },
    {
      name: 'retry-refunds',
      idleMs: 2_000,
      async run() {
        const due = await claimDue(sql, 'refunds', batchSize, leaseSeconds);
        await Promise.all(
          due.map(async ({ merchantId, id }) => {
            const refund = await findRefund(sql, merchantId, id);
            if (refund?.status === 'pending') await requestRefund(deps, refund, { isRepeat: true });
          }),
        );
        return due.length;
      },
    },
    {
      name: 'retry-returns',
      idleMs: 2_000,
      async run() {
        const due = await claimDue(sql, 'unexpected_payments', batchSize, leaseSeconds);
        await Promise.all(
          due.map(async ({ merchantId, id }) => {
            const payment = await findUnexpected(sql, merchantId, id);
            if (payment) await requestReturn(deps, payment, { isRepeat: true });
          }),
        );
        return due.length;
      },
    },
    {
      name: 'retry-closings',
      idleMs: 2_000,
      async run() {
        const due = await claimDue(sql, 'closings', batchSize, leaseSeconds);
        await Promise.all(
          due.map(async ({ merchantId, id }) => {
            const closing = await findClosing(sql, merchantId, id);
            if (closing?.status === 'pending') await requestClosing(deps, closing, { isRepeat: true });
          }),
        );
        return due.length;
      },
    },
    {
      name: 'follow-authorizations',
      idleMs: 10_000,
      async run() {
        const due = await claimDue(sql, 'authorizations', batchSize, leaseSeconds);
        await Promise.all(due.map((each) => followDueAuthorization(deps, each)));
        return due.length;
      },
    },
    { name: 'follow-notifications', idleMs: 500, quietMs: 5_000, run: () => followNotifications(deps) },
    {
      name: 'forget-notifications',
      idleMs: 10 * 60_000,
      async run() {
        await forgetOldNotifications(deps);
        return 0;
      },
    },
    {
      // Each account has its own due time here, too.
      name: 'read-disputes',
      idleMs: 5_000,
      quietMs: 10_000,
      run: () => readDueDisputes(deps),
    },
    {
      name: 'follow-disputes',
      idleMs: 10_000,
      async run() {
        const due = await claimDue(sql, 'disputes', batchSize, leaseSeconds);
        await Promise.all(
          due.map(async ({ merchantId, id }) => {
            const dispute = await findDispute(sql, merchantId, id);
            if (dispute) await followDispute(deps, dispute);
          }),
        );
        return due.length;
      },
    },
    {
      name: 'send-evidence',
      idleMs: 5_000,
      async run() {
        const due = await claimDue(sql, 'dispute_evidence', batchSize, evidenceLeaseSeconds);
        await Promise.all(due.map(({ merchantId, id }) => followSending(deps, merchantId, id)));
        return due.length;
      },
    },
    // Each account has its own due time.
    {
      name: 'book-lines',
      idleMs: 60_000,
      quietMs: 10 * 60_000,
      isSteady: true,
      mayBeCutOff: true,
      run: () => bookMovements(deps),
    },
    {
      name: 'reconcile-daily',
      idleMs: 10 * 60_000,
      isSteady: true,
      mayBeCutOff: true,
      run: () => reconcileDaily(deps),
    },
  ];
}
