import { appendAudit } from '../../accounts/audit/audit-log.ts';
import { isProcessed } from '../../accounts/methods/methods.ts';
import type { Tx } from '../../base/db/pool.ts';
import { announceStatus } from './announce.ts';
import { attemptsOf } from './attempts/attempt-store.ts';
import { abandonAttempt, type ResolveDeps, unresolvedAttempt } from './attempts/resolve-attempt.ts';
import { type Charge, hasEnded } from './charge.ts';
import { findCharge, lockCharge, saveDecision } from './store.ts';

export type CancelResult = { kind: 'canceled' | 'in_progress' | 'not_cancelable'; charge: Charge };

export interface CancelDeps extends ResolveDeps {
  /**
   * Ends the order that would pay a crypto charge, before the charge's own row is locked; false: the customer is paying
   * it.
   */
  endUnpaidOrder(tx: Tx, charge: Charge, now: Date): Promise<boolean>;
}

/**
 * Cancels an open charge. An open challenge, or instructions to pay, are abandoned at the processor first; an attempt whose outcome is unknown
 * blocks the cancellation, since the customer may have paid.
 */
export async function cancelCharge(
  deps: CancelDeps,
  charge: Charge,
  /** The person who cancels; null: an API key of the merchant, or the customer. */
  actor: string | null = null,
): Promise<CancelResult> {
  if (charge.status !== 'open') {
    return { kind: charge.status === 'canceled' ? 'canceled' : 'not_cancelable', charge };
  }
  const waiting = await unresolvedAttempt(deps.sql, charge);
  if (waiting?.status === 'authenticating' || waiting?.status === 'awaiting')
    await abandonAttempt(deps, waiting);

  const now = deps.now();
  const kind = await deps.sql.begin(async (tx): Promise<CancelResult['kind']> => {
    if (!isProcessed(charge.method) && !(await deps.endUnpaidOrder(tx, charge, now))) return 'in_progress';
    const current = await lockCharge(tx, charge.merchantId, charge.id);
    if (current?.status === 'canceled') return 'canceled';
    if (current?.status !== 'open') return 'not_cancelable';
    const attempts = await attemptsOf(tx, charge.merchantId, charge.id);
    if (attempts.some((attempt) => !hasEnded(attempt))) return 'in_progress';
    await saveDecision(tx, current, { status: 'canceled' }, now);
    await announceStatus(tx, [current], 'canceled', now);
    if (actor !== null) {
      await appendAudit(
        tx,
        { actor, act: 'charge_canceled', subject: `charge ${current.id}`, details: {} },
        now,
      );
    }
    return 'canceled';
  });
  return { kind, charge: (await findCharge(deps.sql, charge.merchantId, charge.id)) ?? charge };
}
