import type { ErrorCode } from '../../base/ground/errors.ts';

/** Advice on each error for the merchant's developer. A new code does not compile until it is listed here. */
export const errorAdvice: Readonly<Record<ErrorCode, string>> = {
  bad_request:
    'The request was not HTTP as it should be; its body or headers broke off or contradict each other.',
  request_timeout: 'The request took too long to arrive. Send it again, in one go.',
  headers_too_large: 'Shorten the address and the headers.',
  invalid_json: 'Send one JSON object, in UTF-8. The message says where reading stopped.',
  credentials_missing: 'Send `x-api-key` with `X-Merchant-Id`, or a token as `Authorization: Bearer`.',
  credentials_invalid:
    'Check the API key and that it belongs to the merchant id; a revoked key stays refused.',
  token_missing: 'Send the access token as `Authorization: Bearer`, with its session as `x-session-id`.',
  token_invalid: 'The token is not one of ours, or not as it was given. Get a new one.',
  token_expired: 'Get a new token; use it within its 60 seconds.',
  invalid_signature:
    'For a signed payout: sign the method, the path, the digest of the very body that is sent and the time, with the private key whose public half the API key has. Of a card processor’s notification: check the secret that it is signed with. Check the clocks.',
  signature_missing:
    'This payout has to be signed: send `Content-Digest`, `Signature-Input` and `Signature` (RFC 9421).',
  scope_missing:
    'The API key is not allowed to do this, or whoever made it no longer is. Use a key with the scope that the message names.',
  source_not_allowed: 'The API key works from certain addresses only, and this is none of them.',
  session_mismatch: 'Send the `session_id` that came with this very token.',
  sign_in_required: 'Of the dashboard: sign in; the session has ended or was never there.',
  sign_in_refused: 'Of the dashboard: e-mail and password, or the code, do not fit. Try again.',
  permission_missing: 'The person who signed in has a role that does not allow this.',
  second_factor_missing: 'On the dashboard: this needs a second factor; "My account" sets one up.',
  proof_required:
    'Of the dashboard: send `X-Proof`, a code of the authenticator app or the answer of a passkey (`askForProof`).',
  foreign_origin: 'A session is used from the dashboard itself only, not from another site.',
  account_not_found: 'No account has this API key. Check the key.',
  merchant_disabled: 'The account is disabled. Ask the operator.',
  method_not_available: '`GET /api/payment-methods` lists what the account can take; choose one of those.',
  not_found: 'Check the address and the id. What belongs to another merchant is not found either.',
  method_not_allowed: 'The address is there, with another HTTP method: see the header `Allow`.',
  session_already_used: 'A session makes one charge, and made another one. Get a new token.',
  idempotency_key_reused:
    'The key belongs to an earlier request with other contents. Use a new key for a new request.',
  charge_not_cancelable: 'Only an open transaction can be canceled; refund a paid one.',
  charge_not_authorized:
    'Only a transaction that is authorized can be captured or voided; read it to see what became of it.',
  charge_not_refundable: 'Nothing is left to refund, or the method knows no refunds; the message says which.',
  payment_not_resolvable:
    'Something else was decided about this payment already. Read the transaction anew: a decision is final.',
  charge_in_progress: 'The customer is paying right now. Try again in a few seconds.',
  order_already_processed: 'The hash was used with other contents. Create a new order.',
  order_not_resolvable: 'The order has nothing that waits for a decision. Read it anew.',
  order_not_refundable:
    'Nothing of the order is left to give back, not yet, or not in part; the message says which.',
  payouts_not_enabled:
    'The account makes no payouts. Ask the operator, who sets their limits and switches them on.',
  payout_limit_exceeded: 'Pay out less, or wait until the limit named in the message begins anew.',
  insufficient_balance: '`GET /api/balances` shows what is available; the message says what is needed.',
  payout_not_cancelable: 'It is being sent, has ended, or is no payout. Read it to see which.',
  payout_not_in_review: 'Nobody needs to approve it. Read it to see where it stands.',
  approver_too_new:
    'On the dashboard: a new account cannot approve in its first hours. Ask somebody else who may.',
  payout_made_by_you: 'Nobody approves what they made. Ask somebody else who may.',
  payout_has_arrived:
    'On the dashboard: an RPC node shows that part of the transfer arrived. Money that arrived is never returned.',
  payout_not_open:
    'Its recipient has confirmed a wallet, or it has ended: there is no link to give and no address to correct. Read it.',
  sweep_not_cancelable:
    'Of the dashboard: a sweep that was run is brought to its end by `pasarela sweep run`.',
  link_not_open: 'Of a payment link: it is paid, closed or over; the message says which.',
  evidence_not_open: 'The evidence was sent or handed in, or the bank no longer waits for it.',
  link_changed: 'Somebody changed the payment link since you read it. Read it anew.',
  receipt_missing: 'Of the dashboard: no receipt was made for this payment, or it was sent again just now.',
  webhook_url_missing: "Name the address as `url`, or have the account's webhook URL set.",
  replay_running: 'One replay runs at a time. Wait for its end, or cancel it.',
  replay_count_changed: 'Other events match by now. Preview again, and send the new count.',
  replay_finished: 'The replay has ended; there is nothing to cancel.',
  destination_waits:
    'On the dashboard: nothing was paid to this destination before. Pay it when its wait is over, or withdraw the request.',
  settlement_decided: 'The settlement stands otherwise than this needs; read it, and decide nothing twice.',
  merchant_in_the_red:
    'Of the dashboard: the merchant owes money, so its settlement waits. Pay it with a `note` that says why, or refuse it.',
  body_too_large: 'Send a smaller body; the message names the most.',
  unsupported_media_type: 'Send `Content-Type: application/json`, in UTF-8.',
  validation_failed: '`fields` names every field to mend, and how.',
  replay_too_large: 'Narrow the filter, e.g. by time, and replay in parts.',
  rate_limited: 'Wait as many seconds as `Retry-After` says, then repeat the request.',
  rate_unavailable: 'There is no fresh exchange rate. Repeat the request after `Retry-After` seconds.',
  service_unavailable: 'Repeat the same request after `Retry-After` seconds: nothing is done twice.',
  internal_error: 'Repeat the request; if it stays, tell the operator the `request_id`.',
};
