import { isProcessed, type MethodCode } from '../../../accounts/methods/methods.ts';
import type { Tx } from '../../../base/db/pool.ts';
import { attemptsOf } from '../attempts/attempt-store.ts';
import { leaveAttempt, type ResolveDeps, unresolvedAttempt } from '../attempts/resolve-attempt.ts';
import { type Charge, hasEnded } from '../charge.ts';
import { lockCharge, saveMethod } from '../store.ts';

export interface ChooseDeps extends ResolveDeps {
  /**
   * Forgets the order of a crypto charge that nobody was given an address of, before the charge's own row is locked;
   * false: there is one, and money may be on its way to it.
   */
  dropUnopenedOrder(tx: Tx, charge: Charge): Promise<boolean>;
}

/**
 * Sets the method that the customer chose on the page; `ALL` leads back to the choice. Whatever was begun by the method
 * before is abandoned at its processor first: while that is not certain the method stays.
 */
export async function chooseMethod(
  deps: ChooseDeps,
  charge: Charge,
  method: MethodCode,
  isBeside = false,
): Promise<'chosen' | 'in_progress' | 'not_payable'> {
  if (charge.status !== 'open' || !charge.anyMethod) return 'not_payable';
  const begun = await unresolvedAttempt(deps.sql, charge);
  if (begun?.status === 'authenticating' || begun?.status === 'awaiting')
    await leaveAttempt(deps, begun, isBeside);
  return await deps.sql.begin(async (tx) => {
    if (!isProcessed(charge.method) && !(await deps.dropUnopenedOrder(tx, charge))) return 'in_progress';
    const current = await lockCharge(tx, charge.merchantId, charge.id);
    if (current?.status !== 'open' || current.expiresAt <= deps.now()) return 'not_payable';
    // Another tab chose at the same time: what it began must not be left behind.
    if (current.method !== charge.method) return current.method === method ? 'chosen' : 'in_progress';
    const attempts = await attemptsOf(tx, charge.merchantId, charge.id);
    if (attempts.some((attempt) => !hasEnded(attempt))) return 'in_progress';
    await saveMethod(tx, current, method);
    return 'chosen';
  });
}
