import { html } from 'ghtml';
import { brandColors, type SchemeColors } from '../../../base/ground/brand-color.ts';
import type { Payee } from '../payee.ts';
import type { PageContext } from './context.ts';
import { renderFooter } from './footer.ts';
import type { PageData } from './page-data.ts';

export interface PageParts {
  title: string;
  main: string;
  /** The merchant that the page belongs to; null: not known. */
  payee: Payee | null;
  /** Its own URL without a query; '': the requested one. */
  path: string;
  /** The sandbox's notice above its pages, so that nobody takes them for real. */
  testText: string;
  /** The sandbox's way to pay, beside the notice; null: the page says how. */
  testLink?: { url: string; text: string } | null;
  /** The script's data; null: a page without script. */
  data: PageData | null;
  /** The automatic refresh of a browser without script, and its delay. */
  withoutScript: { afterSeconds: number; url: string } | null;
}

const favicon =
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 8 8%22%3E%3Crect width=%228%22 height=%228%22 rx=%222%22 fill=%22%230b6b4f%22/%3E%3Cpath d=%22m2 4 1.5 1.5L6 3%22 stroke=%22%23fff%22 fill=%22none%22/%3E%3C/svg%3E';

export function renderPage(context: PageContext, parts: PageParts): string {
  return html`<!doctype html>
<html lang="${context.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${parts.title}</title>
<link rel="icon" href="!${favicon}">
<style nonce="${context.nonce}">!${context.assets.css}!${brandStyle(parts.payee)}</style>
!${withoutScript(parts)}
</head>
<body>
!${context.mode === 'sandbox' ? html`<header class="test">${parts.testText}!${parts.testLink ? html` <a href="${parts.testLink.url}">${parts.testLink.text}</a>` : ''}</header>` : ''}
!${parts.main}
!${renderFooter(context, parts.payee, parts.path)}
!${parts.data ? script(context, parts.data) : ''}</body>
</html>
`;
}

/** The merchant's colour in place of ours. */
function brandStyle(payee: Payee | null): string {
  if (!payee?.brandColor) return '';
  const { light, dark } = brandColors(payee.brandColor);
  return `${rootOf(light)}@media (prefers-color-scheme:dark){${rootOf(dark)}}`;
}

function rootOf({ accent, onAccent, soft }: SchemeColors): string {
  return `:root{--accent:${accent};--on-accent:${onAccent};--accent-soft:${soft}}`;
}

/** Inside noscript: with script, a timed refresh would interrupt the reader. */
function withoutScript({ withoutScript: refresh }: PageParts): string {
  if (!refresh) return '';
  return html`<noscript><meta http-equiv="refresh" content="${refresh.afterSeconds};url=${refresh.url}"></noscript>`;
}

function script(context: PageContext, data: PageData): string {
  // "<" could end the element early; escaped in JSON it cannot.
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return html`<script type="application/json" id="page">!${json}</script>
<script nonce="${context.nonce}">!${context.assets.script}</script>
`;
}
