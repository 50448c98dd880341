import { appendAudit } from '../audit/audit-log.ts';
import { isId } from '../db/ids.ts';
import type { Sql } from '../db/pool.ts';
import { PasarelaError, validationFailed } from '../ground/errors.ts';
import { postEntries } from '../ledger/ledger.ts';
import { getMerchant } from '../merchants/get-merchant.ts';
import { moneyToDecimal } from '../money/money.ts';
import { type CardCase, findCase, saveCaseDecision } from './case-store.ts';
import { type CaseTarget, caseBookedEntries } from './post-case.ts';

export interface CaseDecision {
  caseId: string;
  to: CaseTarget;
  /** Whose balance it is booked to; null: nobody's but the case's own. */
  merchantId: string | null;
  note: string;
}

const maxNoteLength = 500;

/** Books an open case where a person says that it belongs: ledger, case and audit row in one transaction. */
export async function settleCase(
  { sql, now }: { sql: Sql; now(): Date },
  decision: CaseDecision,
  actor: string,
): Promise<CardCase> {
  const { caseId, to } = decision;
  const found = isId(caseId) ? await findCase(sql, caseId) : null;
  if (!found) throw new PasarelaError('not_found', `There is no case ${caseId}.`);
  const note = decision.note.trim();
  if (note === '' || note.length > maxNoteLength) {
    throw validationFailed([{ field: 'note', message: `says why, in at most ${maxNoteLength} characters` }]);
  }
  const isOwn = found.accountId !== null;
  if (to === 'none' && found.isPosted) {
    throw validationFailed([{ field: 'to', message: 'the money lies in suspense: say where it belongs' }]);
  }
  if (to === 'merchant' && !isOwn && decision.merchantId === null) {
    throw validationFailed([{ field: 'merchant', message: 'name the merchant whose balance it belongs to' }]);
  }
  if (isOwn && to !== 'merchant' && to !== 'none') {
    throw validationFailed([
      { field: 'to', message: "what happens on a merchant's own account is the merchant's" },
    ]);
  }
  const bookedFor =
    to === 'merchant' && !isOwn ? (await getMerchant(sql, decision.merchantId ?? '')).id : found.merchantId;
  return await sql.begin(async (tx) => {
    const saved = { bookedTo: to, bookedFor, note, decidedBy: actor };
    if (!(await saveCaseDecision(tx, found, saved, now()))) {
      throw validationFailed([{ field: 'case', message: 'somebody has decided it already' }]);
    }
    await postEntries(tx, caseBookedEntries(found, to, bookedFor));
    const amount = `${moneyToDecimal(found.amount)} ${found.amount.currency}`;
    const details = {
      to,
      for: bookedFor,
      amount,
      note,
      processor: found.processor,
      reference: found.reference,
    };
    await appendAudit(
      tx,
      { actor, act: 'card_case_decided', subject: `card case ${found.id}`, details },
      now(),
    );
    return { ...found, decidedAt: now(), decidedBy: actor, bookedTo: to, note };
  });
}
