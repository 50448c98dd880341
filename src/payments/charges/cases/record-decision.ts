import { appendAudit } from '../../../accounts/audit/audit-log.ts';
import { postEntries } from '../../../accounts/ledger/ledger.ts';
import { getMerchant } from '../../../accounts/merchants/get-merchant.ts';
import { requireApprover } from '../../../accounts/people/approvers.ts';
import { isId } from '../../../base/db/ids.ts';
import type { Sql, Tx } from '../../../base/db/pool.ts';
import { PasarelaError, validationFailed } from '../../../base/ground/errors.ts';
import { moneyToDecimal } from '../../../base/money/money.ts';
import { mailMerchant } from '../merchant-mail.ts';
import { movementMail } from '../merchant-mail-text.ts';
import { type CardCase, findCase, lockOpenCase, saveCaseDecision, saveCaseProposal } from './case-store.ts';
import { type CaseTarget, type CaseWord, judgeCase } from './decide-case.ts';
import { caseBookedEntries } from './post-case.ts';

export interface CaseDecision {
  caseId: string;
  to: CaseTarget;
  /** The merchant whose balance it is booked to; null: the case's own. */
  merchantId: string | null;
  note: string;
}

/** The person who decides: an account that was authenticated again for this action. */
export interface CaseJudge {
  personId: string;
  email: string;
}

export interface JudgedCase {
  case: CardCase;
  /** False: a second person has to agree. */
  isDecided: boolean;
}

const maxNoteLength = 500;

/**
 * Records one person's decision on an open case. If one person is enough, or a second one agrees, it is booked: ledger,
 * case, mail and audit row in one transaction. A different decision replaces the earlier proposal.
 */
export async function recordCaseDecision(
  { sql, now }: { sql: Sql; now(): Date },
  decision: CaseDecision,
  judge: CaseJudge,
): Promise<JudgedCase> {
  const found = isId(decision.caseId) ? await findCase(sql, decision.caseId) : null;
  if (!found) throw new PasarelaError('not_found', `There is no case ${decision.caseId}.`);
  const note = decision.note.trim();
  if (note === '' || note.length > maxNoteLength) {
    throw validationFailed([{ field: 'note', message: `says why, in at most ${maxNoteLength} characters` }]);
  }
  const word = { ...(await readWord(sql, found, decision)), note };
  const { personId, email: person } = judge;
  const at = now();
  const isDecided = await sql.begin(async (tx) => {
    const held = await lockOpenCase(tx, found);
    if (!held) throw validationFailed([{ field: 'case', message: 'somebody has decided it already' }]);
    await requireApprover(tx, personId, null, at);
    const decides = judgeCase(held.amount, held.proposal, word, personId) === 'decides';
    if (decides) {
      await saveCaseDecision(tx, held, { ...word, person }, at);
      await postEntries(tx, caseBookedEntries(held, word.to, word.bookedFor));
      if (word.to === 'merchant') await tellMerchant(tx, held, word);
    } else {
      await saveCaseProposal(tx, held, { ...word, person, personId }, at);
    }
    const details = {
      to: word.to,
      for: word.bookedFor,
      amount: amountText(held),
      note,
      processor: held.processor,
      reference: held.reference,
      ...(decides && held.proposal && { proposedBy: held.proposal.person }),
    };
    const act = decides ? 'card_case_decided' : 'card_case_proposed';
    await appendAudit(tx, { actor: person, act, subject: `card case ${held.id}`, details }, at);
    return decides;
  });
  const settled = await findCase(sql, found.id);
  return { case: settled ?? found, isDecided };
}

/** The target and the merchant whose books it goes to; throws if that is not allowed. */
async function readWord(sql: Sql, found: CardCase, { to, merchantId }: CaseDecision): Promise<CaseWord> {
  const isOwn = found.accountId !== null;
  if (to === 'none' && found.isPosted) {
    throw validationFailed([{ field: 'to', message: 'the money lies in suspense: say where it belongs' }]);
  }
  if (to === 'merchant' && !isOwn && merchantId === null) {
    throw validationFailed([{ field: 'merchant', message: 'name the merchant whose balance it belongs to' }]);
  }
  if (isOwn && to !== 'merchant' && to !== 'none') {
    throw validationFailed([
      { field: 'to', message: "what happens on a merchant's own account is the merchant's" },
    ]);
  }
  const bookedFor =
    to === 'merchant' && !isOwn ? (await getMerchant(sql, merchantId ?? '')).id : found.merchantId;
  return { to, bookedFor };
}

function amountText({ amount }: CardCase): string {
  return `${moneyToDecimal(amount)} ${amount.currency}`;
}

async function tellMerchant(tx: Tx, each: CardCase, word: CaseWord & { note: string }): Promise<void> {
  const { amount, processor, reference } = each;
  const told = { amount, processor, reference, note: word.note, isOwn: each.accountId !== null };
  await mailMerchant(tx, word.bookedFor, 'card_case', (words) => movementMail(told, words));
}
