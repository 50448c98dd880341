import type { Language } from '../money/language.ts';
import { en, type SandboxTexts } from './sandbox/en.ts';
import { es } from './sandbox/es.ts';
import { fr } from './sandbox/fr.ts';
import { pt } from './sandbox/pt.ts';

export const sandboxTexts: Readonly<Record<Language, SandboxTexts>> = { es, pt, en, fr };
