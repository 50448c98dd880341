import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { validate } from '@scalar/openapi-parser';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call } from '../kit/client.ts';
import { desktop, openBrowser, phone } from '../kit/pages/customer.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';
import { cryptoExercises } from './crypto-exercises.ts';
import { eventExercises } from './event-exercises.ts';
import { transactionExercises } from './transaction-exercises.ts';

/** The published description is true: valid, complete, and what the server really sends. */

interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  security: object[];
  responses: Record<string, { description: string; content: { 'application/json': { schema: object } } }>;
}
interface Description {
  openapi: string;
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { securitySchemes: Record<string, object> };
}

let server: TestServer;
let description: Description;
let operations: Map<string, Operation>;
const exercises = { ...transactionExercises, ...eventExercises, ...cryptoExercises };
const ajv = new Ajv2020({ strict: false, allErrors: true });

beforeAll(async () => {
  server = await startTestServer({ SANDBOX_CHAINS: 'on' });
  description = (await call(server, 'GET', '/openapi.json')).body;
  operations = new Map(
    Object.values(description.paths)
      .flatMap((methods) => Object.values(methods))
      .map((operation) => [operation.operationId, operation]),
  );
});

afterAll(() => server.stop());

/** Documented for every operation, and met in errors.test.ts and limits.test.ts: they need a server in distress. */
const distress = ['429', '500', '503'];

describe('/openapi.json', () => {
  test('is valid OpenAPI 3.1 and names this server', async () => {
    const { valid, errors } = await validate(description as object);
    expect(errors ?? []).toEqual([]);
    expect(valid).toBe(true);
    expect(description.openapi).toMatch(/^3\.1\./);
    expect(description.servers).toEqual([{ url: server.url }]);
  });

  test('documents every route that merchants call', async () => {
    const sources = fileURLToPath(new URL('../../src/', import.meta.url));
    const files = (await readdir(sources, { recursive: true })).filter((name) => /routes\.ts$/.test(name));
    const declared: string[] = [];
    for (const file of files) {
      const source = await readFile(join(sources, file), 'utf8');
      for (const [, method, path] of source.matchAll(
        /app\.(get|post|put|patch|delete)\(\s*'(\/(?:api|v1|payment|processor)\b[^']*)'/g,
      )) {
        declared.push(`${method} ${path?.replace(/:(\w+)/g, '{$1}')}`);
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
        expect.arrayContaining(['401', '403', ...distress]),
      );
      // The contract has the legacy address answer 202.
      expect(Object.keys(operation.responses).filter((status) => /^2/.test(status))).toEqual([
        operationId === 'legacyAuthenticate' ? '202' : '200',
      ]);
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

  test('knows every operation that is tried here, and no other', () => {
    expect([...operations.keys()].sort()).toEqual(Object.keys(exercises).sort());
  });
});

/** The schema that the description has for an answer. */
function schemaFor(operationId: string, httpStatus: number): ValidateFunction {
  const response = operations.get(operationId)?.responses[httpStatus];
  if (!response) throw new Error(`${operationId} answered ${httpStatus}, which is not documented`);
  return ajv.compile(response.content['application/json'].schema);
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

describe('/docs', () => {
  test.each([
    ['phone', phone],
    ['desktop', desktop],
  ])(
    'is a page on a %s in which the operations can be browsed, closed to all other hosts',
    async (_, viewport) => {
      const customers = await openBrowser();
      try {
        const page = await customers.arrive({ viewport });
        const policy = (await page.goto(`${server.url}/docs`))?.headers()['content-security-policy'];
        expect(policy).toMatch(/^default-src 'none'; script-src 'self' 'sha256-[^']+';/);
        await page.getByRole('heading', { name: 'Create an access token' }).first().waitFor();
        await page.getByRole('heading', { name: 'Authentication' }).first().waitFor();
        expect(customers.faults).toEqual([]);
        expect(await page.title()).toBe('Pasarela');
        expect(await page.getByText(/Generate SDKs|Developer Tools/).count()).toBe(0);
        expect([...customers.hosts]).toEqual([new URL(server.url).host]);
      } finally {
        await customers.leave();
      }
    },
  );
});
