import { appendAudit } from '../audit/audit-log.ts';
import type { Sql } from '../db/pool.ts';
import { PasarelaError, validationFailed } from '../ground/errors.ts';
import { postEntry } from '../ledger/ledger.ts';
import { queueMail } from '../mail/queue-mail.ts';
import type { Merchant } from '../merchants/merchant.ts';
import { paidEntry, refusedEntry } from './post-settlement.ts';
import type { Decision, Settlement } from './settlement.ts';
import { settlementMail } from './settlement-mail.ts';
import { lockSettlement, saveDecision } from './store.ts';

/**
 * Records that a settlement was paid, or will not be: state, ledger and the mail to the merchant in one transaction. Who asked
 * for it does not decide it. The same decision again changes nothing.
 */
export async function endSettlement(
  { sql, now }: { sql: Sql; now(): Date },
  merchant: Merchant,
  id: string,
  decision: Decision,
  actor: string,
): Promise<Settlement> {
  const [field, said] =
    decision.status === 'paid' ? ['reference', decision.reference] : ['reason', decision.reason];
  if (said === '') throw validationFailed([{ field: String(field), message: 'must not be empty' }]);
  return await sql.begin(async (tx) => {
    const settlement = await lockSettlement(tx, merchant.id, id);
    if (!settlement) throw new PasarelaError('not_found', 'There is no such settlement.');
    if (settlement.status !== 'requested') {
      if (isSame(settlement, decision)) return settlement;
      throw new PasarelaError('settlement_decided', `This settlement is ${settlement.status} already.`);
    }
    if (settlement.requestedBy === actor) {
      throw new PasarelaError(
        'permission_missing',
        'Who asked for a settlement does not decide it: let somebody else.',
      );
    }
    const decided = { ...settlement, ...decision, decidedBy: actor, decidedAt: now() };
    await saveDecision(tx, settlement, decision, actor, now());
    await postEntry(
      tx,
      decision.status === 'paid' ? paidEntry(settlement, decision.way) : refusedEntry(settlement),
    );
    await queueMail(tx, {
      merchantId: merchant.id,
      kind: 'settlement',
      recipient: merchant.contactEmail,
      ...settlementMail(merchant, decided),
    });
    const { status, ...details } = decision;
    await appendAudit(
      tx,
      {
        actor,
        act: `settlement_${status}`,
        subject: `merchant ${merchant.id}`,
        details: { settlement: id, ...details },
      },
      now(),
    );
    return decided;
  });
}

function isSame({ status, way, reference, reason }: Settlement, decision: Decision): boolean {
  if (status !== decision.status) return false;
  return decision.status === 'paid'
    ? way === decision.way && reference === decision.reference
    : reason === decision.reason;
}
