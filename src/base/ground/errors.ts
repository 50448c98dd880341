/** Every way the service refuses a request, as a code that never changes its meaning. */
export type ErrorCode =
  | 'bad_request'
  | 'request_timeout'
  | 'headers_too_large'
  | 'invalid_json'
  | 'credentials_missing'
  | 'credentials_invalid'
  | 'token_missing'
  | 'token_invalid'
  | 'token_expired'
  | 'session_mismatch'
  | 'invalid_signature'
  | 'signature_missing'
  | 'scope_missing'
  | 'source_not_allowed'
  | 'sign_in_required'
  | 'sign_in_refused'
  | 'permission_missing'
  | 'second_factor_missing'
  | 'proof_required'
  | 'foreign_origin'
  | 'account_not_found'
  | 'merchant_disabled'
  | 'method_not_available'
  | 'not_found'
  | 'method_not_allowed'
  | 'session_already_used'
  | 'idempotency_key_reused'
  | 'charge_not_cancelable'
  | 'charge_not_refundable'
  | 'charge_not_authorized'
  | 'payment_not_resolvable'
  | 'charge_in_progress'
  | 'order_already_processed'
  | 'order_not_resolvable'
  | 'order_not_refundable'
  | 'payouts_not_enabled'
  | 'payout_limit_exceeded'
  | 'insufficient_balance'
  | 'payout_not_cancelable'
  | 'payout_not_open'
  | 'payout_not_in_review'
  | 'sweep_not_cancelable'
  | 'link_not_open'
  | 'link_changed'
  | 'evidence_not_open'
  | 'receipt_missing'
  | 'payout_made_by_you'
  | 'approver_too_new'
  | 'payout_has_arrived'
  | 'webhook_url_missing'
  | 'replay_running'
  | 'replay_count_changed'
  | 'replay_finished'
  | 'settlement_decided'
  | 'destination_waits'
  | 'merchant_in_the_red'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'validation_failed'
  | 'replay_too_large'
  | 'rate_limited'
  | 'rate_unavailable'
  | 'service_unavailable'
  | 'internal_error';

export interface FieldFault {
  field: string;
  message: string;
}

/** A refusal: a stable code, a sentence for a person, and the fields to fix. */
export class PasarelaError extends Error {
  readonly code: ErrorCode;
  readonly fields: FieldFault[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    details: { fields?: FieldFault[]; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: details.cause });
    this.name = 'PasarelaError';
    this.code = code;
    this.fields = details.fields;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

export function validationFailed(fields: FieldFault[]): PasarelaError {
  const message =
    fields.length === 1
      ? `${fields[0]?.field}: ${fields[0]?.message}`
      : `${fields.length} fields need mending: ${fields.map((fault) => fault.field).join(', ')}`;
  return new PasarelaError('validation_failed', message, { fields });
}
