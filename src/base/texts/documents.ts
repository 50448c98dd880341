import type { Language } from '../money/language.ts';
import { type DocumentTexts, en } from './documents/en.ts';
import { es } from './documents/es.ts';
import { fr } from './documents/fr.ts';
import { pt } from './documents/pt.ts';

export const documentTexts: Readonly<Record<Language, DocumentTexts>> = { es, pt, en, fr };
