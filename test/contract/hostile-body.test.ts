import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleCharge } from '../kit/client.ts';
import { startTarget, type Target, written } from '../kit/hostile.ts';

/** Any hostile body gets a refusal that says why, and nothing changes. */

let target: Target;

beforeAll(async () => {
  target = await startTarget();
});

afterAll(() => target.server.stop());

describe('a body', () => {
  const sample = JSON.stringify(sampleCharge);
  test.each<[string, string | Buffer, number]>([
    ['that is empty', '', 400],
    ['of blanks', '   \n', 400],
    ['that is null', 'null', 400],
    ['that is true', 'true', 400],
    ['that is a number', '7', 400],
    ['that is a text', '"PAYIN"', 400],
    ['that is an empty array', '[]', 400],
    ['that is an array of charges', `[${sample}]`, 400],
    ['that ends early', sample.slice(0, -1), 400],
    ['with more after its end', `${sample}{}`, 400],
    ['with a comment', `/* hi */${sample}`, 400],
    ['with a trailing comma', sample.replace('}', ',}'), 400],
    ['in single quotes', "{'flow':'PAYIN'}", 400],
    ['with a byte order mark', `\ufeff${sample}`, 400],
    ['with NaN', written('amount', 'NaN'), 400],
    ['with Infinity', written('amount', '-Infinity'), 400],
    ['with a hexadecimal number', written('amount', '0x10'), 400],
    ['with a number that starts with zero', written('amount', '010'), 400],
    ['with a key given twice, differently', `{"amount":1,${sample.slice(1)}`, 400],
    ['with a raw NUL in a text', written('description', '"a\u0000b"'), 400],
    ['with a raw line break in a text', written('description', '"a\nb"'), 400],
    ['in Latin-1', Buffer.from(written('description', '"caf\u00e9"'), 'latin1'), 400],
    [
      'with a broken UTF-8 sequence',
      Buffer.concat([Buffer.from(sample.slice(0, -2)), Buffer.from([0xc3, 0x28, 0x22, 0x7d])]),
      400,
    ],
    [
      'with an overlong UTF-8 sequence',
      Buffer.concat([Buffer.from(sample.slice(0, -2)), Buffer.from([0xc0, 0xaf, 0x22, 0x7d])]),
      400,
    ],
    ['in UTF-16', Buffer.from(sample, 'utf16le'), 400],
    ['nested 30,000 deep', '['.repeat(30_000) + ']'.repeat(30_000), 400],
    ['nested 1,000 deep in a field', written('description', `${'['.repeat(1_000)}${']'.repeat(1_000)}`), 400],
    ['over 64 KB', written('extra', `"${'x'.repeat(66_000)}"`), 413],
    ['of a megabyte', written('description', `"${'x'.repeat(1_000_000)}"`), 413],
  ])('%s is refused', async (_case, body, httpStatus) => {
    const answer = await target.send(body);
    await target.expectRefused(answer, httpStatus);
  });

  test('in another charset is refused', async () => {
    await target.expectRefused(await target.send(sample, 'application/json; charset=latin1'), 415);
  });
});

const texts = [
  'description',
  'customer_id',
  'order_number',
  'notification_url',
  'return_url',
  'email',
  'method_code',
  'method_category',
  'country',
  'currency',
  'flow',
  'language',
];

describe('a text field', () => {
  test.each(texts)('%s takes no control character, no half of a pair, no other type', async (field) => {
    for (const json of [
      '"a\\u0000b"',
      '"\\u0000"',
      '"a\\nb"',
      '"a\\rb"',
      '"\\u001b[31m"',
      '"a\\u007f"',
      '"a\\u0085b"',
      '"\\ud800"',
      '"a\\udc00b"',
      '"ana\\u0000@customer.example"',
      '"ana@customer\\ud83d.example"',
      'null',
      '7',
      'true',
      '["a"]',
      '{"a":"b"}',
    ]) {
      await target.expectRefused(await target.send(written(field, json)), 422, field);
    }
  });

  test.each(texts)('%s takes no 10,000 characters', async (field) => {
    await target.expectRefused(
      await target.send(written(field, JSON.stringify('x'.repeat(10_000)))),
      422,
      field,
    );
  });

  test.each([
    ['country', '"ZZZ"'],
    ['country', '"usa"'],
    ['country', '"US"'],
    ['country', '"USA "'],
    ['country', '"ÚSA"'],
    ['currency', '"ZZZ"'],
    ['currency', '"usd"'],
    ['currency', '"XAU"'],
    ['currency', '""'],
    ['currency', '"__proto__"'],
    ['method_code', '"__proto__"'],
    ['method_code', '"constructor"'],
    ['method_code', '"toString"'],
    ['email', '"nobody"'],
    ['email', '"a@b"'],
    ['email', '"a b@c.example"'],
    ['email', '"a,b@c.example"'],
    ['email', '"Ana <ana@c.example>"'],
    ['email', '"ana@c.example;eva@c.example"'],
    ['email', '"ana(x)@c.example"'],
    ['email', '"ana@c..example"'],
    ['email', '"ana..b@c.example"'],
    ['email', `"${'a'.repeat(65)}@c.example"`],
    ['email', `"${'a'.repeat(250)}@b.example"`],
    ['language', '"xx"'],
    ['language', '""'],
  ])('%s refuses %s', async (field, json) => {
    await target.expectRefused(await target.send(written(field, json)), 422, field);
  });
});

describe('the metadata', () => {
  const pairs = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 'v']));

  test.each<[string, string, string]>([
    ['21 pairs', JSON.stringify(pairs(21)), 'metadata'],
    ['a list', '["a"]', 'metadata'],
    ['a text', '"a"', 'metadata'],
    ['null', 'null', 'metadata'],
    ['a number as value', '{"a":1}', 'metadata.a'],
    ['null as value', '{"a":null}', 'metadata.a'],
    ['an object as value', '{"a":{"b":"c"}}', 'metadata.a'],
    ['a long value', `{"a":"${'x'.repeat(501)}"}`, 'metadata.a'],
    ['a NUL in a value', '{"a":"\\u0000"}', 'metadata.a'],
    ['a NUL in a key', '{"a\\u0000":"b"}', 'metadata'],
    ['a NUL in a key and no text under it', '{"a\\u0000":{"b":1}}', 'metadata'],
    ['half of a pair in a key', '{"\\ud800":"b"}', 'metadata'],
    ['a long key', `{"${'k'.repeat(101)}":"b"}`, 'metadata'],
    ['an object under __proto__', '{"__proto__":{"a":"b"}}', 'metadata.__proto__'],
  ])('refuses %s', async (_case, json, field) => {
    await target.expectRefused(await target.send(written('metadata', json)), 422, field);
  });
});

test('names that JavaScript gives a meaning are unknown fields like any other, and set nothing', async () => {
  const { amount: _, ...withoutAmount } = sampleCharge;
  for (const carrier of ['__proto__', 'constructor', 'prototype']) {
    const body = `${JSON.stringify(withoutAmount).slice(0, -1)},"${carrier}":{"amount":5,"prototype":{"amount":5}}}`;
    await target.expectRefused(await target.send(body), 422, 'amount');
  }
  expect(({} as { amount?: number }).amount).toBeUndefined();
});

test('none of it was a failure of ours', () => {
  expect(target.server.logs.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
});
