import type { Tx } from '../../base/db/pool.ts';
import type { Logger } from '../../base/ground/logger.ts';
import type { Language } from '../../base/money/language.ts';
import { notifyOperator } from '../alarms/alarms.ts';
import { queueMail } from '../mail/queue-mail.ts';
import type { ContactAnswer, MailDeps } from '../mail/send-mails.ts';
import { findMerchant, markContactReached, markContactRefused } from '../merchants/store.ts';
import { ownersAt } from './store.ts';

interface Texts {
  subject(subject: string): string;
  note(shop: string, address: string, answer: string): string;
}

const texts: Readonly<Record<Language, Texts>> = {
  es: {
    subject: (subject) => `${subject} (no llegó al correo de contacto)`,
    note: (shop, address, answer) =>
      `El correo de contacto de ${shop}, ${address}, no acepta correos. ${answer}\n` +
      'Cámbialo en "Configuración". Mientras tanto te escribimos a ti. Este es el correo que no llegó:',
  },
  pt: {
    subject: (subject) => `${subject} (não chegou ao e-mail de contato)`,
    note: (shop, address, answer) =>
      `O e-mail de contato de ${shop}, ${address}, não aceita mensagens. ${answer}\n` +
      'Mude-o em "Configurações". Enquanto isso, escrevemos para você. Esta é a mensagem que não chegou:',
  },
  en: {
    subject: (subject) => `${subject} (refused by the contact address)`,
    note: (shop, address, answer) =>
      `The contact address of ${shop}, ${address}, takes no mail. ${answer}\n` +
      'Change it under "Settings". Until then we write to you. This is the mail that did not arrive:',
  },
};

/**
 * Where the contact address of a merchant refuses mail, its owners get the mail at their own addresses, it stands with the merchant, and the operator
 * is told once. All of it commits with the refusal.
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

/** How many were written to. */
async function copyToOwners(
  tx: Tx,
  merchant: { id: string; name: string },
  { recipient, subject, text, refusal }: ContactAnswer & { refusal: string },
): Promise<number> {
  const owners = (await ownersAt(tx, merchant.id)).filter(({ email }) => email !== recipient.toLowerCase());
  for (const { email, language } of owners) {
    const words = texts[language];
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
