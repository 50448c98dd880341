import type { Language } from '../../../base/money/language.ts';
import type { Texts } from '../texts/texts.ts';

/** What every page of one answer shares. */
export interface PageContext {
  language: Language;
  texts: Texts;
  /** How the customer writes numbers and dates, e.g. "es-CO". */
  locale: string;
  mode: 'sandbox' | 'live';
  /** Who runs the installation, where customers are to know; null: nobody is named. */
  operatorName: string | null;
  /** Lets this answer's own style and script run, and nothing else. */
  nonce: string;
  assets: PageAssets;
}

/** Both are part of the page: one round trip on a slow line, where a second costs more than the bytes. */
export interface PageAssets {
  css: string;
  script: string;
}
