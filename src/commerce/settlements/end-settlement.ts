import type { AuditAct } from '../../accounts/audit/acts.ts';
import { appendAudit } from '../../accounts/audit/audit-log.ts';
import { lockAvailable, postEntry } from '../../accounts/ledger/ledger.ts';
import { queueOperatorMail } from '../../accounts/mail/operator-notice.ts';
import { queueMail } from '../../accounts/mail/queue-mail.ts';
import type { Merchant } from '../../accounts/merchants/merchant.ts';
import { newId } from '../../base/db/ids.ts';
import type { Sql, Tx } from '../../base/db/pool.ts';
import { PasarelaError, validationFailed } from '../../base/ground/errors.ts';
import { moneyToDecimal } from '../../base/money/money.ts';
import { insertNotifications } from '../../events/notifications/store.ts';
import { appendEvents } from '../../events/outbox/outbox.ts';
import { paidEntry, refusedEntry, returnedEntry, withdrawnEntry } from './post-settlement.ts';
import type { SettlementDeps } from './request-settlement.ts';
import type { Decision, Settlement } from './settlement.ts';
import { settlementMail } from './settlement-mail.ts';
import { settlementEvent } from './settlement-notice.ts';
import { lockSettlement, redAssets, saveDecision, saveReturn } from './store.ts';

/**
 * Records that a settlement was paid, refused or withdrawn: state, ledger and mail in one transaction. The person who
 * requested it cannot pay or refuse it. A repeated decision changes nothing.
 */
export async function endSettlement(
  deps: SettlementDeps,
  merchant: Merchant,
  id: string,
  decision: Decision,
  actor: string,
): Promise<Settlement> {
  if (decision.status === 'paid') mustNotBeEmpty('reference', decision.reference);
  if (decision.status === 'refused') mustNotBeEmpty('reason', decision.reason);
  return await deps.sql.begin(async (tx) => {
    const settlement = await lockExisting(tx, merchant, id);
    if (settlement.status !== 'requested') {
      if (isSame(settlement, decision)) return settlement;
      throw alreadyDecided(settlement);
    }
    if (decision.status !== 'withdrawn' && settlement.requestedBy === actor) {
      throw new PasarelaError(
        'permission_missing',
        'You requested this settlement, so somebody else has to decide it.',
      );
    }
    if (decision.status === 'paid') mustBePayable(settlement, deps.now());
    if (decision.status === 'paid' && decision.note === null) await mustNotBeInTheRed(tx, settlement);
    const now = deps.now();
    const decided = { ...settlement, ...decision, decidedBy: actor, decidedAt: now };
    await saveDecision(tx, settlement, decision, actor, now);
    await postEntry(tx, entryOf(settlement, decision));
    await tell(tx, deps, merchant, decided, now);
    const { status, ...details } = decision;
    await audit(tx, merchant, `settlement_${status}`, actor, now, { settlement: id, ...written(details) });
    return decided;
  });
}

/** Records that the bank sent a paid settlement back: its money is available to the merchant again. */
export async function returnSettlement(
  { sql, now }: { sql: Sql; now(): Date },
  merchant: Merchant,
  id: string,
  reason: string,
  actor: string,
): Promise<Settlement> {
  mustNotBeEmpty('reason', reason);
  return await sql.begin(async (tx) => {
    const settlement = await lockExisting(tx, merchant, id);
    if (settlement.status === 'returned' && settlement.returnReason === reason) return settlement;
    if (settlement.status !== 'paid') throw alreadyDecided(settlement);
    const at = now();
    const returned: Settlement = {
      ...settlement,
      status: 'returned',
      returnReason: reason,
      returnedBy: actor,
      returnedAt: at,
    };
    await saveReturn(tx, returned);
    await postEntry(tx, returnedEntry(settlement, settlement.way ?? 'bank'));
    await tellMerchant(tx, merchant, returned, at);
    await audit(tx, merchant, 'settlement_returned', actor, at, { settlement: id, reason });
    return returned;
  });
}

/** The owners were notified of a new destination: until this time they can withdraw the request. */
function mustBePayable({ payableFrom }: Settlement, now: Date): void {
  if (payableFrom === null || payableFrom <= now) return;
  throw new PasarelaError(
    'destination_waits',
    `Nothing was paid to this destination before: it can be paid from ${payableFrom.toISOString()} on.`,
  );
}

