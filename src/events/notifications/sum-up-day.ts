import { html } from 'ghtml';
import { brandOfPasarela, mailPage } from '../../accounts/mail/brand.ts';
import { queueMail } from '../../accounts/mail/queue-mail.ts';
import type { Merchant } from '../../accounts/merchants/merchant.ts';
import { findMerchant } from '../../accounts/merchants/store.ts';
import { light } from '../../base/ground/look.ts';
import type { Language } from '../../base/money/language.ts';
import { localeOfReader } from '../../base/money/written.ts';
import { dayText } from '../../base/money/written-time.ts';
import { notificationTexts } from '../../base/texts/notifications.ts';
import type { WrittenNotice } from './notification-mail.ts';
import { amountText } from './notification-text.ts';
import { choiceOf, mayHear, type NotifyDeps } from './notify-people.ts';
import { boundsOfDay, type DaySum, listenersAt, readProgress, sumsOfDay, takeDay } from './store.ts';

/** The summary of a day is sent the next morning at this hour, in the merchant's time zone. */
const sendAtHour = 7;

/** Mails yesterday's summary once, to those who read once a day and only if something happened; returns how many. */
export async function sumUpDay({ sql, baseUrl, now }: NotifyDeps, merchantId: string): Promise<number> {
  const merchant = await findMerchant(sql, merchantId);
  if (!merchant) return 0;
  const { timeZone } = merchant.settings;
  const yesterday = dayToSumUp(now(), timeZone);
  const progress = yesterday === null ? null : await readProgress(sql, merchantId);
  if (!progress || yesterday === null || (progress.summedUpDay ?? '') >= yesterday) return 0;
  return await sql.begin(async (tx) => {
    if (!(await takeDay(tx, merchantId, yesterday))) return 0;
    const { from, to } = await boundsOfDay(tx, yesterday, timeZone);
    const sums = await sumsOfDay(tx, merchantId, from, to);
    let count = 0;
    for (const person of await listenersAt(tx, merchantId)) {
      const own = sums.filter(
        ({ kind }) => choiceOf(person, kind).mail === 'daily' && mayHear(person, merchantId, kind),
      );
      if (own.length === 0) continue;
      const mail = summaryMail(merchant, person.language, yesterday, own, baseUrl());
      await queueMail(tx, {
        merchantId,
        kind: 'notification',
        recipient: person.email,
        subject: mail.subject,
        text: mail.text,
        html: mailPage(person.language, brandOfPasarela, mail.subject, mail.content),
      });
      count += 1;
    }
    return count;
  });
}

/** Yesterday in the time zone, as 2026-01-31; null: too early in the morning. */
function dayToSumUp(now: Date, timeZone: string): string | null {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    hourCycle: 'h23',
  });
  const part = (wanted: string): string =>
    format.formatToParts(now).find(({ type }) => type === wanted)?.value ?? '';
  if (Number(part('hour')) < sendAtHour) return null;
  const today = Date.UTC(Number(part('year')), Number(part('month')) - 1, Number(part('day')));
  return new Date(today - 24 * 60 * 60_000).toISOString().slice(0, 10);
}

function summaryMail(
  merchant: Merchant,
  language: Language,
  day: string,
  sums: readonly DaySum[],
  baseUrl: string,
): WrittenNotice {
  const words = notificationTexts[language];
  const reader = { language, timeZone: merchant.settings.timeZone };
  const date = dayText(day, localeOfReader(reader));
  const subject = `${words.summary(date)} · ${merchant.name}`;
  const rows = sums.map(({ outcome, count, amount, currency }) => {
    const sum = amountText(
      { ...(amount !== null && { amount }), ...(currency !== null && { currency }) },
      reader,
    );
    return [`${words.counted[outcome]} (${count})`, sum].filter(Boolean).join(': ');
  });
  const url = `${baseUrl}/dashboard/overview?merchant=${merchant.id}`;
  const settings = `${baseUrl}/dashboard/account`;
  const why = words.why(merchant.name);
  return {
    subject,
    text: `${[words.summary(date), rows.join('\n'), url, `${why}\n${settings}`].join('\n\n')}\n`,
    content: [
      html`<p style="margin:0 0 16px;font-size:17px;font-weight:600">${words.summary(date)}</p>`,
      ...rows.map((row) => html`<p style="margin:0 0 8px">${row}</p>`),
      html`<p style="margin:16px 0 24px"><a href="${url}" style="display:inline-block;background:${light.accent};color:#ffffff;text-decoration:none;font-weight:600;padding:12px 20px;border-radius:8px">${words.open}</a></p>`,
      html`<p style="margin:0;font-size:13px;color:#4b5563">${why} <a href="${settings}" style="color:${light.accent}">${words.change}</a></p>`,
    ].join('\n'),
  };
}
