import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Language } from '../charges/charge.ts';
import { chooseLanguage, localeOf } from './locale.ts';
import { texts } from './texts/texts.ts';
import type { PageAssets, PageContext } from './views/page.ts';

/** What an answer's page needs besides the charge; without one, the browser alone decides the language. */
export function createPageContext(
  request: FastifyRequest,
  installation: { mode: 'sandbox' | 'live'; assets: PageAssets },
  charge: { language: Language | null; country: string } | null,
): PageContext {
  const language = chooseLanguage(charge?.language ?? null, request.headers['accept-language']);
  return {
    language,
    texts: texts[language],
    locale: localeOf(language, charge?.country ?? ''),
    mode: installation.mode,
    nonce: randomBytes(16).toString('base64url'),
    assets: installation.assets,
  };
}
