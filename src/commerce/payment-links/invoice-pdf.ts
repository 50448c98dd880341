import type { Language } from '../../base/money/language.ts';
import { localeOf, regions } from '../../base/money/region.ts';
import { formatMoney, numberText } from '../../base/money/written.ts';
import { dayText } from '../../base/money/written-time.ts';
import { grey, type PdfDocument, type PdfHead, writePdf } from '../../base/pdf/pdf-document.ts';
import { documentTexts } from '../../base/texts/documents.ts';
import { adjustmentText } from './adjustment-text.ts';
import { itemsOf, type PaymentLink, totalsOf } from './payment-link.ts';

/** The content of an invoice's PDF. Days are the merchant's. */
export interface InvoiceContent {
  merchantName: string;
  /** Its support address or page; null: none. */
  merchantContact: string | null;
  logo: PdfHead['logo'];
  link: PaymentLink & { invoice: NonNullable<PaymentLink['invoice']> };
  language: Language;
  madeOn: string;
  isOverdue: boolean;
  /** What was paid and not given back, the first first. */
  payments: { day: string; amountMinor: bigint }[];
  /** Where it can be paid; null: it cannot, or need not. */
  url: string | null;
}

const accent = '#0b6b4f';
const danger = '#b3261e';
const qrSide = 112;
const gap = 12;
/** The columns beside the item's text, from the right. */
const columnWidths = { total: 90, price: 90, quantity: 60 };

export async function invoicePdf(content: InvoiceContent): Promise<Buffer> {
  const { link, merchantName, logo, language } = content;
  const { invoice: words, books } = documentTexts[language];
  const title = words.heading(link.number);
  return await writePdf({ title, merchantName, logo, language, pageText: books.page }, (page) => {
    const below = page.head(content);
    if (content.merchantContact) page.text(content.merchantContact, { size: 9, color: grey });
    page.y = Math.max(page.y, below) + 14;
    facts(page, content, title);
    items(page, content);
    sums(page, content);
    if (content.url) payHere(page, content, content.url);
    page.ensureRoom(24);
    page.text(words.notFiscal, { y: page.y + gap, size: 8, color: grey });
  });
}

function facts(
  page: PdfDocument,
  { link, language, madeOn, isOverdue }: InvoiceContent,
  title: string,
): void {
  const words = documentTexts[language].invoice;
  const { customerName, customerEmail, dueOn } = link.invoice;
  const locale = localeOf(language, regions[link.country]);
  page.text(title, { size: 20, isBold: true });
  page.text(link.title, { size: 11 });
  const top = page.y + gap;
  const half = (page.width - gap) / 2;
  page.text(words.customer, { y: top, width: half, size: 8, color: grey });
  page.text(customerName, { width: half, isBold: true });
  page.text(customerEmail, { width: half });
  const end = page.y;
  const x = page.left + half + gap;
  page.text(words.madeOn, { x, y: top, size: 8, color: grey });
  page.text(dayText(madeOn, locale), { x });
  page.text(words.dueOn, { x, y: page.y + 4, size: 8, color: grey });
  page.text(dayText(dueOn, locale), { x, isBold: true });
  if (isOverdue) page.text(words.overdue, { x, size: 9, color: danger });
  page.y = Math.max(end, page.y) + gap;
}

function items(page: PdfDocument, { link, language }: InvoiceContent): void {
  const words = documentTexts[language].invoice;
  const locale = localeOf(language, regions[link.country]);
  const { total, price, quantity } = columnWidths;
  const right = page.left + page.width;
  const textWidth = page.width - total - price - quantity - gap;
  const numbers = (
    texts: readonly [string, string, string],
    place: { y: number; size?: number; color?: string },
  ) => {
    page.cell(texts[0], right - total - price - quantity, quantity, { ...place, align: 'right' });
    page.cell(texts[1], right - total - price, price, { ...place, align: 'right' });
    page.cell(texts[2], right - total, total, { ...place, align: 'right' });
  };
  const headings = { y: page.y, size: 8, color: grey };
  page.text(words.item, { ...headings, width: textWidth });
  numbers([words.quantity, words.price, words.amount], headings);
  page.y += 4;
  page.rule();
  page.y += 6;
  for (const item of itemsOf(link)) {
    page.ensureRoom(page.heightOf(item.text, textWidth) + 8);
    const { y } = page;
    page.text(item.text, { width: textWidth });
    const write = (amountMinor: bigint) => formatMoney({ amountMinor, currency: link.currency }, locale);
    numbers([numberText(item.quantity, locale), write(item.priceMinor), write(item.totalMinor)], { y });
    page.y += 4;
    page.rule('#e5e5e5');
    page.y += 4;
  }
}

function sums(page: PdfDocument, { link, language, payments }: InvoiceContent): void {
  const words = documentTexts[language].invoice;
  const locale = localeOf(language, regions[link.country]);
  const write = (amountMinor: bigint) => formatMoney({ amountMinor, currency: link.currency }, locale);
  const x = page.left + 215;
  const nameWidth = page.width - 215 - 114;
  const row = (name: string, amount: string, size = 10, isBold = false): void => {
    page.ensureRoom(page.heightOf(name, nameWidth, size) + 4);
    const { y } = page;
    page.text(name, { x, width: nameWidth, size, isBold });
    page.cell(amount, page.left + page.width - 110, 110, { y, size, isBold, align: 'right' });
    page.y += 3;
  };
  const { subtotalMinor, rows } = totalsOf(link);
  const totalMinor = link.amountMinor ?? 0n;
  page.ensureRoom(90);
  const top = page.y + 4;
  page.y = top;
  if (rows.length > 0) row(words.subtotal, write(subtotalMinor));
  for (const each of rows) row(adjustmentText(each, locale), write(each.totalMinor));
  row(words.total, write(totalMinor), 13, true);
  for (const { day, amountMinor } of payments) row(words.paidOn(dayText(day, locale)), write(amountMinor));
  const openMinor = payments.reduce((left, { amountMinor }) => left - amountMinor, totalMinor);
  if (payments.length > 0 && openMinor > 0n) row(words.open, write(openMinor), 13, true);
  const last = payments.at(-1);
  if (last && openMinor <= 0n) {
    page.stamp(words.paid, dayText(last.day, locale), page.left + 180, top + 4, accent);
    page.y = Math.max(page.y, top + 66);
  }
  page.y += gap;
}

function payHere(page: PdfDocument, { language }: InvoiceContent, url: string): void {
  const words = documentTexts[language].invoice;
  page.ensureRoom(qrSide + gap);
  const { y } = page;
  page.qr(url, page.left, y, qrSide);
  page.link(url, page.left, y, qrSide, qrSide);
  const x = page.left + qrSide + gap;
  page.text(words.payOnline, { x, y: y + 18, size: 12, isBold: true });
  const top = page.y + 2;
  const height = page.text(url, { x, y: top, size: 9, color: accent });
  page.link(url, x, top, page.width - qrSide - gap, height);
  page.y = y + qrSide;
}
