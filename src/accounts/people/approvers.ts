import type { Db, Tx } from '../../base/db/pool.ts';
import { PasarelaError } from '../../base/ground/errors.ts';
import type { Language } from '../../base/money/language.ts';
import { sumText, timeText } from '../../base/money/written.ts';
import { mailTexts } from '../../base/texts/mail.ts';
import { operatorId } from '../mail/operator-notice.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { may, type Role } from './roles.ts';
import { approvesFrom, ownersAt, setRole } from './store.ts';

/** Gives a person a role. A new approver cannot approve for a while, and the people in charge are notified. */
export async function giveRole(
  tx: Tx,
  { id, email }: { id: string; email: string },
  at: { merchantId: string | null; role: Role; by: string },
  { newApproverMs, now }: { newApproverMs: number; now: Date },
): Promise<void> {
  const from = new Date(now.getTime() + newApproverMs);
  const changed = await setRole(tx, id, at.merchantId, at.role, now, newApproverMs > 0 ? from : null);
  if (!changed || !may([at], 'payouts.approve', at.merchantId)) return;
  await tellOwners(tx, at.merchantId, (language) => {
    const t = mailTexts[language].people.approvals;
    const time = newApproverMs > 0 ? timeText(from, { language, timeZone: 'UTC' }) : null;
    return { subject: t.newApprover, lines: [t.mayApprove(email, at.by, time), t.advice] };
  });
}

/** Refuses an approval by a person who became an approver too recently. */
export async function requireApprover(
  db: Db,
  personId: string,
  merchantId: string | null,
  now: Date,
): Promise<void> {
  const from = await approvesFrom(db, personId, merchantId);
  if (from === null || from <= now) return;
  throw new PasarelaError(
    'approver_too_new',
    `Your role is new: you can approve from ${from.toISOString()} on. Ask somebody else until then.`,
  );
}

export interface GivenApproval {
  by: string;
  payoutId: string;
  amountMinor: bigint;
  recipient: string;
  /** The number of approvals given, and the number needed. */
  given: number;
  needed: number;
}

/** Notifies every owner that a payout was approved, in the transaction of the approval. */
export async function notifyOwnersOfApproval(
  tx: Tx,
  merchantId: string,
  approval: GivenApproval,
): Promise<void> {
  await tellOwners(tx, merchantId, (language) => {
    const t = mailTexts[language].people.approvals;
    const amount = sumText({ units: approval.amountMinor, code: 'USD' }, { language, timeZone: 'UTC' });
    return { subject: t.approved, lines: [t.approvedBy({ ...approval, amount }), t.advice] };
  });
}

/** The owners of a merchant, or the administrators of the installation. */
async function tellOwners(
  tx: Tx,
  merchantId: string | null,
  write: (language: Language) => { subject: string; lines: string[] },
): Promise<void> {
  for (const { email, language } of await ownersAt(tx, merchantId)) {
    const { subject, lines } = write(language);
    const text = `${lines.join('\n\n')}\n`;
    await queueMail(tx, { merchantId: operatorId, kind: 'approval', recipient: email, subject, text });
  }
}
