import pg from 'pg';
import { PasarelaError } from '../ground/errors.ts';

/** The connection went away, or there was none to be had. What was asked may have been done or not. */
class ConnectionLostError extends Error {
  /** Of the system where it told one: ECONNREFUSED and the like. */
  readonly code: string;
  /** It was the last that was sent on its connection. */
  readonly wasLast: boolean;
  constructor(cause: Error, wasLast: boolean) {
    const { code } = cause as NodeJS.ErrnoException;
    super(`There is no connection to the database (${code ?? cause.message}).`, { cause });
    this.name = 'ConnectionLostError';
    this.code = code ?? 'CONNECTION_LOST';
    this.wasLast = wasLast;
  }
}

/** Why there is no connection, in a word or in the driver's words. */
export function reasonOf(error: unknown): string {
  const { code, message } = (
    error instanceof ConnectionLostError ? error.cause : error
  ) as NodeJS.ErrnoException;
  return code ?? message;
}

/** An error of the driver as the program knows it. */
export function driverError(error: unknown, wasLast = false): Error {
  return error instanceof pg.DatabaseError ? error : new ConnectionLostError(error as Error, wasLast);
}

/** With the trace of who asked, in place of the socket's. To be called where a promise goes on. */
export function withTrace(error: Error): Error {
  Error.captureStackTrace(error, withTrace);
  return error;
}

const readOnlyCode = '25006';

/** Classes of SQLSTATE: connections, resources (disk, memory, connections), a server that starts or stops, errors of its files. */
const unavailableClass = /^(?:08|53|57P0|58)/;
/** Further ones of a server that is overloaded or lost something; it may close the connection or keep it. */
const unavailable = new Set([
  // A lock, a statement or a transaction that took too long: the database is overloaded, and nothing was done.
  '55P03',
  // Two that waited for one another, a migration perhaps: nothing was done by the one that is told.
  '40P01',
  '57014',
  '25P03',
  // A server that was the primary and is a standby now.
  readOnlyCode,
]);

/** Said by Citus, without a code of its own, where the server dies under a statement, or a node of it under a commit. */
const isDying = ({ message }: pg.DatabaseError): boolean =>
  /^postmaster was shut down, exiting$|^could not commit transaction for shard \d+ on /.test(message);

export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof ConnectionLostError) return true;
  if (!(error instanceof pg.DatabaseError)) return false;
  const { code = '' } = error;
  return unavailableClass.test(code) || unavailable.has(code) || isDying(error);
}

/** A text has a character that no column takes: NUL, or half of a surrogate pair. Nothing was done. */
export function isUnstorableText(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '22021' || error.code === '22P05');
}

/** The transaction is over because a statement before this one failed. */
export function isAfterFailure(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '25P02';
}

/** The server ends the connection after such an error. */
function isFatal(error: pg.DatabaseError): boolean {
  return error.severity === 'FATAL' || error.severity === 'PANIC';
}

/**
 * A prepared statement that no longer fits: its table was changed meanwhile, or the server has forgotten it. Nothing was
 * done; a new connection prepares it anew.
 */
function isStaleStatement(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  return error.code === '26000' || (error.code === '0A000' && error.routine === 'RevalidateCachedQuery');
}

/**
 * Only a statement by itself behind a pooler can meet it, where the server's default isolation is stricter than ours: everything else
 * sets its own. Nothing was done.
 */
function lostRace(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '40001';
}

/**
 * Whether a statement by itself surely had no effect: it lost a race, it no longer fitted, or the system did not take its last bytes, with
 * which it would be carried out, because the other side had hung up before. That is sure only of the last that was sent:
 * a connection that breaks gives the same error to all that are under way on it.
 */
export function wasNotDone(error: unknown): boolean {
  if (!(error instanceof ConnectionLostError)) return isStaleStatement(error) || lostRace(error);
  return error.wasLast && (error.cause as NodeJS.ErrnoException).syscall === 'write';
}

/** Whether the connection must not be used again. */
export function spoilsConnection(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) {
    return isFatal(error) || isStaleStatement(error) || error.code === readOnlyCode;
  }
  return error instanceof ConnectionLostError;
}

/** What a caller is told while the database is away: come back soon, nothing was half done. */
export function databaseUnavailable(cause: unknown): PasarelaError {
  return new PasarelaError('service_unavailable', 'The service is briefly unavailable. Please try again.', {
    retryAfterSeconds: 2,
    cause,
  });
}

/** Whether a statement ran into this constraint. A shard's has the shard's number behind its name, which stands in the message alone. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  if (!(error instanceof pg.DatabaseError) || error.code !== '23505') return false;
  if (error.constraint !== undefined) return error.constraint === constraint;
  const named = /"(\w+)"/.exec(error.message)?.[1];
  return named?.replace(/_\d+$/, '') === constraint;
}
