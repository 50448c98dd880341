import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { AssetCode } from '../../base/money/asset.ts';
import type { Language } from '../../base/money/language.ts';
import { localeOf, regions } from '../../base/money/region.ts';
import { askedLanguage, keptLanguage } from './kept-language.ts';
import { chooseLanguage } from './locale.ts';
import { assetTexts, texts } from './texts/texts.ts';
import type { PageContext } from './views/context.ts';

/** The context that all pages of a process share. */
export type Installation = Pick<PageContext, 'mode' | 'operatorName' | 'assets'>;

/**
 * The page's context besides the charge, order or payout; without one of these, only the browser decides the language.
 */
export function createPageContext(
  request: FastifyRequest,
  installation: Installation,
  charge: { language: Language | null; country: string; asset?: AssetCode } | null,
): PageContext {
  const language = chooseLanguage(
    askedLanguage(request) ?? keptLanguage(request) ?? charge?.language ?? null,
    request.headers['accept-language'],
  );
  return {
    language,
    texts: (charge?.asset ? assetTexts[charge.asset] : texts)[language],
    locale: localeOf(language, regions[charge?.country ?? '']),
    mode: installation.mode,
    operatorName: installation.operatorName,
    nonce: randomBytes(16).toString('base64url'),
    assets: installation.assets,
  };
}
