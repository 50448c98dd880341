import { readFile } from 'node:fs/promises';
import type { FastifyPluginAsync } from 'fastify';
import { takeStartLock } from '../../base/db/locks.ts';
import type { Sql } from '../../base/db/pool.ts';
import { createAcquirerApi } from './api.ts';
import { challengeRoutes } from './challenge-routes.ts';
import { localRoutes } from './local-routes.ts';

export interface AcquirerOptions {
  sql: Sql;
  /** The bearer token of its API. */
  secret: string;
  /** The public URL at which `challengeRoutes` are mounted, without a trailing slash; known once the server listens. */
  challengeBaseUrl(): string;
  /** The same for `localRoutes`. */
  localPageBaseUrl(): string;
  disputeDelayMs?: number;
}

export interface Acquirer {
  url: string;
  challengeRoutes: FastifyPluginAsync;
  /** The pages of banks, wallets and counters. */
  localRoutes: FastifyPluginAsync;
  close(): Promise<void>;
}

/** Long enough to see the approved charge first, short enough to wait for. */
const defaultDisputeDelayMs = 5_000;

/** The simulated card acquirer: for the sandbox and the tests, never for live. */
export async function startAcquirer(options: AcquirerOptions): Promise<Acquirer> {
  const { sql, secret, challengeBaseUrl, localPageBaseUrl, disputeDelayMs = defaultDisputeDelayMs } = options;
  await createSchema(sql);
  const api = createAcquirerApi({ sql, secret, challengeBaseUrl, localPageBaseUrl, disputeDelayMs });
  const url = await api.listen({ host: '127.0.0.1', port: 0 });
  return {
    url,
    challengeRoutes: challengeRoutes(sql),
    localRoutes: localRoutes(sql, secret),
    close: () => api.close(),
  };
}

async function createSchema(sql: Sql): Promise<void> {
  const ddl = await readFile(new URL('./schema.sql', import.meta.url), 'utf8');
  await sql.begin(async (tx) => {
    await takeStartLock(tx, 'sandbox acquirer');
    await tx.unsafe(ddl);
  });
}
