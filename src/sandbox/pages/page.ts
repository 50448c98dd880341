import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { html } from 'ghtml';
import { type Language, languages } from '../../base/money/language.ts';
import type { SandboxTexts } from '../../base/texts/sandbox/en.ts';
import { sandboxTexts } from '../../base/texts/sandbox.ts';
import { loadAssets } from '../../surfaces/checkout/assets.ts';
import { askedLanguage, keptLanguage } from '../../surfaces/checkout/kept-language.ts';
import { chooseLanguage } from '../../surfaces/checkout/locale.ts';
import { sendPage } from '../../surfaces/checkout/send-page.ts';
import { texts as checkoutTexts } from '../../surfaces/checkout/texts/texts.ts';

/** The pages of the sandbox itself, for the people who test it; in the colours of the checkout. */

export interface Reader {
  language: Language;
  texts: SandboxTexts;
}

export interface SandboxPage {
  title: string;
  content: string;
  /** One column for one thing to do. */
  isNarrow?: boolean;
  /** Leads on to this URL at once. */
  goesTo?: string;
}

export function readerOf(request: FastifyRequest): Reader {
  const chosen = askedLanguage(request) ?? keptLanguage(request);
  const language = chooseLanguage(chosen, request.headers['accept-language']);
  return { language, texts: sandboxTexts[language] };
}

export async function sendSandboxPage(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  page: SandboxPage,
): Promise<FastifyReply> {
  const nonce = randomBytes(16).toString('base64url');
  return await sendPage(request, reply, status, nonce, render(page, readerOf(request), nonce));
}

/** Hidden until the script shows it, because copying needs the script. */
export function copyButton(text: string, label: string, { texts }: Reader): string {
  return html`<button type="button" class="copy" data-copy="${text}" aria-label="${label}" hidden>${texts.copy}</button>`;
}

let loaded: ReturnType<typeof loadAssets> | null = null;

function render(page: SandboxPage, { language, texts }: Reader, nonce: string): string {
  loaded ??= loadAssets('sandbox');
  const { css, script } = loaded;
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title}</title>
!${page.goesTo === undefined ? '' : html`<meta http-equiv="refresh" content="0;url=${page.goesTo}">`}
<link rel="icon" href="data:,">
<style nonce="${nonce}">!${css}</style>
</head>
<body>
<aside class="test" aria-label="Sandbox">${texts.notice}</aside>
<main class="${page.isNarrow ? 'narrow' : ''}">
!${page.content}
<nav class="languages" aria-label="${texts.languages}">!${languages.map((each) =>
    each === language
      ? html`<b lang="${each}">${checkoutTexts[each].language_name}</b>`
      : html`<a href="?lang=${each}" lang="${each}" hreflang="${each}" rel="nofollow">${checkoutTexts[each].language_name}</a>`,
  )}</nav>
</main>
<script type="application/json" id="page">!${JSON.stringify({ texts: { copied: texts.copied } }).replaceAll('<', '\\u003c')}</script>
<script nonce="${nonce}">!${script}</script>
</body>
</html>`;
}
