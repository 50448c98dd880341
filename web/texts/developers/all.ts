import { en } from './en.ts';
import { es } from './es.ts';
import { pt } from './pt.ts';

export const developersTexts = { en, es, pt };
