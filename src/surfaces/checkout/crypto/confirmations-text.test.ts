import { expect, test } from 'vitest';
import type { Language } from '../../../base/money/language.ts';
import { texts } from '../texts/texts.ts';
import { confirmationsText } from './confirmations-text.ts';

test.each<[Language, number, number, string]>([
  ['es', 12, 70, '12 de 70 confirmaciones · faltan unos 12 minutos'],
  ['es', 67, 70, '67 de 70 confirmaciones · falta cerca de 1 minuto'],
  ['fr', 12, 70, '12 confirmations sur 70 · encore 12 minutes environ'],
  ['es', 0, 1, '0 de 1 confirmación · falta cerca de 1 minuto'],
  ['pt', 12, 70, '12 de 70 confirmações · faltam cerca de 12 minutos'],
  ['pt', 70, 70, '70 de 70 confirmações · falta cerca de 1 minuto'],
  ['en', 67, 70, '67 of 70 confirmations · about 1 minute to go'],
  ['en', 0, 1, '0 of 1 confirmation · about 1 minute to go'],
])('in %s, %i of %i', (language, seen, needed, expected) => {
  expect(confirmationsText({ seen, needed }, 12, texts[language], language)).toBe(expected);
});
