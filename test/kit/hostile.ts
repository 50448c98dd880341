import { expect } from 'vitest';
import { type Answer, callRaw, getToken, sampleCharge } from './client.ts';
import { startTestServer, type TestServer } from './server.ts';
import { rowCounts } from './stored.ts';

/** A server for hostile requests, and the properties of every refusal. */
export interface Target {
  server: TestServer;
  /** E2 with this body in a session of its own. */
  send(body: string | Buffer, contentType?: string): Promise<Answer>;
  /** Expects a refusal that says why, and unchanged row counts in all tables. */
  expectRefused(answer: Answer, httpStatus: number, field?: string): Promise<void>;
}

export async function startTarget(): Promise<Target> {
  // Only the API runs: a job's notes about its own work would be additional rows.
  const server = await startTestServer({ ROLES: 'api' });
  const before = await rowCounts(server.sql);
  return {
    server,
    async send(body, contentType = 'application/json') {
      const headers = { ...(await getToken(server, server.merchant)), 'content-type': contentType };
      return await callRaw(server, { method: 'POST', path: '/api/transactions/charges', headers, body });
    },
    async expectRefused(answer, httpStatus, field) {
      expect(answer).toMatchObject({
        httpStatus,
        body: { status: 'Error', code: httpStatus, message: expect.any(String) },
      });
      if (field !== undefined) {
        expect(answer.body.data.fields).toEqual([{ field, message: expect.stringMatching(/\w{3}/) }]);
      }
      expect(await rowCounts(server.sql)).toEqual(before);
    },
  };
}

/** The sample charge with one field written exactly like this. */
export function written(field: string, json: string): string {
  const { [field as 'flow']: _, ...rest } = sampleCharge;
  return `${JSON.stringify(rest).slice(0, -1)},${JSON.stringify(field)}:${json}}`;
}
