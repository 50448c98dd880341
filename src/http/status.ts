import type { ErrorCode } from '../errors.ts';

/** The HTTP status of each refusal. A new code does not compile until it stands here. */
export const statusOf: Readonly<Record<ErrorCode, number>> = {
  invalid_json: 400,
  credentials_missing: 401,
  credentials_invalid: 401,
  token_missing: 401,
  token_invalid: 401,
  token_expired: 401,
  session_mismatch: 401,
  merchant_disabled: 403,
  method_not_available: 403,
  not_found: 404,
  method_not_allowed: 405,
  session_already_used: 409,
  idempotency_key_reused: 409,
  charge_not_cancelable: 409,
  charge_not_refundable: 409,
  charge_in_progress: 409,
  body_too_large: 413,
  unsupported_media_type: 415,
  validation_failed: 422,
  rate_limited: 429,
  service_unavailable: 503,
  internal_error: 500,
};
