import type { FieldFault, PasarelaError } from '../ground/errors.ts';
import { statusOf } from './status.ts';

/**
 * The interface has several addresses, called faces here. Each has its own error shape, and if their hosts differ each
 * answers only on its own.
 */
export type Face = 'api' | 'legacy' | 'crypto' | 'checkout' | 'operator';

export interface Problem {
  status: number;
  error: PasarelaError;
  requestId: string;
}

interface EnvelopeError {
  status: 'Error';
  code: number;
  message: string;
  data: { error: string; fields?: FieldFault[]; request_id: string };
}

function envelopeError({ status, error, requestId }: Problem): EnvelopeError {
  return {
    status: 'Error',
    code: status,
    message: error.message,
    data: { error: error.code, ...(error.fields && { fields: error.fields }), request_id: requestId },
  };
}

function legacyError({ status, error }: Problem): object {
  return {
    status: { code: status, message: error.message, kind: error.code },
    data: { message: error.code },
  };
}

function cryptoError({ error, requestId }: Problem): object {
  return {
    status: false,
    message: error.message,
    error: error.code,
    ...(error.fields && { fields: error.fields }),
    request_id: requestId,
  };
}

/** The error body of each face; the checkout renders its own pages. */
const shapes: Readonly<Record<Exclude<Face, 'checkout'>, (problem: Problem) => object>> = {
  api: envelopeError,
  operator: envelopeError,
  legacy: legacyError,
  crypto: cryptoError,
};

export function problemOf(error: PasarelaError, requestId: string): Problem {
  return { status: statusOf[error.code], error, requestId };
}

export function shapeProblem(face: Face, problem: Problem): object {
  return face === 'checkout' ? envelopeError(problem) : shapes[face](problem);
}

/** The face of a path without a route. */
export function faceOfPath(path: string): Face {
  if (path.startsWith('/v1/')) return 'legacy';
  if (/^\/(payment|processor)(\/|$)/.test(path)) return 'crypto';
  if (/^\/(pay|crypto|payout|l)\//.test(path)) return 'checkout';
  return 'api';
}
