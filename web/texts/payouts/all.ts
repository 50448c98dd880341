import { en } from './en.ts';
import { es } from './es.ts';
import { pt } from './pt.ts';

export const payoutsTexts = { en, es, pt };
