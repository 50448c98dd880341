import type { Language } from '../money/language.ts';
import { en, type MailTexts } from './mail/en.ts';
import { es } from './mail/es.ts';
import { fr } from './mail/fr.ts';
import { pt } from './mail/pt.ts';

export const mailTexts: Readonly<Record<Language, MailTexts>> = { es, pt, en, fr };
