import { expect, test } from 'vitest';
import type { Language } from '../../../base/money/language.ts';
import { undeliverableMail } from './undeliverable-text.ts';

const event = (createdAt: string) => ({
  eventId: '01890000-0000-7000-8000-000000000001',
  subjectId: '01890000-0000-7000-8000-000000000002',
  status: 'approved',
  url: 'https://shop.example/hook',
  endpoint: null,
  createdAt: new Date(createdAt),
  lastTry: { cause: 'http_status' as const, httpStatus: 503, explanation: 'The receiver answered HTTP 503.' },
});

const shop = (language: Language) => ({
  name: 'Shop',
  language,
  settings: { timeZone: 'America/Bogota' },
});

test.each<[Language, string]>([
  ['es', 'de una vez'],
  ['pt', 'de uma vez'],
  ['en', 'at once'],
  ['fr', 'en une fois'],
])('in %s it says how to replay one event, and all since the first of them', (language, words) => {
  const events = [event('2026-03-02T00:00:00.001Z'), event('2026-03-01T23:59:59.999Z')];
  const { text } = undeliverableMail(shop(language), events, 2, 'https://pay.example');
  expect(text).toContain(`POST https://pay.example/api/events/${events[0]?.eventId}/redeliver\n`);
  expect(text).toContain(`${words} (`);
  expect(text).toContain(
    'POST https://pay.example/api/events/replays\n{"delivery_status":"undeliverable","created_from":"2026-03-01"}\n',
  );
});

test.each<[Language, string]>([
  ['es', 'Último intento: Su servidor respondió HTTP 503'],
  ['pt', 'Última tentativa: O seu servidor respondeu HTTP 503'],
  ['en', 'Last try: The receiver answered HTTP 503'],
  ['fr', 'Dernière tentative: Votre serveur a répondu HTTP 503'],
])('in %s it says why in that language', (language, words) => {
  const events = [event('2026-03-01T12:00:00Z')];
  const { text } = undeliverableMail(shop(language), events, 1, 'https://pay.example');
  expect(text).toContain(words);
  expect(text).toMatch(/\(approved, .*\b0?7:00\b.* (?:COT|(?:GMT|UTC)[-−]5)\)/);
});

test('a cause that an older version logged is told in general words', () => {
  const lastTry = { cause: 'body_too_large' as 'unknown', httpStatus: 200, explanation: 'Too large.' };
  const events = [{ ...event('2026-03-01T12:00:00Z'), lastTry }];
  const { text } = undeliverableMail(shop('es'), events, 1, 'https://pay.example');
  expect(text).toContain('Último intento: El envío falló');
});

test('a message to a further endpoint names it, and the replay of all covers it', () => {
  const events = [{ ...event('2026-03-01T12:00:00Z'), endpoint: 'Bookkeeping' }];
  const { text } = undeliverableMail(shop('en'), events, 1, 'https://pay.example');
  expect(text).toContain('Endpoint: Bookkeeping\nSent to: https://shop.example/hook');
  expect(text).toContain('"delivery_status":"undeliverable","endpoint":"all"');
});
