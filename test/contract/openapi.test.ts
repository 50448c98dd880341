import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createClient } from '@hey-api/openapi-ts';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { validate } from '@scalar/openapi-parser';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import openapiTS, { astToString } from 'openapi-typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { statusOf } from '../../src/base/http/status.ts';
import { readDescription } from '../kit/description.ts';
import { desktop, openBrowser, phone } from '../kit/pages/customer.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';
import { accountExercises } from './account-exercises.ts';
import { cryptoExercises } from './crypto-exercises.ts';
import { dashboardExercises } from './dashboard-exercises.ts';
import { developerExercises } from './developer-exercises.ts';
import { eventExercises } from './event-exercises.ts';
import { evidenceExercises } from './evidence-exercises.ts';
import { exportExercises } from './export-exercises.ts';
import { operatorExercises } from './operator-exercises.ts';
import { paymentLinkExercises } from './payment-link-exercises.ts';
import { payoutExercises } from './payout-exercises.ts';
import { reportExercises } from './report-exercises.ts';
import { settlementExercises } from './settlement-exercises.ts';
import { transactionExercises } from './transaction-exercises.ts';

/** The published description is valid, complete, and matches the server's answers. */

interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  security: object[];
  'x-permission'?: string;
  parameters?: { in: string }[];
  requestBody?: Content;
  responses: Record<string, { description: string } & Content>;
}
interface Content {
  content: Record<string, { schema: object; example?: unknown }>;
}
interface Description {
  openapi: string;
  servers: { url: string }[];
  info: { description: string };
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation & { requestBody: Content } }>;
  components: {
    securitySchemes: Record<string, object>;
    schemas: { ErrorCode: { enum: string[] } };
  };
}

let server: TestServer;
let description: Description;
let operations: Map<string, Operation>;
const exercises = {
  ...transactionExercises,
  ...eventExercises,
  ...cryptoExercises,
  ...dashboardExercises,
  ...operatorExercises,
  ...paymentLinkExercises,
  ...exportExercises,
  ...payoutExercises,
  ...developerExercises,
  ...evidenceExercises,
  ...accountExercises,
  ...settlementExercises,
  ...reportExercises,
};
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });

beforeAll(async () => {
  server = await startTestServer({ SANDBOX_CHAINS: 'on' });
  description = await readDescription(server);
  operations = new Map(
    Object.values(description.paths)
      .flatMap((methods) => Object.values(methods))
      .map((operation) => [operation.operationId, operation]),
  );
});

afterAll(() => server.stop());

const run = promisify(execFile);

/** A document as it is served, with its references. */
async function served(path: string): Promise<Description> {
  return (await fetch(server.url + path)).json() as Promise<Description>;
}

/**
 * The refusals of an operation: 401 without a session, 403 without permission. One that anyone may call needs no
 * session and refuses other sites.
 */
function refusalsOf({ 'x-permission': permission }: Operation): string[] {
  if (permission === 'anyone') return ['403'];
  return permission === 'signed_in' ? ['401'] : ['401', '403'];
}

/** Documented for every operation and tested in errors.test.ts and limits.test.ts: they need a server in trouble. */
const distress = ['429', '500', '503'];

