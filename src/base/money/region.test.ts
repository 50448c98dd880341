import { expect, test } from 'vitest';
import { localeOf, regionOfZone, regions } from './region.ts';

test.each([
  ['America/Bogota', 'CO'],
  ['America/Argentina/Ushuaia', 'AR'],
  ['America/Mexico_City', 'MX'],
  ['America/Sao_Paulo', 'BR'],
  ['Pacific/Galapagos', 'EC'],
  ['Atlantic/Canary', 'ES'],
  ['Europe/Madrid', 'ES'],
  ['Europe/Lisbon', 'PT'],
  ['Europe/Paris', 'FR'],
  ['Europe/London', 'GB'],
  // These say nothing about money.
  ['UTC', null],
  ['Etc/GMT+5', null],
  ['Bogota', null],
  ['constructor', null],
])('the time zone %s is of %s', (zone, region) => {
  expect(regionOfZone(zone)).toBe(region);
});

test('every zone is one that there is, and every region of them is known by its three letters', () => {
  const known = Intl.supportedValuesOf('timeZone').map(regionOfZone);
  const found = new Set(known.filter((region) => region !== null));
  expect([...found].toSorted()).toEqual(Object.values(regions).toSorted());
});

test.each([
  ['es', 'CO', 'es-CO'],
  ['pt', 'BR', 'pt-BR'],
  ['en', null, 'en'],
  ['fr', undefined, 'fr'],
] as const)('%s in %s is %s', (language, region, locale) => {
  expect(localeOf(language, region)).toBe(locale);
});
