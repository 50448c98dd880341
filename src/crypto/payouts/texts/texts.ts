import type { Language } from '../../../base/money/language.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { pt } from './pt.ts';
import type { PayoutMailTexts } from './shape.ts';

export const texts: Readonly<Record<Language, PayoutMailTexts>> = { es, pt, en };
