import type { Tx } from '../../base/db/pool.ts';
import type { Logger } from '../../base/ground/logger.ts';
import { mailTexts } from '../../base/texts/mail.ts';
import { notifyOperator } from '../alarms/alarms.ts';
import { queueMail } from '../mail/queue-mail.ts';
import type { ContactAnswer, MailDeps } from '../mail/send-mails.ts';
import { findMerchant, markContactReached, markContactRefused } from '../merchants/store.ts';
import { ownersAt } from './store.ts';

/**
 * If a merchant's contact address refuses mail, its owners get the mail at their own addresses, the refusal is recorded
 * with the merchant, and the operator is notified once. All of it commits with the refusal.
 */
export function contactAnswer(deps: {
  logger: Pick<Logger, 'error' | 'info'>;
  alertEmail: string | null;
}): MailDeps['onContactAnswer'] {
  return async (tx, answer) => {
    const { merchantId, recipient, refusal } = answer;
    if (refusal === null) {
      await markContactReached(tx, merchantId, recipient);
      return;
    }
    const isNew = await markContactRefused(tx, merchantId, { email: recipient, answer: refusal });
    const merchant = await findMerchant(tx, merchantId);
    if (!merchant) return;
    const told = await copyToOwners(tx, merchant, { ...answer, refusal });
    if (!isNew) return;
    const log = await notifyOperator(tx, deps, {
      network: merchantId,
      text: `The contact address of ${merchant.name} refuses mail.`,
      advice:
        (told === 0
          ? 'Nobody was written to instead: no owner has another address. '
          : `Its owners were written to instead (${told}). `) +
        'Ask the merchant for an address that works; its page on the dashboard shows what the mail server said.',
    });
    tx.afterCommit(log);
  };
}

/** Returns the number of recipients. */
async function copyToOwners(
  tx: Tx,
  merchant: { id: string; name: string },
  { recipient, subject, text, refusal }: ContactAnswer & { refusal: string },
): Promise<number> {
  const owners = (await ownersAt(tx, merchant.id)).filter(({ email }) => email !== recipient.toLowerCase());
  for (const { email, language } of owners) {
    const words = mailTexts[language].people.contactRefused;
    await queueMail(tx, {
      merchantId: merchant.id,
      kind: 'contact_refused',
      recipient: email,
      subject: words.subject(subject),
      text: `${words.note(merchant.name, recipient, refusal)}\n\n${text}`,
    });
  }
  return owners.length;
}
