import type { Language } from '../money/language.ts';
import { en, type NotificationTexts } from './notifications/en.ts';
import { es } from './notifications/es.ts';
import { fr } from './notifications/fr.ts';
import { pt } from './notifications/pt.ts';

export const notificationTexts: Readonly<Record<Language, NotificationTexts>> = { es, pt, en, fr };
