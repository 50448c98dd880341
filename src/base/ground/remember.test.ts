import { expect, test } from 'vitest';
import { remembering } from './remember.ts';

test('what was found of a text is found once, also when it is nothing', () => {
  const asked: string[] = [];
  const lengthOf = remembering((text) => {
    asked.push(text);
    return text === '' ? null : text.length;
  });
  expect(['ab', '', 'abc', 'ab', ''].map(lengthOf)).toEqual([2, null, 3, 2, null]);
  expect(asked).toEqual(['ab', '', 'abc']);
});

test('neither many texts nor long ones are kept', () => {
  let asked = 0;
  const find = remembering(() => {
    asked += 1;
    return true;
  });
  find('first');
  for (let number = 0; number < 1_000; number++) find(String(number));
  find('first');
  for (let times = 0; times < 2; times++) find('x'.repeat(257));
  expect(asked).toBe(1_004);
});
