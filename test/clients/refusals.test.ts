import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  AuthenticationError,
  ConflictError,
  NotFoundError,
  Pasarela,
  PasarelaError,
  PermissionError,
  RateLimitError,
  ValidationError,
} from '../../sdk/typescript/src/index.ts';
import { statusOf } from '../../src/base/http/status.ts';
import { type ReachableCode, refusals } from '../kit/refusals.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

/** Each refusal that a merchant can meet, by the server itself, as the TypeScript client throws it. */

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMITS: 'on', SANDBOX_CHAINS: 'on' });
});
afterAll(() => server.stop());

const classes: Readonly<Record<number, typeof PasarelaError>> = {
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  413: ValidationError,
  422: ValidationError,
  429: RateLimitError,
};

test.each(Object.keys(refusals) as ReachableCode[])('%s is thrown with its class and code', async (code) => {
  const { idempotencyKey, ...request } = await refusals[code](server);
  const { apiKey, merchantId } = server.merchant;
  const client = new Pasarela({ baseUrl: server.url, apiKey, merchantId, maxRetries: 0 });
  const error = (await client
    .request(
      { ...request, isKeyed: idempotencyKey !== undefined },
      idempotencyKey === undefined ? {} : { idempotencyKey },
    )
    .then(
      () => null,
      (thrown: unknown) => thrown,
    )) as PasarelaError;
  expect(error).toBeInstanceOf(PasarelaError);
  expect({ code: error.code, status: error.status, said: error.message }).toMatchObject({
    code,
    status: statusOf[code],
  });
  expect(error.constructor).toBe(classes[statusOf[code]] ?? PasarelaError);
  expect(error.message).toMatch(/^\S.{9,}$/);
  expect(error.requestId).toMatch(/^[0-9a-f-]{36}$/);
});
