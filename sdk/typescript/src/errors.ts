import type { components } from './api.ts';

/** A stable code; a newer server may have others. */
export type ErrorCode = components['schemas']['ErrorCode'] | (string & {});

export interface FieldFault {
  field: string;
  message: string;
}

/** The server refused a request. `code` says why, and never changes; `message` is for a person. */
export class PasarelaError extends Error {
  override name = 'PasarelaError';
  readonly status: number;
  readonly code: ErrorCode;
  /** Every faulty field of the request, with a message for each. */
  readonly fields: readonly FieldFault[];
  /** Stands in the server's log. */
  readonly requestId: string | null;
  /** Not shown where an error is logged. */
  declare readonly response: Response;

  constructor(response: Response, body: unknown) {
    const { code, message, fields, requestId } = readRefusal(body);
    super(message ?? `The server answered ${response.status}.`);
    this.status = response.status;
    this.code = code ?? 'unknown';
    this.fields = fields;
    this.requestId = requestId ?? response.headers.get('x-request-id');
    Object.defineProperty(this, 'response', { value: response });
  }
}

/** 401: the credentials are missing, wrong or revoked, or a signature is. */
export class AuthenticationError extends PasarelaError {
  override name = 'AuthenticationError';
}
/** 403: the credentials may not do this. */
export class PermissionError extends PasarelaError {
  override name = 'PermissionError';
}
/** 404 */
export class NotFoundError extends PasarelaError {
  override name = 'NotFoundError';
}
/** 409: what is there does not allow it now. */
export class ConflictError extends PasarelaError {
  override name = 'ConflictError';
}
/** 400, 413, 415 and 422: the request has to be mended; see `fields`. */
export class ValidationError extends PasarelaError {
  override name = 'ValidationError';
}
/** 429 */
export class RateLimitError extends PasarelaError {
  override name = 'RateLimitError';
}
/** 5xx: whether it was done is not known; the same call with the same idempotency key finds out. */
export class ServerError extends PasarelaError {
  override name = 'ServerError';
}

/** No answer: whether the request was done is not known. The same call with the same idempotency key finds out. */
export class ConnectionError extends Error {
  override name = 'ConnectionError';
}
/** No answer in time. */
export class TimeoutError extends ConnectionError {
  override name = 'TimeoutError';
}
/** A webhook that was not signed by the expected secret, or too long ago. Answer 400 and do nothing. */
export class WebhookVerificationError extends Error {
  override name = 'WebhookVerificationError';
}

const byStatus: Readonly<Record<number, typeof PasarelaError>> = {
  400: ValidationError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  413: ValidationError,
  415: ValidationError,
  422: ValidationError,
  429: RateLimitError,
};

export function refusalOf(response: Response, body: unknown): PasarelaError {
  const Kind = byStatus[response.status] ?? (response.status >= 500 ? ServerError : PasarelaError);
  return new Kind(response, body);
}

interface Refusal {
  code: string | null;
  message: string | null;
  fields: FieldFault[];
  requestId: string | null;
}

/** The card API keeps its code in `data`, the crypto API beside its message, the legacy token in `status`. */
function readRefusal(body: unknown): Refusal {
  const outer = recordOf(body);
  const inner = recordOf(outer.data);
  const legacy = recordOf(outer.status);
  const source = typeof inner.error === 'string' ? inner : outer;
  const fields = Array.isArray(source.fields) ? (source.fields as FieldFault[]) : [];
  return {
    code: textOf(source.error) ?? textOf(legacy.kind),
    message: textOf(outer.message) ?? textOf(legacy.message),
    fields,
    requestId: textOf(source.request_id),
  };
}

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
