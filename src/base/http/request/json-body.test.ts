import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJsonBody } from './json-body.ts';

/** The result of a body: its value, or why it is refused. */
function read(text: string): unknown {
  try {
    return { value: parseJsonBody(Buffer.from(text)) };
  } catch (error) {
    return { refused: (error as Error).message };
  }
}

/** A leading blank changes nothing but the code path that reads the body. */
const isReadAsSpaced = (text: string): boolean => isDeepStrictEqual(read(text), read(` ${text}`));

test('a body is read the same with blanks and without', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(isReadAsSpaced(text)).toBe(true);
    }),
  );
});

test.each([
  '{"amount":149.9,"text":"\\ud800 \\n é","list":[1,true,null,{}]}',
  '{"amount":9007199254740991}',
  '{"amount":9007199254740993}',
  '{"amount":12345678901234567000}',
  '{"amount":1e+21}',
  '{"amount":0.1234567890123456}',
  '{"amount":0.12345678901234567}',
  '{"amount":1e400}',
  '{"amount":-0}',
  '{"amount":1,"amount":1}',
  '{"__proto__":{"amount":1}}',
  '{"constructor":{"prototype":{}},"toJSON":"x"}',
  '{"b":1,"2":2,"1":1}',
  '"text"',
  'null',
  'false',
  '0',
])('%s is read the same with a blank before it', (text) => {
  expect(isReadAsSpaced(text)).toBe(true);
  expect(read(text)).toHaveProperty('value');
});

test.each(['9007199254740993', '12345678901234567000', '1e+21', '0.12345678901234567890'])(
  'the number %s, which a double would change, is none',
  (number) => {
    expect(read(`{"amount":${number}}`)).toStrictEqual({ value: { amount: Number.NaN } });
  },
);

test('a key with two values is refused, and so is what is no JSON, in one voice', () => {
  expect(read('{"amount":1,"amount":2}')).toHaveProperty(
    'refused',
    expect.stringMatching(/^The body is not valid JSON: Duplicate key/),
  );
  expect(read('{"amount":1')).toHaveProperty('refused', expect.stringContaining('or end of object'));
});
