import { claimDue } from '../db/leases.ts';
import type { Job } from '../worker/worker.ts';
import { findAttempt } from './attempt-store.ts';
import type { CardProcessor } from './card-processor.ts';
import { readDisputes } from './charge-back.ts';
import { expireCharges } from './expire-charges.ts';
import { tryRefund } from './refund-charge.ts';
import { findRefund } from './refund-store.ts';
import { inquireAttempt, type ResolveDeps } from './resolve-attempt.ts';
import { forgetTries } from './try-store.ts';

/** In flight at once towards a processor, per process. */
const batchSize = 16;
/** Longer than a processor's time-out; a crashed worker's rows come back after it. */
const leaseSeconds = 30;

export function chargeJobs(deps: ResolveDeps, processors: CardProcessor[]): Job[] {
  const { sql } = deps;
  return [
    {
      name: 'forget-tries',
      idleMs: 60_000,
      async run() {
        await forgetTries(sql, deps.now());
        return 0;
      },
    },
    { name: 'expire-charges', idleMs: 1_000, run: () => expireCharges(sql, deps.now()) },
    {
      name: 'inquire-attempts',
      idleMs: 500,
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
      idleMs: 1_000,
      async run() {
        const due = await claimDue(sql, 'refunds', batchSize, leaseSeconds);
        await Promise.all(
          due.map(async ({ merchantId, id }) => {
            const refund = await findRefund(sql, merchantId, id);
            if (refund?.status === 'pending') await tryRefund(deps, refund);
          }),
        );
        return due.length;
      },
    },
    ...processors.map((processor) => ({
      name: `read-disputes-${processor.name}`,
      idleMs: 2_000,
      quietMs: 10_000,
      run: () => readDisputes(sql, processor, deps.now()),
    })),
  ];
}
