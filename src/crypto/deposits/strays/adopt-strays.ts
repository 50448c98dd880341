import { appendAudit } from '../../../accounts/audit/audit-log.ts';
import { isId } from '../../../base/db/ids.ts';
import type { Sql } from '../../../base/db/pool.ts';
import { PasarelaError } from '../../../base/ground/errors.ts';
import type { OutcomeDeps } from '../../orders/outcome/outcome-deps.ts';
import { recordOrderOutcome } from '../../orders/outcome/record-outcome.ts';
import { type CryptoOrder, findOrderById } from '../../orders/store.ts';
import { bookStrays, holdStrays, strayDetails } from './open-strays.ts';

/**
 * Credits strays to their order, one to one: the order gets the address on that network and is decided anew as if its
 * customer had chosen it. If the money is in time and enough, the order is paid; late or short money waits for the
 * merchant like any other payment.
 */
export async function adoptStrays(
  deps: OutcomeDeps & { sql: Sql; now(): Date },
  request: { orderId: string; network: string; note: string; actor: string },
): Promise<CryptoOrder> {
  const { orderId, network, note, actor } = request;
  const found = isId(orderId) ? await findOrderById(deps.sql, orderId) : null;
  if (!found) throw new PasarelaError('not_found', `There is no order ${orderId}.`);
  const key = { merchantId: found.merchantId, orderId };
  const now = deps.now();
  await deps.sql.begin(async (tx) => {
    const held = await holdStrays(tx, key, network, 'adopt');
    await bookStrays(tx, held, held.order, { decision: 'adopted', by: actor, at: now });
    await recordOrderOutcome(deps, tx, key, now);
    const details = { ...strayDetails(held, deps), note };
    await appendAudit(tx, { actor, act: 'stray_adopted', subject: `order ${orderId}`, details }, now);
  });
  return (await findOrderById(deps.sql, orderId)) ?? found;
}
