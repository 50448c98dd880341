import postgres from 'postgres';
import { PasarelaError } from '../errors.ts';

export type Sql = postgres.Sql<{ bigint: bigint }>;
/** A connection inside a transaction: what use-cases hand to stores. */
export type Tx = postgres.TransactionSql<{ bigint: bigint }>;
/** Either: queries that work in and out of a transaction. */
export type Db = Sql | Tx;

/** Enough for two cores to stay busy through commits; PostgreSQL's own default limit is 100. */
const poolSize = 20;

export function connect(url: string, options: { max?: number; applicationName?: string } = {}): Sql {
  return postgres(url, {
    max: options.max ?? poolSize,
    connect_timeout: 5,
    idle_timeout: 60,
    // Constant and short: each waiting query takes a connection's next try, so a pause that grows would
    // make callers wait for their 503. A refused try costs next to nothing.
    backoff: () => 0.1,
    onnotice: () => {},
    types: { bigint: postgres.BigInt },
    connection: {
      application_name: options.applicationName ?? 'pasarela',
      statement_timeout: 15_000,
      lock_timeout: 5_000,
      idle_in_transaction_session_timeout: 15_000,
    },
  });
}

/** SQLSTATEs and driver codes that mean "not now": the database is away, starting, stopping or full. */
const unavailable = new Set([
  '57P01',
  '57P02',
  '57P03',
  '53300',
  // A lock or a statement that took too long: the database is overloaded, and nothing was done.
  '55P03',
  '57014',
  '08000',
  '08001',
  '08003',
  '08006',
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable);
  return error instanceof Error && 'code' in error && unavailable.has(String(error.code));
}

/** What a caller is told while the database is away: come back soon, nothing was half done. */
export function databaseUnavailable(cause: unknown): PasarelaError {
  return new PasarelaError('service_unavailable', 'The service is briefly unavailable. Please try again.', {
    retryAfterSeconds: 2,
    cause,
  });
}

/** The SQLSTATE of a constraint a statement ran into. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return (
    error instanceof postgres.PostgresError && error.code === '23505' && error.constraint_name === constraint
  );
}
