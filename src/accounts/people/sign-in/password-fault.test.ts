import { expect, test } from 'vitest';
import { passwordFault } from './password-fault.ts';

const names = ['Ana Pérez', 'ana.perez@tiendaverde.example', 'Tienda Verde'];

test.each([
  ['', /at least 12/],
  ['short', /at least 12/],
  ['x'.repeat(129), /at most 128/],
  ['qwerty123456', /tried first/],
  ['1qaz2wsx3edc', /tried first/],
  ['Password2026!', /tried first/],
  ['!!!!motherfucker99', /tried first/],
  ['aaaaaaaaaaaa', /tried first/],
  ['abcdabcdabcda', /tried first/],
  ['pérez likes tea', /your name/],
  ['Tienda-2026-secret', /your name/],
])('"%s" is refused', async (password, fault) => {
  expect(await passwordFault(password, names)).toMatch(fault);
});

test.each([
  'correct horse battery',
  'una frase muy larga',
  '🐘 elephants never forget',
  'x9$kLm2#pQw7',
  'banana ananas',
])('"%s" is taken', async (password) => {
  expect(await passwordFault(password, names)).toBeNull();
});

test('a long one counts to its last character', async () => {
  expect(await passwordFault('correct horse battery '.repeat(5), [])).toBeNull();
});
