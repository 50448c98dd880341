import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'oxc-parser';
import { check } from 'recheck';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chargeRequestSchema } from '../src/payments/charges/charge-request.ts';
import { readDescription } from './kit/description.ts';
import { startTestServer, type TestServer } from './kit/server.ts';

/** Every pattern takes linear time for any text from outside: one request must not stall the process. */

/** A pattern that the checker cannot decide in this time is too complicated. */
const checkMs = 30_000;

async function complexityOf(source: string, flags: string): Promise<string> {
  const found = await check(source, flags, { timeout: checkMs });
  if (found.status === 'safe') return 'linear';
  const fault = found.status === 'vulnerable' ? found.complexity.summary : found.error.kind;
  return `/${source}/${flags} is ${fault}`;
}

describe('every pattern of every schema', () => {
  let server: TestServer;
  let description: object;

  beforeAll(async () => {
    server = await startTestServer();
    description = await readDescription(server);
  });
  afterAll(() => server.stop());

  test('is linear', { timeout: 120_000 }, async () => {
    // The description cannot express patterns of keys.
    const patterns = new Set(patternsOf([description, chargeRequestSchema]));
    // Country codes, e-mail addresses, clean texts, keys of metadata, idempotency keys.
    expect(patterns.size).toBeGreaterThanOrEqual(5);
    for (const pattern of patterns) expect(await complexityOf(pattern, 'u')).toBe('linear');
  });

  test('stands beside the greatest length of its text', () => {
    const schemas = schemasOf(description).filter((schema) => typeof schema.pattern === 'string');
    expect(schemas.length).toBeGreaterThan(5);
    expect(schemas.filter(({ maxLength }) => typeof maxLength !== 'number')).toEqual([]);
  });
});

type Schema = Record<string, unknown>;

function schemasOf(value: unknown): Schema[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value as Schema, ...Object.values(value).flatMap(schemasOf)];
}

function patternsOf(description: object): string[] {
  return schemasOf(description).flatMap(({ pattern, patternProperties }) => [
    ...(typeof pattern === 'string' ? [pattern] : []),
    ...Object.keys(patternProperties ?? {}),
  ]);
}

const sourceFolder = fileURLToPath(new URL('../src/', import.meta.url));

/** Their patterns only see text that an operator typed or that we wrote ourselves. */
const insideFolders = ['surfaces/cli/', 'config/', 'chain/wallets/', 'sandbox/decode-mail.ts'];
/** Files whose patterns are not provably linear, and the bound on the text that they see. */
const boundedTexts = new Map([
  ['chain/chains/rpc/rpc-fault.ts', 'the first 2,000 characters of a node’s message'],
  ['chain/chains/evm/payout-broadcast.ts', 'the excerpt of a node’s message that a fault carries'],
  ['chain/chains/tron/broadcast.ts', 'a look ahead of 60 characters from each word “account”'],
  ['surfaces/checkout/crypto/amounts.ts', 'an amount that we wrote'],
  ['chain/rates/sources/get-json.ts', 'an address that the operator wrote'],
]);

const files = readdirSync(sourceFolder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .filter((name) => !insideFolders.some((folder) => name.startsWith(folder)))
  .sort();

function regexesOf(file: string): { source: string; flags: string }[] {
  const { program } = parseSync(file, readFileSync(join(sourceFolder, file), 'utf8'));
  const found: { source: string; flags: string }[] = [];
  new Visitor({
    Literal(node) {
      if ('regex' in node) found.push({ source: node.regex.pattern, flags: node.regex.flags });
    },
  }).visit(program);
  return found;
}

test('every regular expression that reads outside text is linear', { timeout: 300_000 }, async () => {
  const regexes = new Map(
    files
      .filter((file) => !boundedTexts.has(file))
      .flatMap(regexesOf)
      .map((regex) => [`/${regex.source}/${regex.flags}`, regex]),
  );
  expect(regexes.size).toBeGreaterThan(50);
  const found = [];
  for (const { source, flags } of regexes.values()) {
    const complexity = await complexityOf(source, flags);
    if (complexity !== 'linear') found.push(complexity);
  }
  expect(found).toEqual([]);
});

test('the files named as exceptions are still there', () => {
  for (const file of boundedTexts.keys()) expect(files).toContain(file);
});
