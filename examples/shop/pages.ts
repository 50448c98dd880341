import { html } from 'ghtml';
import { type Country, countries, decimal, type Product, products } from './catalogue.ts';
import { hasEnded, isPaid, type Language, type Order } from './orders.ts';
import { fill, type Texts, texts } from './texts.ts';

/** The pages, as text. `!${}` puts in HTML, `${}` escapes. */

export interface Reader {
  language: Language;
  country: Country;
  inCart: number;
}
export interface CartLine {
  product: Product;
  quantity: number;
}

/** Exact also for large sums: the decimal text is formatted, not a number. */
function money(cents: number, country: Country, language: Language): string {
  return written(decimal(cents), countries[country].currency, country, language);
}

function written(amount: string, currency: string, country: Country, language: Language): string {
  if (currency === 'USDT') return `${amount.replace(/(\.\d\d)0+$/, '$1')} USDT`;
  const locale = language === 'en' ? 'en' : { COL: 'es-CO', BRA: 'pt-BR' }[country];
  const digits = currency === 'COP' && Number.isInteger(Number(amount)) ? 0 : 2;
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return format.format(amount as Intl.StringNumericLiteral);
}

export function page(reader: Reader, title: string, content: string, { isLive = false } = {}): string {
  const t = texts[reader.language];
  return html`<!doctype html>
<html lang="${reader.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Tinto</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/shop.css">
!${isLive ? '<script src="/shop.js" defer></script>' : ''}
</head>
<body>
<aside aria-label="Sandbox">${t.sandbox}</aside>
<header><a class="mark" href="/"><svg viewBox="0 0 32 32" aria-hidden="true"><circle cx="16" cy="16" r="15"/><path d="M16 5c9 7-9 14 0 22"/></svg>Tinto</a>
<nav>!${Object.entries(countries).map(([id, { name, currency }]) => html`<a href="/country/${id}" !${id === reader.country ? 'aria-current="true"' : ''} aria-label="${name}">${currency}</a>`)}
<a class="cart" href="/cart">${t.cart}<b>${reader.inCart}</b></a></nav></header>
<main>
!${content}
</main>
<footer><a href="/desk">${t.desk}</a></footer>
</body>
</html>`;
}

export function front(reader: Reader): string {
  const t = texts[reader.language];
  const { country, language } = reader;
  return html`<section class="hero"><h1>${t.tagline}</h1><p>${t.lead}</p></section>
<ul class="goods">!${products.map(
    (product) => html`<li>!${drawing(product)}
<div><h2>${product.name[language]}</h2><p>${product.note[language]}</p></div>
<form method="post" action="/cart"><strong>${money(product.price[countries[country].currency], country, language)}</strong><button name="add" value="${product.id}" aria-label="${t.add}: ${product.name[language]}">${t.add}</button></form></li>`,
  )}</ul>`;
}

const drawing = ({ hue, drawing }: Product): string =>
  `<div class="drawing" style="--hue:${hue}"><svg viewBox="0 0 120 120" aria-hidden="true">${drawing}</svg></div>`;

export interface Checkout {
  lines: CartLine[];
  /** Cents. */
  total: number;
  methods: readonly string[];
  email: string;
  method: string;
  fault: string | null;
}

export function cart(reader: Reader, { lines, total, methods, email, method, fault }: Checkout): string {
  const t = texts[reader.language];
  const { country, language } = reader;
  if (lines.length === 0)
    return html`<section class="hero"><h1>${t.empty}</h1><a class="button" href="/">${t.browse}</a></section>`;
  const { currency } = countries[country];
  return html`<h1>${t.cart}</h1><div class="columns">
<section class="card"><ul class="lines">!${lines.map(
    ({ product, quantity }) => html`<li>!${drawing(product)}<div><b>${product.name[language]}</b>
<form method="post" action="/cart" class="count"><button name="remove" value="${product.id}" aria-label="${t.less}: ${product.name[language]}">−</button><span>${quantity}</span><button name="add" value="${product.id}" aria-label="${t.more}: ${product.name[language]}">+</button></form></div>
<strong>${money(product.price[currency] * quantity, country, language)}</strong></li>`,
  )}</ul><p class="total">${t.total}<strong>${money(total, country, language)}</strong></p></section>
<form class="card" method="post" action="/orders">
<label for="email">${t.email}</label>
<input id="email" name="email" type="email" required maxlength="254" autocomplete="email" value="${email}" aria-describedby="hint"><small id="hint">${t.emailHint}</small>
<fieldset><legend>${t.how}</legend>!${methods.map(
    (each, at) =>
      html`<label class="way"><input type="radio" name="method" value="${each}" required !${each === method || (method === '' && at === 0) ? 'checked' : ''}><span><b>${t[each as keyof Texts]}</b><small>${t[`${each}_note` as keyof Texts]}</small></span></label>`,
  )}</fieldset>
!${methods.length === 0 ? html`<p class="bad" role="alert">${t.none}</p>` : html`<button class="main">${fill(t.pay, { amount: money(total, country, language) })}</button>`}
!${fault ? html`<p class="bad" role="alert">${fault}</p>` : ''}
</form></div>`;
}

