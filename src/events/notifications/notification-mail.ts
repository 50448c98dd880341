import { html } from 'ghtml';
import type { Merchant } from '../../accounts/merchants/merchant.ts';
import { light } from '../../base/ground/look.ts';
import type { Language } from '../../base/money/language.ts';
import { notificationTexts } from '../../base/texts/notifications.ts';
import { type Notification, pathOf } from './notification.ts';
import { notificationText } from './notification-text.ts';

/** More are counted, not listed. */
const listed = 20;

export interface WrittenNotice {
  subject: string;
  text: string;
  /** The body of the HTML page. */
  content: string;
}

/** The mail about one or several notifications, with a link to each thing. */
export function notificationMail(
  merchant: Merchant,
  language: Language,
  notifications: readonly Notification[],
  baseUrl: string,
): WrittenNotice {
  const words = notificationTexts[language];
  const reader = { language, timeZone: merchant.settings.timeZone };
  const items = notifications.slice(0, listed).map((each) => ({
    title: notificationText(each, reader),
    advice: words.advice[each.outcome],
    url: `${baseUrl}${pathOf(each)}`,
  }));
  const more = notifications.length - items.length;
  const [first] = items;
  const title = notifications.length === 1 ? (first?.title ?? '') : words.several(notifications.length);
  const why = words.why(merchant.name);
  const settings = `${baseUrl}/dashboard/account`;
  const paragraphs = [
    ...items.map(({ title: each, advice, url }) => [each, advice, url].filter(Boolean).join('\n')),
    ...(more > 0 ? [words.more(more)] : []),
    `${why}\n${settings}`,
  ];
  const blocks = items.map(
    ({
      title: each,
      advice,
      url,
    }) => html`<p style="margin:0 0 4px;font-size:17px;font-weight:600">${each}</p>
!${advice ? html`<p style="margin:0 0 12px">${advice}</p>` : ''}
<p style="margin:12px 0 24px"><a href="${url}" style="display:inline-block;background:${light.accent};color:#ffffff;text-decoration:none;font-weight:600;padding:12px 20px;border-radius:8px">${words.open}</a></p>`,
  );
  return {
    subject: `${title} · ${merchant.name}`,
    text: `${paragraphs.join('\n\n')}\n`,
    content: [
      html`<p style="margin:0 0 16px;color:#4b5563">${merchant.name}</p>`,
      ...blocks,
      ...(more > 0 ? [html`<p>${words.more(more)}</p>`] : []),
      html`<p style="margin:16px 0 0;font-size:13px;color:#4b5563">${why} <a href="${settings}" style="color:${light.accent}">${words.change}</a></p>`,
    ].join('\n'),
  };
}
