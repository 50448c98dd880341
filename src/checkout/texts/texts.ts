import type { Language } from '../../money/language.ts';
import { en } from './en.ts';
import { es, type Texts } from './es.ts';
import { pt } from './pt.ts';

export const texts: Readonly<Record<Language, Texts>> = { es, pt, en };
