import type { Language } from '../../../base/money/language.ts';
import { refundEn } from './refund-en.ts';
import { type RefundTexts, refundEs } from './refund-es.ts';
import { refundPt } from './refund-pt.ts';

export const refundTexts: Readonly<Record<Language, RefundTexts>> = {
  es: refundEs,
  pt: refundPt,
  en: refundEn,
};
