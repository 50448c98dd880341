import { html } from 'ghtml';
import { languages } from '../../../base/money/language.ts';
import type { Payee } from '../payee.ts';
import { fill } from '../texts/fill.ts';
import { texts as allTexts } from '../texts/texts.ts';
import type { PageContext } from './context.ts';

/** The end of every page: the operator, the support contacts, and the other languages. */
export function renderFooter(
  context: PageContext,
  payee: Payee | null,
  /** The page's own URL without a query; '': the requested one. */
  path: string,
): string {
  return html`<footer class="foot">!${runBy(context, payee)}!${payee ? support(context, payee) : ''}
<nav aria-label="${context.texts.language_label}">!${languages.map((language) =>
    language === context.language
      ? html`<b lang="${language}">${allTexts[language].language_name}</b>`
      : html`<a href="${path}?lang=${language}" lang="${language}" hreflang="${language}" rel="nofollow">${allTexts[language].language_name}</a>`,
  )}</nav></footer>`;
}

function runBy({ texts, operatorName }: PageContext, payee: Payee | null): string {
  const operator = operatorName === payee?.merchantName ? null : operatorName;
  const parts = [
    ...(payee ? [fill(texts.page_of, { merchant: payee.merchantName })] : []),
    ...(operator ? [fill(texts.run_by, { operator })] : []),
  ];
  return parts.length === 0 ? '' : html`<p>${parts.join(' · ')}</p>`;
}

function support({ texts }: PageContext, { supportEmail, supportUrl, termsUrl }: Payee): string {
  const ways = [
    ...(supportEmail ? [html`<a href="mailto:${supportEmail}">${supportEmail}</a>`] : []),
    ...(supportUrl ? [html`<a href="${supportUrl}">${new URL(supportUrl).host}</a>`] : []),
  ];
  const terms = termsUrl ? html`<p><a href="${termsUrl}">${texts.terms_label}</a></p>` : '';
  return (ways.length === 0 ? '' : html`<p>${texts.support_label} !${ways.join(' ')}</p>`) + terms;
}
