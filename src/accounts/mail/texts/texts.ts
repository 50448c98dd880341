import type { Language } from '../../../base/money/language.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { pt } from './pt.ts';
import type { ReceiptTexts } from './shape.ts';

export const texts: Readonly<Record<Language, ReceiptTexts>> = { es, pt, en };
