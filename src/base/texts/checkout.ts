import type { Language } from '../money/language.ts';
import { type CheckoutTexts, en } from './checkout/en.ts';
import { es } from './checkout/es.ts';
import { fr } from './checkout/fr.ts';
import { pt } from './checkout/pt.ts';

export const checkoutTexts: Readonly<Record<Language, CheckoutTexts>> = { es, pt, en, fr };
