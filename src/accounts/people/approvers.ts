import type { Db, Tx } from '../../base/db/pool.ts';
import { PasarelaError } from '../../base/ground/errors.ts';
import type { Language } from '../../base/money/language.ts';
import { sumText, timeText } from '../../base/money/written.ts';
import { operatorId } from '../mail/operator-notice.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { may, type Role } from './roles.ts';
import { approvesFrom, ownersAt, setRole } from './store.ts';

/** Gives somebody a role. As a new approver they approve nothing for a while, and whoever is in charge is told. */
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
    const t = texts[language];
    const time = newApproverMs > 0 ? timeText(from, { language, timeZone: 'UTC' }) : null;
    return { subject: t.newApprover, lines: [t.mayApprove(email, at.by, time), t.advice] };
  });
}

/** Refuses an approval by somebody who has been an approver for too short a time. */
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
  /** How many have approved it, and how many have to. */
  given: number;
  needed: number;
}

/** Tells every owner that a payout was approved, in the transaction of the approval. */
export async function notifyOwnersOfApproval(
  tx: Tx,
  merchantId: string,
  approval: GivenApproval,
): Promise<void> {
  await tellOwners(tx, merchantId, (language) => {
    const t = texts[language];
    const amount = sumText({ units: approval.amountMinor, code: 'USD' }, language);
    return { subject: t.approved, lines: [t.approvedBy(approval, amount), t.advice] };
  });
}

/** The owners of a merchant; of the installation its administrators. */
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

interface Texts {
  newApprover: string;
  mayApprove(person: string, by: string, from: string | null): string;
  approved: string;
  approvedBy(approval: GivenApproval, amount: string): string;
  advice: string;
}

const texts: Readonly<Record<Language, Texts>> = {
  es: {
    newApprover: 'Alguien más puede aprobar pagos',
    mayApprove: (person, by, from) =>
      `${person} puede aprobar pagos${from === null ? '' : ` desde el ${from}`}. El permiso lo dio ${by}.`,
    approved: 'Se aprobó un pago',
    approvedBy: ({ by, payoutId, recipient, given, needed }, amount) =>
      `${by} aprobó el pago de ${amount} a ${recipient} (${payoutId}). Aprobaciones: ${given} de ${needed}.`,
    advice: 'Si no lo reconoces, entra al panel, revisa "Pagos" y "Personas", y cambia tu contraseña.',
  },
  pt: {
    newApprover: 'Mais alguém pode aprovar pagamentos',
    mayApprove: (person, by, from) =>
      `${person} pode aprovar pagamentos${from === null ? '' : ` a partir de ${from}`}. Quem deu a permissão foi ${by}.`,
    approved: 'Um pagamento foi aprovado',
    approvedBy: ({ by, payoutId, recipient, given, needed }, amount) =>
      `${by} aprovou o pagamento de ${amount} para ${recipient} (${payoutId}). Aprovações: ${given} de ${needed}.`,
    advice: 'Se você não reconhece isto, entre no painel, veja "Pagamentos" e "Pessoas", e troque sua senha.',
  },
  en: {
    newApprover: 'Somebody else can approve payouts',
    mayApprove: (person, by, from) =>
      `${person} can approve payouts${from === null ? '' : ` from ${from} on`}. ${by} gave them the role.`,
    approved: 'A payout was approved',
    approvedBy: ({ by, payoutId, recipient, given, needed }, amount) =>
      `${by} approved the payout of ${amount} to ${recipient} (${payoutId}). Approvals: ${given} of ${needed}.`,
    advice:
      'If you do not know of it, open the dashboard, look at "Payouts" and "People", and change your password.',
  },
};
