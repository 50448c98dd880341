import pg from 'pg';
import { PasarelaError } from '../ground/errors.ts';

/** The connection was lost or could not be opened. The statement may or may not have been executed. */
class ConnectionLostError extends Error {
  /** The system's code if there is one, such as ECONNREFUSED. */
  readonly code: string;
  /** The statement was the last one sent on its connection. */
  readonly wasLast: boolean;
  constructor(cause: Error, wasLast: boolean) {
    const { code } = cause as NodeJS.ErrnoException;
    super(`There is no connection to the database (${code ?? cause.message}).`, { cause });
    this.name = 'ConnectionLostError';
    this.code = code ?? 'CONNECTION_LOST';
    this.wasLast = wasLast;
  }
}

/** Why there is no connection: a code, or the driver's message. */
export function reasonOf(error: unknown): string {
  const { code, message } = (
    error instanceof ConnectionLostError ? error.cause : error
  ) as NodeJS.ErrnoException;
  return code ?? message;
}

/** Converts a driver's error to one of ours. */
export function driverError(error: unknown, wasLast = false): Error {
  return error instanceof pg.DatabaseError ? error : new ConnectionLostError(error as Error, wasLast);
}

/** Replaces the socket's stack trace with the caller's. Call it where a promise continues. */
export function withTrace(error: Error): Error {
  Error.captureStackTrace(error, withTrace);
  return error;
}

const readOnlyCode = '25006';

/**
 * SQLSTATE classes: connections, resources (disk, memory, connections), a server that starts or stops, errors of its
 * files.
 */
const unavailableClass = /^(?:08|53|57P0|58)/;
/** Further codes of a server that is overloaded or lost something; it may close the connection or keep it. */
const unavailable = new Set([
  // A lock, statement or transaction timed out: the database is overloaded, and nothing was done.
  '55P03',
  // A deadlock, perhaps with a migration: the statement that gets this error did nothing.
  '40P01',
  '57014',
  '25P03',
  // A former primary that is a standby now.
  readOnlyCode,
]);

/** Messages of Citus without a code of their own: the server dies during a statement, or a worker during a commit. */
const isDying = ({ message }: pg.DatabaseError): boolean =>
  /^postmaster was shut down, exiting$|^could not commit transaction for shard \d+ on /.test(message);

export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof ConnectionLostError) return true;
  if (!(error instanceof pg.DatabaseError)) return false;
  const { code = '' } = error;
  return unavailableClass.test(code) || unavailable.has(code) || isDying(error);
}

/** A text holds a character that no column accepts: NUL, or half of a surrogate pair. Nothing was done. */
export function isUnstorableText(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '22021' || error.code === '22P05');
}

/** The transaction is aborted because an earlier statement failed. */
export function isAfterFailure(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '25P02';
}

/** The server closes the connection after such an error. */
function isFatal(error: pg.DatabaseError): boolean {
  return error.severity === 'FATAL' || error.severity === 'PANIC';
}

/**
 * A prepared statement that is no longer valid: its table changed, or the server has forgotten it. Nothing was done; a
 * new connection prepares it again.
 */
function isStaleStatement(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  return error.code === '26000' || (error.code === '0A000' && error.routine === 'RevalidateCachedQuery');
}

/**
 * A serialization failure. Only a single statement behind a pooler can meet it, if the server's default isolation is
 * stricter than ours: everything else sets its own. Nothing was done.
 */
function lostRace(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '40001';
}

/**
 * Whether a single statement certainly had no effect: it lost a race, its prepared form was stale, or the system did
 * not accept its last bytes, which trigger the execution, because the other side had already hung up. This is certain
 * only for the last statement sent: a broken connection gives the same error to all statements under way on it.
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

/** The answer to a caller while the database is down: retry soon, nothing was half done. */
export function databaseUnavailable(cause: unknown): PasarelaError {
  return new PasarelaError('service_unavailable', 'The service is briefly unavailable. Please try again.', {
    retryAfterSeconds: 2,
    cause,
  });
}

/**
 * Whether a statement violated this constraint. A shard's constraint has the shard's number after its name, which
 * appears only in the message.
 */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  if (!(error instanceof pg.DatabaseError) || error.code !== '23505') return false;
  if (error.constraint !== undefined) return error.constraint === constraint;
  const named = /"(\w+)"/.exec(error.message)?.[1];
  return named?.replace(/_\d+$/, '') === constraint;
}