function mustNotBeEmpty(field: string, said: string): void {
  if (said === '') throw validationFailed([{ field, message: 'must not be empty' }]);
}

async function lockExisting(tx: Tx, merchant: Merchant, id: string): Promise<Settlement> {
  const settlement = await lockSettlement(tx, merchant.id, id);
  if (!settlement) throw new PasarelaError('not_found', 'There is no such settlement.');
  return settlement;
}

function alreadyDecided({ status }: Settlement): PasarelaError {
  const message =
    status === 'requested' ? 'This settlement is not paid yet.' : `This settlement is ${status} already.`;
  return new PasarelaError('settlement_decided', message);
}

/** Checked under the lock of the balance, so that concurrent debits count. */
async function mustNotBeInTheRed(tx: Tx, { merchantId, currency }: Settlement): Promise<void> {
  await lockAvailable(tx, merchantId, currency);
  const red = await redAssets(tx, merchantId);
  if (red.length === 0) return;
  throw new PasarelaError(
    'merchant_in_the_red',
    `This merchant owes money: ${red.join(', ')}. To pay it all the same, say why in "note".`,
  );
}

function entryOf(settlement: Settlement, decision: Decision) {
  if (decision.status === 'paid') return paidEntry(settlement, decision.way);
  return decision.status === 'refused' ? refusedEntry(settlement) : withdrawnEntry(settlement);
}

/** Notifies the merchant of the operator's decisions, and the operator of the merchant's. */
async function tell(
  tx: Tx,
  { alertEmail }: SettlementDeps,
  merchant: Merchant,
  settlement: Settlement,
  at: Date,
): Promise<void> {
  if (settlement.status !== 'withdrawn') return await tellMerchant(tx, merchant, settlement, at);
  if (alertEmail === null) return;
  const amount = `${moneyToDecimal(settlement)} ${settlement.currency}`;
  await queueOperatorMail(tx, {
    recipient: alertEmail,
    subject: `${merchant.name} withdrew its request for ${amount}`,
    text: `${settlement.decidedBy} withdrew the request of ${merchant.name} (${merchant.id}) for ${amount}. Do not pay it.\n`,
  });
}

/** Notifies by mail and, if the account has a webhook URL, by an event. */
async function tellMerchant(tx: Tx, merchant: Merchant, settlement: Settlement, at: Date): Promise<void> {
  const { status } = settlement;
  if (status === 'requested' || status === 'withdrawn') return;
  const event = settlementEvent(merchant, settlement, status, at);
  if (event) await appendEvents(tx, [event]);
  else await notifyPeople(tx, settlement, status, at);
  await queueMail(tx, {
    merchantId: merchant.id,
    kind: 'settlement',
    recipient: merchant.contactEmail,
    ...settlementMail({ ...merchant, timeZone: merchant.settings.timeZone }, settlement),
  });
}

/** Without a webhook URL there is no event from which a notification could be made. */
async function notifyPeople(
  tx: Tx,
  settlement: Settlement,
  status: 'paid' | 'refused' | 'returned',
  createdAt: Date,
): Promise<void> {
  const { merchantId, currency } = settlement;
  await insertNotifications(tx, [
    {
      merchantId,
      kind: 'settlement',
      causeId: newId(),
      outcome: `settlement_${status}`,
      page: 'settlements',
      subjectId: settlement.id,
      facts: { amount: moneyToDecimal(settlement), currency },
      createdAt,
    },
  ]);
}

async function audit(
  tx: Tx,
  merchant: Merchant,
  act: AuditAct,
  actor: string,
  at: Date,
  details: Record<string, string | null>,
): Promise<void> {
  await appendAudit(tx, { actor, act, subject: `merchant ${merchant.id}`, details }, at);
}

/** The audit log stores texts. */
function written(details: object): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries(details).map(([name, value]) => [name, value === null ? null : String(value)]),
  );
}

function isSame(settlement: Settlement, decision: Decision): boolean {
  return Object.entries(decision).every(([name, value]) => settlement[name as keyof Settlement] === value);
}
