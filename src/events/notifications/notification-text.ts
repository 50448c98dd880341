import { assetDecimals, isAsset } from '../../base/money/asset.ts';
import { exponentOf, isCurrency } from '../../base/money/currency.ts';
import { parseDecimal } from '../../base/money/money.ts';
import { type Reader, sumText, timeText } from '../../base/money/written.ts';
import { notificationTexts } from '../../base/texts/notifications.ts';
import type { Facts, NewNotification } from './notification.ts';

/** What happened, in one sentence for the reader. */
export function notificationText(
  { outcome, facts }: Pick<NewNotification, 'outcome' | 'facts'>,
  reader: Reader,
): string {
  const words = notificationTexts[reader.language];
  const title = words.titles[outcome](amountText(facts, reader));
  const order = facts.orderNumber === undefined ? '' : ` (${words.order} ${facts.orderNumber})`;
  const until = facts.until === undefined ? '' : `. ${words.until(timeText(new Date(facts.until), reader))}`;
  return `${title}${order}${until}`;
}

/** "1.234,50 COP"; empty if there is no amount. */
export function amountText({ amount, currency }: Pick<Facts, 'amount' | 'currency'>, reader: Reader): string {
  if (amount === undefined || currency === undefined) return '';
  if (!isAsset(currency) && !isCurrency(currency)) return `${amount} ${currency}`;
  const units = parseDecimal(amount, isAsset(currency) ? assetDecimals : exponentOf(currency));
  return typeof units === 'bigint' ? sumText({ units, code: currency }, reader) : `${amount} ${currency}`;
}
