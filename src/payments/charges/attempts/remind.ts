import { brandedMail, findBrand } from '../../../accounts/mail/brand.ts';
import { queueReminders } from '../../../accounts/mail/queue-mail.ts';
import type { WriteSecret } from '../../../accounts/mail/send-mails.ts';
import { getMerchant } from '../../../accounts/merchants/get-merchant.ts';
import { methods } from '../../../accounts/methods/methods.ts';
import type { Tx } from '../../../base/db/pool.ts';
import { sumText, timeText } from '../../../base/money/written.ts';
import { mailTexts } from '../../../base/texts/mail.ts';
import type { Attempt } from '../charge.ts';
import { findCharge } from '../store.ts';
import { findAttempt } from './attempt-store.ts';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * When the customer is reminded of instructions: a day before they end, or after 80 % of two days or less; null: they
 * have ended.
 */
export function reminderAt(expiresAt: Date, now: Date): Date | null {
  const lifeMs = expiresAt.getTime() - now.getTime();
  if (!(lifeMs > 0)) return null;
  return new Date(lifeMs > 2 * dayMs ? expiresAt.getTime() - dayMs : now.getTime() + lifeMs * 0.8);
}

/**
 * Plans one reminder for each attempt that has just got its instructions, in the transaction that records them. Whether
 * it is still needed is decided when it is sent.
 */
export async function planReminders(
  tx: Tx,
  begun: readonly { attempt: Pick<Attempt, 'merchantId' | 'id' | 'instructions'>; now: Date }[],
): Promise<void> {
  const due = begun.flatMap(({ attempt, now }) => {
    const at = attempt.instructions && reminderAt(new Date(attempt.instructions.expiresAt), now);
    return at ? [{ merchantId: attempt.merchantId, causeId: attempt.id, dueAt: at }] : [];
  });
  await queueReminders(tx, due);
}

/** Writes the reminder, unless the customer has paid, left, or has no time any more. */
export function writeReminder(deps: { checkoutUrl(): string }): WriteSecret {
  return async (tx, { merchantId, id }) => {
    const attempt = await findAttempt(tx, merchantId, id);
    const charge = attempt && (await findCharge(tx, merchantId, attempt.chargeId));
    if (attempt?.status !== 'awaiting' || !attempt.instructions || charge?.status !== 'open') return null;
    const expiresAt = new Date(attempt.instructions.expiresAt);
    if (!charge.email || expiresAt.getTime() <= Date.now()) return null;
    const merchant = await getMerchant(tx, merchantId);
    const language = charge.language ?? merchant.language;
    const reader = { language, timeZone: merchant.settings.timeZone };
    const words = mailTexts[language].charges.reminder;
    const { currency: code, amountMinor: units } = charge.amount;
    const amount = sumText({ units, code }, reader);
    const until = timeText(expiresAt, reader);
    const url = `${deps.checkoutUrl()}/pay/${charge.id}`;
    const method = methods[attempt.method].name ?? attempt.method;
    const paragraphs = [
      words.waits({ amount, merchantName: merchant.name, method, until }),
      `${words.open}: ${url}`,
      [
        ...(charge.description ? [`${words.description}: ${charge.description}`] : []),
        ...(charge.orderNumber ? [`${words.order}: ${charge.orderNumber}`] : []),
      ].join('\n'),
      words.paid,
    ].filter((text) => text !== '');
    const mail = { subject: words.subject(amount, until), text: `${paragraphs.join('\n\n')}\n` };
    return { recipient: charge.email, ...brandedMail(language, await findBrand(tx, merchantId), mail, url) };
  };
}
