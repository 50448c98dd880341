import type { Language } from '../../base/money/language.ts';
import { chooseLanguage } from '../../surfaces/checkout/locale.ts';
import { en } from './texts/en.ts';
import { es } from './texts/es.ts';
import { pt } from './texts/pt.ts';
import type { ChallengeTexts } from './texts/shape.ts';

export const texts: Readonly<Record<Language, ChallengeTexts>> = { es, pt, en };

/** The customer's most wanted language that we have. */
export function languageOf(acceptLanguage: string | undefined): Language {
  return chooseLanguage(null, acceptLanguage);
}