describe('/openapi.json', () => {
  test.each(['/openapi.json', '/dashboard/openapi.json'])(
    '%s is valid OpenAPI 3.1 and names this server',
    async (path) => {
      const document = await served(path);
      const { valid, errors } = await validate(document);
      expect(errors ?? []).toEqual([]);
      expect(valid).toBe(true);
      expect(document.openapi).toMatch(/^3\.1\./);
      expect(document.servers).toEqual([{ url: server.url, description: 'This installation' }]);
    },
  );

  test('has no fault and no warning for Redocly, and is small enough to read', async () => {
    const text = await (await fetch(`${server.url}/openapi.json`)).text();
    expect(text.length).toBeLessThanOrEqual(150_000);
    // Two published paths can be told apart only by a rule that OpenAPI does not have: a fixed part before a parameter.
    const config = await createConfig({ extends: ['recommended'], rules: { 'no-ambiguous-paths': 'off' } });
    const problems = await lintFromString({ source: text, absoluteRef: 'openapi.json', config });
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
    expect(text).toContain('"$ref":"#/components/responses/Unauthorized"');
    // Keywords outside the standard begin with x-.
    expect(text).toContain('"x-expected":"');
  });

  test('has nothing of the dashboard, whose operations have a document of their own', async () => {
    const [merchants, dashboard] = [await served('/openapi.json'), await served('/dashboard/openapi.json')];
    expect(Object.keys(merchants.paths).filter((path) => path.startsWith('/dashboard'))).toEqual([]);
    expect(JSON.stringify(merchants)).not.toMatch(/dashboardSession|x-permission|x-proof/);
    expect(Object.keys(dashboard.components.securitySchemes)).toEqual(['dashboardSession']);
    expect(Object.keys(dashboard.paths)).toEqual(
      expect.arrayContaining(['/dashboard/api/session', '/api/transactions/{reference}/refunds']),
    );
  });

  test('becomes clients that compile, by two generators', { timeout: 120_000 }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'clients-'));
    try {
      const document = await served('/openapi.json');
      await writeFile(join(folder, 'types.ts'), astToString(await openapiTS(document as never)));
      await createClient({
        input: document as never,
        output: join(folder, 'client'),
        logs: { level: 'silent' },
      });
      const lines = (await readFile(join(folder, 'client/types.gen.ts'), 'utf8')).split('\n').length;
      expect(lines).toBeLessThan(6_000);
      const compiler = fileURLToPath(
        new URL('../../node_modules/typescript-native/bin/tsc', import.meta.url),
      );
      const options =
        '--noEmit --strict --skipLibCheck --module nodenext --target es2023 --lib es2023,dom,dom.iterable';
      const files = ['types.ts', 'client/types.gen.ts'];
      const { stdout } = await run(process.execPath, [compiler, ...options.split(' '), ...files], {
        cwd: folder,
      }).catch((fault) => fault);
      expect(stdout).toBe('');
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('documents every route that merchants call', async () => {
    const sources = fileURLToPath(new URL('../../src/', import.meta.url));
    const files = (await readdir(sources, { recursive: true })).filter((name) => /routes\.ts$/.test(name));
    const declared: string[] = [];
    for (const file of files) {
      const source = await readFile(join(sources, file), 'utf8');
      for (const [, method, path] of source.matchAll(
        /app\.(get|post|put|patch|delete)\(\s*'(\/(?:api|v1|payment|processor|dashboard\/api)\b[^']*)'/g,
      )) {
        declared.push(`${method} ${path?.replace(/:(\w+)/g, '{$1}')}`);
      }
      for (const [, path] of source.matchAll(/csvRoute\(app, deps, \{\s*path: '([^']+)'/g)) {
        declared.push(`get /dashboard/api/${path?.replace(/:(\w+)/g, '{$1}')}.csv`);
      }
    }
    const documented = Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    expect(declared.length).toBeGreaterThanOrEqual(12);
    expect(documented.sort()).toEqual(declared.sort());
  });

  test('describes every operation: a name, a summary, who may call it, and all its answers', () => {
    const schemes = Object.keys(description.components.securitySchemes);
    for (const [operationId, operation] of operations) {
      expect(operation.summary, operationId).toMatch(/\w/);
      expect(operation.tags, operationId).toHaveLength(1);
      expect(operation.security.length, operationId).toBeGreaterThanOrEqual(1);
      for (const scheme of operation.security.flatMap((alternative) => Object.keys(alternative))) {
        expect(schemes, operationId).toContain(scheme);
      }
      expect(Object.keys(operation.responses), operationId).toEqual(
        expect.arrayContaining([...refusalsOf(operation), ...distress]),
      );
      // The contract has the legacy address answer 202; a refund on the chain exists only once it has been sent.
      const expected = { legacyAuthenticate: '202', refundCryptoOrder: '201' }[operationId] ?? '200';
      const successes = Object.keys(operation.responses).filter((status) => /^2/.test(status));
      expect(successes, operationId).toEqual([expected]);
    }
  });

  test('says of every POST what becomes of a body that cannot be read', () => {
    for (const { post } of Object.values(description.paths)) {
      if (!post) continue;
      expect(Object.keys(post.responses), post.operationId).toEqual(
        expect.arrayContaining(['400', '413', '415']),
      );
    }
  });

  test('closes every body to unknown fields, but those of requests that create a payment', () => {
    const open = new Set<string>();
    for (const [operationId, { requestBody }] of operations) {
      const schema = requestBody?.content['application/json']?.schema as Record<string, unknown> | undefined;
      if (!schema) continue;
      for (const { properties, additionalProperties } of objectsIn(schema)) {
        if (properties !== undefined && additionalProperties !== false) open.add(operationId);
      }
    }
    expect([...open].sort()).toEqual([
      'createCharge',
      'createCryptoOrder',
      'processCryptoOrder',
      // Their parser, which the command line shares, refuses unknown fields of a rule by itself.
      'setCardRoutes',
      'setMerchantRoutes',
    ]);
  });

  test('is the same at each address, and as YAML', async () => {
    const document = await served('/openapi.json');
    const json = await fetch(`${server.url}/docs/api/openapi.json`);
    expect(json.headers.get('content-type')).toMatch(/^application\/json/);
    expect(await json.json()).toEqual(document);
    for (const path of ['/openapi.yaml', '/docs/openapi.yaml']) {
      const yaml = await fetch(server.url + path);
      expect(yaml.headers.get('content-type')).toMatch(/^application\/yaml/);
      expect(parse(await yaml.text())).toEqual(document);
    }
  });

  test('has for every operation and webhook an example that its schema takes', () => {
    const webhooks = Object.values(description.webhooks).map(({ post }) => post);
    expect(webhooks.map(({ operationId }) => operationId)).toEqual([
      'tellCharge',
      'tellCryptoOrder',
      'tellSettlement',
    ]);
    for (const { operationId, requestBody, responses } of [...operations.values(), ...webhooks]) {
      const success = Object.entries(responses).find(([status]) => /^2/.test(status))?.[1];
      // A list is CSV first; as XLSX it has the same cells.
      const shown = [requestBody, success].flatMap((part) => Object.values(part?.content ?? {}).slice(0, 1));
      expect(shown.length, operationId).toBeGreaterThanOrEqual(1);
      for (const { schema, example: own } of shown) {
        // Answers that share their schema share its example.
        const example = own ?? (schema as { examples?: unknown[] }).examples?.[0];
        expect(example, operationId).toBeDefined();
        const fits = ajv.compile(schema);
        fits(example);
        expect(fits.errors ?? [], operationId).toEqual([]);
      }
    }
  });

  test('says of every error code what to do', () => {
    const { ErrorCode } = description.components.schemas;
    expect(ErrorCode.enum).toEqual(Object.keys(statusOf));
    for (const code of ErrorCode.enum) {
      const status = statusOf[code as keyof typeof statusOf];
      const row = description.info.description
        .split('\n')
        .find((each) => each.startsWith(`| \`${code}\` | ${status} | `));
      expect(row, code).toMatch(/\w+ .*[.] \|$/);
    }
  });

  test('uses in patterns only what the regular expressions of Java, Python and Go have in common', () => {
    const patterns = patternsIn(description);
    expect(patterns.length).toBeGreaterThanOrEqual(10);
    for (const pattern of patterns) {
      // Allows escapes of one character or of a class that every engine knows; no Unicode properties and no
      // lookarounds.
      expect(pattern.replace(/\\(x[0-9a-f]{2}|[sdw.])/g, '')).not.toMatch(/\\|\(\?/);
      expect(() => new RegExp(pattern)).not.toThrow();
    }
    const [clean] = patterns.filter((pattern) => pattern.includes('x00')).map((each) => new RegExp(each));
    expect(clean?.test('Año nuevo €1 \u{1F600}')).toBe(true);
    for (const control of ['\0', '\n', '\x7f', '\x85', '\x9f'])
      expect(clean?.test(`a${control}b`)).toBe(false);
  });

  test('says of every choice of what type its values are', () => {
    const choices = objectsIn(description).filter((part) => Array.isArray(part.enum));
    expect(choices.length).toBeGreaterThanOrEqual(10);
    for (const choice of choices) expect(choice, JSON.stringify(choice)).toHaveProperty('type');
  });

  test('is what the dashboard is typed by', async () => {
    await expect(await dashboardTypes()).toMatchFileSnapshot('../../web/app/operations.ts');
  });

  test('knows every operation that is tried here, and no other', () => {
    expect([...operations.keys()].sort()).toEqual(Object.keys(exercises).sort());
  });
});

/**
 * The types of the operations that a session may call. It keeps only the parts that the dashboard's client reads: its
 * errors have one shape, and with all errors and examples the file would have 43,000 lines.
 */
async function dashboardTypes(): Promise<string> {
  const paths: Record<string, Record<string, object>> = {};
  for (const [path, methods] of Object.entries(description.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (operation['x-permission'] === undefined) continue;
      const { parameters = [], requestBody, responses } = operation;
      const [status, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
      paths[path] ??= {};
      paths[path][method] = {
        parameters: parameters.filter((parameter) => parameter.in !== 'header'),
        ...(requestBody && { requestBody: { required: true, content: withoutExamples(requestBody) } }),
        responses: { [status ?? '']: { description: '', content: withoutExamples(success) } },
      };
    }
  }
  const { openapi, info } = description;
  const types = await openapiTS({ openapi, info, paths } as never, {
    alphabetize: true,
    defaultNonNullable: false,
  });
  return `// Made from the published description by test/contract/openapi.test.ts: run it with --update.\n\n${astToString(types)}`;
}

function withoutExamples({ content }: Partial<Content> = {}): object {
  return Object.fromEntries(Object.entries(content ?? {}).map(([type, { schema }]) => [type, { schema }]));
}

/** Every object in a value, at any depth. */
function objectsIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.values(value).flatMap(objectsIn);
  return Array.isArray(value) ? inside : [value as Record<string, unknown>, ...inside];
}

function patternsIn(value: unknown): string[] {
  return objectsIn(value).flatMap(({ pattern, patternProperties }) => [
    ...(typeof pattern === 'string' ? [pattern] : []),
    ...Object.keys(patternProperties ?? {}),
  ]);
}

/** The description's schema of an answer. */
function schemaFor(operationId: string, httpStatus: number): ValidateFunction {
  const response = operations.get(operationId)?.responses[httpStatus];
  if (!response) throw new Error(`${operationId} answered ${httpStatus}, which is not documented`);
  const [media] = Object.values(response.content);
  return ajv.compile(media?.schema ?? {});
}

describe('what the server sends', () => {
  test.each(Object.keys(exercises))(
    'by %s is what is documented, success and errors alike',
    async (operationId) => {
      const answers = (await exercises[operationId]?.(server)) ?? [];
      for (const { httpStatus, body } of answers) {
        const fits = schemaFor(operationId, httpStatus);
        fits(body);
        expect(fits.errors ?? [], `${httpStatus} ${JSON.stringify(body)}`).toEqual([]);
      }
      const met = new Set(answers.map(({ httpStatus }) => String(httpStatus)));
      const documented = Object.keys(operations.get(operationId)?.responses ?? {});
      expect([...met].sort()).toEqual(documented.filter((status) => !distress.includes(status)));
    },
  );

  test('to webhooks is what is documented, field by field', async () => {
    for (const operationId of ['readTransaction', 'cancelPayout']) await exercises[operationId]?.(server);
    const events = await server.sql<{ subject: string; body: string }[]>`SELECT subject, body FROM events`;
    const nameOf = (subject: string): string =>
      ['payout', 'crypto_order'].includes(subject) ? 'cryptoOrder' : 'charge';
    const told = new Set(events.map(({ subject }) => nameOf(subject)));
    expect([...told].sort()).toEqual(['charge', 'cryptoOrder']);
    for (const { subject, body } of events) {
      const webhook = description.webhooks[nameOf(subject)];
      const schema = webhook?.post.requestBody.content['application/json']?.schema;
      const fits = ajv.compile({ ...schema, additionalProperties: false });
      fits(JSON.parse(body));
      expect(fits.errors ?? [], body).toEqual([]);
    }
  });

  test('would be found out if it were something else', () => {
    const fits = schemaFor('createAccessToken', 200);
    const good = {
      status: 'Success',
      code: 200,
      message: 'm',
      data: { access_token: 't', expires_in: 60, session_id: 's' },
    };
    expect(fits(good)).toBe(true);
    expect(fits({ ...good, data: { ...good.data, expires_in: '60' } })).toBe(false);
    expect(fits({ ...good, status: 'Error' })).toBe(false);
  });
});

describe('/docs/api', () => {
  test.each([
    ['phone', phone],
    ['desktop', desktop],
  ])(
    'is a page on a %s in which the operations can be browsed, closed to all other hosts',
    async (_, viewport) => {
      const customers = await openBrowser();
      try {
        const page = await customers.arrive({ viewport });
        const policy = (await page.goto(`${server.url}/docs/api`))?.headers()['content-security-policy'];
        expect(policy).toMatch(/^default-src 'none'; script-src 'self' 'sha256-[^']+';/);
        // Sections further down are written when the reader comes to them.
        await page.getByText('/api/auth/token').first().click();
        await page.getByRole('heading', { name: 'Create an access token' }).first().waitFor();
        await page.getByRole('heading', { name: 'Authentication' }).first().waitFor();
        expect(customers.faults).toEqual([]);
        expect(await page.title()).toBe('Pasarela');
        expect(await page.getByText(/Generate SDKs|Developer Tools|Ask AI|MCP|Cursor/).count()).toBe(0);
        expect([...customers.hosts]).toEqual([new URL(server.url).host]);
      } finally {
        await customers.leave();
      }
    },
  );
});
