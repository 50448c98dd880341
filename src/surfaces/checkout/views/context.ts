import type { Language } from '../../../base/money/language.ts';
import type { Texts } from '../texts/texts.ts';

/** The context that all parts of one response share. */
export interface PageContext {
  language: Language;
  texts: Texts;
  /** The customer's format of numbers and dates, e.g. "es-CO". */
  locale: string;
  mode: 'sandbox' | 'live';
  /** The operator's name, if customers should see it; null: not shown. */
  operatorName: string | null;
  /** Allows only this response's own style and script. */
  nonce: string;
  assets: PageAssets;
}

/** Both are inlined: one round trip on a slow connection, where a second one costs more than the bytes. */
export interface PageAssets {
  css: string;
  script: string;
}