export function orderPage(reader: Reader, order: Order): string {
  const { country, language } = order;
  return html`<div id="live" data-events="/orders/${order.secret}/events" aria-live="polite">!${orderState(reader, order)}</div>
<section class="card"><ul class="sums">!${order.lines.map(
    ({ name, quantity, cents }) =>
      html`<li><span>${quantity} × ${name}</span><strong>${money(cents, country, language)}</strong></li>`,
  )}</ul><p class="total">${texts[reader.language].total}<strong>${money(order.cents, country, language)}</strong></p></section>`;
}

/** The part of an order's page that changes while it is open. */
export function orderState({ language }: Pick<Reader, 'language'>, order: Order): string {
  const t = texts[language];
  const { title, text, look } = told(t, order, language);
  const pay =
    order.url !== null && order.status === 'open'
      ? html`<a class="button main" href="${order.url}">${t.toPayment}</a>`
      : '';
  const again =
    hasEnded(order) || order.url === null
      ? html`<form method="post" action="/orders/${order.secret}/pay"><button class="main">${t.again}</button></form>`
      : '';
  return html`<section class="card state ${look}"><small>${fill(t.order, { number: order.number })}</small><h1>${title}</h1><p>${text}</p>!${pay}!${again}
!${order.refunds.map((each) => refundText(t, order, each, language))}</section>
<section class="card messages"><h2>${t.messages}</h2>!${
    order.messages.length === 0
      ? html`<p>${t.noMessage}</p>`
      : html`<ol>!${order.messages.map(({ type, at }) => html`<li><code>${type}</code><time datetime="${at}">${at.slice(11, 19)}</time></li>`)}</ol>`
  }</section>`;
}

function refundText(t: Texts, order: Order, refund: Order['refunds'][number], language: Language): string {
  const { status } = refund;
  const text = status.startsWith('succe')
    ? t.refund_succeeded
    : status === 'failed'
      ? t.refund_failed
      : t.refund_open;
  const amount = written(refund.amount, refund.currency, order.country, language);
  return html`<p class="refund">${fill(text, { amount })} ${status === 'open' ? t.refundByMail : ''}</p>`;
}

function told(t: Texts, order: Order, language: Language): { title: string; text: string; look: string } {
  const { status } = order;
  const amount = written(order.refunded, order.currency, order.country, language);
  if (status === 'refunded')
    return { title: t.refunded, text: fill(t.refundedText, { amount }), look: 'good' };
  if (status === 'partially_refunded')
    return { title: t.partly, text: fill(t.refundedText, { amount }), look: 'good' };
  if (isPaid(order)) return { title: t.paid, text: fill(t.paidText, { email: order.email }), look: 'good' };
  if (status === 'charged_back') return { title: t.disputed, text: '', look: 'poor' };
  if (hasEnded(order)) return { title: t.ended, text: t.endedText, look: 'poor' };
  if (order.url === null) return { title: t.ended, text: t.noPage, look: 'poor' };
  return { title: t.waiting, text: t.waitingText, look: 'waits' };
}

export function desk(
  reader: Reader,
  orders: readonly Order[],
  { fault, key }: { fault: string | null; key: string },
): string {
  const t = texts[reader.language];
  return html`<h1>${t.desk}</h1><p class="quiet">${t.deskText}</p>
!${fault ? html`<p class="bad" role="alert">${fault}</p>` : ''}
!${orders.length === 0 ? html`<p>${t.noOrders}</p>` : ''}
<ul class="orders">!${orders.map(
    (
      order,
    ) => html`<li class="card"><div><a href="/orders/${order.secret}">${order.number}</a><small>${order.email} · ${t[order.method as keyof Texts]}</small></div>
<div class="sum"><strong>${money(order.cents, order.country, reader.language)}</strong><small class="chip ${isPaid(order) ? 'good' : ''}">${t[(hasEnded(order) ? 'status_ended' : `status_${order.status}`) as keyof Texts]}</small></div>
!${
      ['approved', 'partially_refunded'].includes(order.status)
        ? html`<form method="post" action="/desk/${order.secret}/refund"><input type="hidden" name="key" value="${key}">
!${order.method === 'USDT' ? '' : html`<input name="amount" inputmode="decimal" pattern="[0-9]+([.][0-9]{1,2})?" placeholder="${t.rest}" aria-label="${t.amount}">`}<button>${t.refund}</button></form>`
        : ''
    }</li>`,
  )}</ul>`;
}

export const notice = (reader: Reader, text: keyof Texts): string =>
  html`<section class="hero"><h1>${texts[reader.language][text]}</h1><a class="button" href="/">${texts[reader.language].browse}</a></section>`;
