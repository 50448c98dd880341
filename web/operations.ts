// Made from the published description by test/contract/openapi.test.ts: run it with -u.

export const addresses = {
  addPasskey: 'POST /dashboard/api/passkeys',
  approvePayout: 'POST /dashboard/api/payouts/{payout}/approval',
  askForPasskey: 'POST /dashboard/api/session/passkey-options',
  askForReset: 'POST /dashboard/api/password-resets',
  beginPasskey: 'POST /dashboard/api/passkeys/options',
  beginSecondFactor: 'POST /dashboard/api/second-factor',
  cancelPayoutOnPage: 'POST /dashboard/api/payouts/{payout}/cancel',
  cancelReplay: 'POST /api/events/replays/{id}/cancel',
  cancelTransaction: 'POST /api/transactions/{reference}/cancel',
  changeLogo: 'PUT /dashboard/api/settings/logo',
  changeRole: 'PUT /dashboard/api/people/{person}/role',
  changeSettings: 'PUT /dashboard/api/settings',
  changeWebhookUrl: 'PUT /dashboard/api/webhook',
  checkPayoutBatch: 'POST /dashboard/api/payout-batches',
  confirmPayoutBatch: 'POST /dashboard/api/payout-batches/{batch}/confirmation',
  confirmSignIn: 'POST /dashboard/api/session/second-factor',
  endOwnSession: 'DELETE /dashboard/api/sessions/{session}',
  exportPayments: 'GET /dashboard/api/payments.csv',
  invitePerson: 'POST /dashboard/api/people',
  issueKey: 'POST /dashboard/api/keys',
  listEvents: 'GET /api/events',
  listKeys: 'GET /dashboard/api/keys',
  listOwnSessions: 'GET /dashboard/api/sessions',
  listPasskeys: 'GET /dashboard/api/passkeys',
  listPayments: 'GET /dashboard/api/payments',
  listPayoutAddress: 'POST /dashboard/api/payout-addresses',
  listPayoutAddresses: 'GET /dashboard/api/payout-addresses',
  listPayoutBatchLines: 'GET /dashboard/api/payout-batches/{batch}/lines',
  listPayoutBatches: 'GET /dashboard/api/payout-batches',
  listPayouts: 'GET /dashboard/api/payouts',
  listPeople: 'GET /dashboard/api/people',
  listRequests: 'GET /dashboard/api/requests',
  listSettlements: 'GET /dashboard/api/settlements',
  listTransactions: 'GET /api/transactions',
  lookAtLink: 'POST /dashboard/api/links/look',
  makePayout: 'POST /dashboard/api/payouts',
  paySettlement: 'POST /dashboard/api/settlements/{settlement}/payment',
  proveSecondFactor: 'POST /dashboard/api/second-factor/proof',
  quotePayout: 'POST /dashboard/api/payout-quotes',
  readEvent: 'GET /api/events/{id}',
  readFirstSteps: 'GET /dashboard/api/first-steps',
  readLatestReplay: 'GET /dashboard/api/replays/latest',
  readMe: 'GET /dashboard/api/me',
  readPayment: 'GET /dashboard/api/payments/{payment}',
  readPayout: 'GET /dashboard/api/payouts/{payout}',
  readPayoutBatch: 'GET /dashboard/api/payout-batches/{batch}',
  readPayoutLimits: 'GET /dashboard/api/payout-limits',
  readReplay: 'GET /api/events/replays/{id}',
  readSettings: 'GET /dashboard/api/settings',
  readTransaction: 'GET /api/transactions/{reference}',
  readWebhook: 'GET /dashboard/api/webhook',
  redeliverEvent: 'POST /api/events/{id}/redeliver',
  refundCryptoOrder: 'POST /payment/{order}/refunds',
  refundTransaction: 'POST /api/transactions/{reference}/refunds',
  refuseSettlement: 'POST /dashboard/api/settlements/{settlement}/refusal',
  reissueLinkOnPage: 'POST /dashboard/api/payouts/{payout}/link',
  rejectPayout: 'POST /dashboard/api/payouts/{payout}/rejection',
  removeLogo: 'DELETE /dashboard/api/settings/logo',
  removePasskey: 'DELETE /dashboard/api/passkeys/{passkey}',
  removeSecondFactor: 'POST /dashboard/api/second-factor/removal',
  replayEvents: 'POST /api/events/replays',
  requestSettlement: 'POST /dashboard/api/settlements',
  revokeKey: 'DELETE /dashboard/api/keys/{key}',
  revokeSessions: 'DELETE /dashboard/api/people/{person}/sessions',
  rotateKeys: 'POST /dashboard/api/keys/rotation',
  rotateWebhookSecret: 'POST /dashboard/api/webhook/secret',
  sendTestEvent: 'POST /api/webhooks/test',
  setPayoutLimits: 'PUT /dashboard/api/payout-limits',
  signIn: 'POST /dashboard/api/session',
  signInByPasskey: 'POST /dashboard/api/session/passkey',
  signOut: 'DELETE /dashboard/api/session',
  unlistPayoutAddress: 'POST /dashboard/api/payout-addresses/removal',
  useLink: 'POST /dashboard/api/links/use',
} as const;

export interface Operations {
  addPasskey: { input: { body: { step: string; answer: Record<string, unknown>; name: string } }; answer: null };
  approvePayout: { input: { path: { payout: string }; body: { code: string } }; answer: { id: string; merchant_id: string; kind: "payout" | "refund"; state: "collecting" | "review" | "on_its_way" | "paid" | "ended"; status: string; failure: string | null; waiting: string | null; amount: string; asset: string; crypto_amount: string; fee: string; email: string; reference: string | null; description: string | null; network: string | null; wallet: string | null; made_by: string | null; created_at: string; opens_until: string; approvals_needed: number; approvals: ({ person: string; at: string; counts: boolean })[]; can_approve: boolean; can_cancel: boolean; can_reissue: boolean; timeline: ({ at: string; kind: "created" | "wallet" | "sent" | "event" | "delivery" | "person"; outcome: string; subject: string | null; url: string | null })[] } };
  askForPasskey: { input: {  }; answer: { step: string; options: Record<string, unknown> } };
  askForReset: { input: { body: { email: string } }; answer: null };
  beginPasskey: { input: { body: { password: string } }; answer: { step: string; options: Record<string, unknown> } };
  beginSecondFactor: { input: { body: { password: string } }; answer: { uri: string; backup_codes: (string)[] } };
  cancelPayoutOnPage: { input: { path: { payout: string }; body: { note: string } }; answer: { id: string; merchant_id: string; kind: "payout" | "refund"; state: "collecting" | "review" | "on_its_way" | "paid" | "ended"; status: string; failure: string | null; waiting: string | null; amount: string; asset: string; crypto_amount: string; fee: string; email: string; reference: string | null; description: string | null; network: string | null; wallet: string | null; made_by: string | null; created_at: string; opens_until: string; approvals_needed: number; approvals: ({ person: string; at: string; counts: boolean })[]; can_approve: boolean; can_cancel: boolean; can_reissue: boolean; timeline: ({ at: string; kind: "created" | "wallet" | "sent" | "event" | "delivery" | "person"; outcome: string; subject: string | null; url: string | null })[] } };
  cancelReplay: { input: { path: { id: string } }; answer: { id: string; status: "running" | "finished" | "canceled"; filter: { delivery_status?: "pending" | "delivered" | "undeliverable" | "no_endpoint" | undefined; status?: "approved" | "declined" | "canceled" | "expired" | "partially_refunded" | "refunded" | "charged_back" | "pending" | "success" | "failed" | "test" | undefined; reference?: string | undefined; created_from?: string | undefined; created_to?: string | undefined }; per_second: number; total: number; done: number; created_at: string } };
  cancelTransaction: { input: { path: { reference: string } }; answer: unknown };
  changeLogo: { input: { body: { content: string } }; answer: { name: string; contact_email: string; language: "es" | "pt" | "en"; receipts: boolean; return_url: string | null; support_email: string | null; support_url: string | null; terms_url: string | null; color: string | null; logo_url: string | null; methods: ({ code: string; category: string; on: boolean })[] } };
  changeRole: { input: { path: { person: string }; body: { role: string | null } }; answer: null };
  changeSettings: { input: { body: { contact_email?: string | undefined; language?: "es" | "pt" | "en" | undefined; receipts?: boolean | undefined; return_url?: string | null | undefined; support_email?: string | null | undefined; support_url?: string | null | undefined; terms_url?: string | null | undefined; color?: string | null | undefined; methods?: ({ code: string; on: boolean })[] | undefined } }; answer: { name: string; contact_email: string; language: "es" | "pt" | "en"; receipts: boolean; return_url: string | null; support_email: string | null; support_url: string | null; terms_url: string | null; color: string | null; logo_url: string | null; methods: ({ code: string; category: string; on: boolean })[] } };
  changeWebhookUrl: { input: { body: { url: string | null } }; answer: { url: string | null; previous_secret_until: string | null } };
  checkPayoutBatch: { input: { body: { name: string; asset: "USDT" | "USDC"; csv: string } }; answer: { faults: ({ line: number; kind: "email" | "amount" | "country" | "reference" | "description" | "amount_ambiguous" | "reference_twice" | "heading" | "empty" | "too_long" | "quote_inside" | "quote_open" | "quote_followed"; message: string })[]; batch: { id: string; name: string; state: "checked" | "making" | "finished"; made_by: string; asset: string; amount: string; lines: number; created_at: string; crypto_amount: string | null; fee: string | null; total: string | null; available: string; problems: ("payouts_off" | "method_off" | "no_rate" | "single_limit" | "daily_limit" | "monthly_limit" | "balance")[]; same_made_at: string | null } | null } };
  confirmPayoutBatch: { input: { path: { batch: string }; body: {  } }; answer: { id: string; name: string; state: "checked" | "making" | "finished"; made_by: string; asset: string; amount: string; lines: number; created_at: string; waiting: number; made: number; refused: number } };
  confirmSignIn: { input: { body: { code: string } }; answer: null };
  endOwnSession: { input: { path: { session: string } }; answer: null };
  exportPayments: { input: { query?: { search?: string | undefined; state?: "waiting" | "paid" | "unpaid" | "returned" | undefined; method?: "CARDS" | "USDT" | "USDC" | undefined; created_from?: string | undefined; created_to?: string | undefined } }; answer: Blob };
  invitePerson: { input: { body: { email: string; role: string } }; answer: null };
  issueKey: { input: { body: { name: string | null } }; answer: { id: string; key: string } };
  listEvents: { input: { query?: { delivery_status?: "pending" | "delivered" | "undeliverable" | "no_endpoint" | undefined; status?: "approved" | "declined" | "canceled" | "expired" | "partially_refunded" | "refunded" | "charged_back" | "pending" | "success" | "failed" | "test" | undefined; reference?: string | undefined; created_from?: string | undefined; created_to?: string | undefined; cursor?: string | undefined; limit?: string | undefined } }; answer: { events: ({ id: string; status: string; reference: string; created_at: string; payload: Record<string, unknown>; delivery: { status: "pending" | "delivered" | "undeliverable" | "no_endpoint"; failures: number; next_attempt_at: string | null }; attempts: ({ sent_at: string; url: string; request: { headers: Record<string, string> }; http_status: number | null; response: { headers: Record<string, string>; body_excerpt: string }; duration_ms: number; cause: string; explanation: string })[] })[]; next_cursor: string | null } };
  listKeys: { input: {  }; answer: { keys: ({ id: string; name: string | null; prefix: string; works: boolean; created_at: string; last_used_at: string | null; expires_at: string | null; revoked_at: string | null })[] } };
  listOwnSessions: { input: {  }; answer: { sessions: ({ id: string; user_agent: string | null; address: string | null; since: string; is_this: boolean })[] } };
  listPasskeys: { input: {  }; answer: { passkeys: ({ id: string; name: string; created_at: string; last_used_at: string | null })[] } };
  listPayments: { input: { query?: { search?: string | undefined; state?: "waiting" | "paid" | "unpaid" | "returned" | undefined; method?: "CARDS" | "USDT" | "USDC" | undefined; created_from?: string | undefined; created_to?: string | undefined; cursor?: string | undefined } }; answer: { payments: ({ id: string; kind: "charge" | "order"; state: "waiting" | "paid" | "unpaid" | "returned"; status: string; method: string; amount: string; currency: string; refunded: string; order_number: string | null; email: string | null; description: string | null; created_at: string })[]; next_cursor: string | null } };
  listPayoutAddress: { input: { body: { network: string; address: string; note: string; list: "allow" | "block" } }; answer: { is_new: boolean } };
  listPayoutAddresses: { input: {  }; answer: { addresses: ({ list: "allow" | "block"; network: string; address: string; note: string; for_all: boolean; created_at: string })[]; networks: ({ id: string; title: string })[] } };
  listPayoutBatchLines: { input: { path: { batch: string }; query?: { cursor?: string | undefined } }; answer: { lines: ({ line: number; payout: string | null; status: "waiting" | "made" | "refused"; refusal: string | null; explanation: string | null; email: string; amount: string; country: string; reference: string | null; description: string | null; url: string | null })[]; next_cursor: string | null } };
  listPayoutBatches: { input: { query?: { cursor?: string | undefined } }; answer: { batches: ({ id: string; name: string; state: "checked" | "making" | "finished"; made_by: string; asset: string; amount: string; lines: number; created_at: string })[]; next_cursor: string | null } };
  listPayouts: { input: { query?: { search?: string | undefined; state?: "collecting" | "review" | "on_its_way" | "paid" | "ended" | undefined; cursor?: string | undefined } }; answer: { payouts: ({ id: string; merchant_id: string; kind: "payout" | "refund"; state: "collecting" | "review" | "on_its_way" | "paid" | "ended"; status: string; failure: string | null; waiting: string | null; amount: string; asset: string; crypto_amount: string; fee: string; email: string; reference: string | null; description: string | null; network: string | null; wallet: string | null; made_by: string | null; created_at: string })[]; next_cursor: string | null } };
  listPeople: { input: {  }; answer: { people: ({ id: string; email: string; name: string; role: string; has_second_factor: boolean; sessions: number })[]; invitations: ({ email: string; role: string; invited_by: string; expires_at: string })[]; roles: (string)[] } };
  listRequests: { input: { query?: { outcome?: "refused" | "good" | undefined; cursor?: string | undefined } }; answer: { requests: ({ id: string; at: string; method: string; path: string; status: number; key_prefix: string | null; request_id: string | null; error: string | null; message: string | null; fields: ({ field: string; message: string })[]; duration_ms: number })[]; next_cursor: string | null } };
  listSettlements: { input: { query?: { cursor?: string | undefined } }; answer: { owed: ({ merchant_id: string; merchant_name: string; currency: string; available: string; settling: string })[]; settlements: ({ id: string; merchant_id: string; merchant_name: string; currency: string; amount: string; status: "requested" | "paid" | "refused"; destination: string; requested_by: string; requested_at: string; way: "bank" | "usdt" | null; reference: string | null; reason: string | null; decided_by: string | null; decided_at: string | null })[]; next_cursor: string | null } };
  listTransactions: { input: { query?: { status?: "open" | "approved" | "declined" | "canceled" | "expired" | "partially_refunded" | "refunded" | "charged_back" | undefined; customer_id?: string | undefined; order_number?: string | undefined; email?: string | undefined; transaction_hash?: string | undefined; card_last4?: string | undefined; reference?: string | undefined; created_from?: string | undefined; created_to?: string | undefined; cursor?: string | undefined; limit?: string | undefined } }; answer: { transactions: ({ reference: string; status: "open" | "approved" | "declined" | "canceled" | "expired" | "partially_refunded" | "refunded" | "charged_back"; method_code: string; country: string; amount: number; amount_exact: string; refunded: string; currency: string; description: string | null; customer_id: string | null; order_number: string | null; email: string | null; metadata: Record<string, string> | null; created_at: string; expires_at: string; decided_at: string | null; approved_at: string | null; refunded_at: string | null })[]; next_cursor: string | null } };
  lookAtLink: { input: { body: { link: string } }; answer: { kind: "invitation" | "reset"; email: string; place: string | null; role: string | null; has_account: boolean } };
  makePayout: { input: { body: { hash: string; asset: "USDT" | "USDC"; description?: string | undefined } }; answer: { id: string; url: string } };
  paySettlement: { input: { path: { settlement: string }; body: { way: "bank" | "usdt"; reference: string } }; answer: { id: string; merchant_id: string; merchant_name: string; currency: string; amount: string; status: "requested" | "paid" | "refused"; destination: string; requested_by: string; requested_at: string; way: "bank" | "usdt" | null; reference: string | null; reason: string | null; decided_by: string | null; decided_at: string | null } };
  proveSecondFactor: { input: { body: { code: string } }; answer: null };
  quotePayout: { input: { body: { email: string; amount: string; country: string; reference?: string | undefined; description?: string | undefined; asset: "USDT" | "USDC" } }; answer: { hash: string; amount: string; approvals_needed: number; crypto_amount: string | null; fee: string | null; total: string | null; available: string; problems: ("payouts_off" | "method_off" | "no_rate" | "single_limit" | "daily_limit" | "monthly_limit" | "balance")[] } };
  readEvent: { input: { path: { id: string } }; answer: { id: string; status: string; reference: string; created_at: string; payload: Record<string, unknown>; delivery: { status: "pending" | "delivered" | "undeliverable" | "no_endpoint"; failures: number; next_attempt_at: string | null }; attempts: ({ sent_at: string; url: string; request: { headers: Record<string, string> }; http_status: number | null; response: { headers: Record<string, string>; body_excerpt: string }; duration_ms: number; cause: string; explanation: string })[] } };
  readFirstSteps: { input: {  }; answer: { merchant_id: string; base_url: string; crypto_base_url: string; docs_url: string; methods: (string)[] } };
  readLatestReplay: { input: {  }; answer: { replay: { id: string; status: "running" | "finished" | "canceled"; filter: { delivery_status?: "pending" | "delivered" | "undeliverable" | "no_endpoint" | undefined; status?: "approved" | "declined" | "canceled" | "expired" | "partially_refunded" | "refunded" | "charged_back" | "pending" | "success" | "failed" | "test" | undefined; reference?: string | undefined; created_from?: string | undefined; created_to?: string | undefined }; per_second: number; total: number; done: number; created_at: string } | null } };
  readMe: { input: {  }; answer: { person: { id: string; email: string; name: string; language: "es" | "pt" | "en"; has_second_factor: boolean }; places: ({ merchant_id: string | null; name: string | null; role: string | null; permissions: (string)[] })[] } };
  readPayment: { input: { path: { payment: string } }; answer: { id: string; kind: "charge" | "order"; state: "waiting" | "paid" | "unpaid" | "returned"; status: string; method: string; amount: string; currency: string; refunded: string; order_number: string | null; email: string | null; description: string | null; created_at: string; can_cancel: boolean; refund: { way: "card" | "chain"; left: string | null } | null; timeline: ({ at: string; kind: "created" | "tried" | "transfer" | "refund" | "dispute" | "event" | "delivery" | "person"; outcome: string; subject: string | null; url: string | null })[] } };
  readPayout: { input: { path: { payout: string } }; answer: { id: string; merchant_id: string; kind: "payout" | "refund"; state: "collecting" | "review" | "on_its_way" | "paid" | "ended"; status: string; failure: string | null; waiting: string | null; amount: string; asset: string; crypto_amount: string; fee: string; email: string; reference: string | null; description: string | null; network: string | null; wallet: string | null; made_by: string | null; created_at: string; opens_until: string; approvals_needed: number; approvals: ({ person: string; at: string; counts: boolean })[]; can_approve: boolean; can_cancel: boolean; can_reissue: boolean; timeline: ({ at: string; kind: "created" | "wallet" | "sent" | "event" | "delivery" | "person"; outcome: string; subject: string | null; url: string | null })[] } };
  readPayoutBatch: { input: { path: { batch: string } }; answer: { id: string; name: string; state: "checked" | "making" | "finished"; made_by: string; asset: string; amount: string; lines: number; created_at: string; waiting: number; made: number; refused: number } };
  readPayoutLimits: { input: {  }; answer: { enabled: boolean; single: string | null; daily: string | null; monthly: string | null; auto_approve_up_to: string; fee_basis_points: number; used_today: string; used_this_month: string } };
  readReplay: { input: { path: { id: string } }; answer: { id: string; status: "running" | "finished" | "canceled"; filter: { delivery_status?: "pending" | "delivered" | "undeliverable" | "no_endpoint" | undefined; status?: "approved" | "declined" | "canceled" | "expired" | "partially_refunded" | "refunded" | "charged_back" | "pending" | "success" | "failed" | "test" | undefined; reference?: string | undefined; created_from?: string | undefined; created_to?: string | undefined }; per_second: number; total: number; done: number; created_at: string } };
  readSettings: { input: {  }; answer: { name: string; contact_email: string; language: "es" | "pt" | "en"; receipts: boolean; return_url: string | null; support_email: string | null; support_url: string | null; terms_url: string | null; color: string | null; logo_url: string | null; methods: ({ code: string; category: string; on: boolean })[] } };
  readTransaction: { input: { path: { reference: string } }; answer: unknown };
  readWebhook: { input: {  }; answer: { url: string | null; previous_secret_until: string | null } };
  redeliverEvent: { input: { path: { id: string } }; answer: { id: string; status: string; reference: string; created_at: string; payload: Record<string, unknown>; delivery: { status: "pending" | "delivered" | "undeliverable" | "no_endpoint"; failures: number; next_attempt_at: string | null }; attempts: ({ sent_at: string; url: string; request: { headers: Record<string, string> }; http_status: number | null; response: { headers: Record<string, string>; body_excerpt: string }; duration_ms: number; cause: string; explanation: string })[] } };
  refundCryptoOrder: { input: { path: { order: string }; body: { amount?: string | undefined; note?: string | undefined } }; answer: { status: true; message: string; refund: { id: string; refundOf: string; status: "open" | "review" | "queued" | "sending" | "pending" | "success" | "failed"; amount: string; currency: string; network: string | null; walletAddress: string | null; failure: string | null; waiting: string | null; opensUntil: string; createdAt: string; transactions: ({ transactionHash: string; amount: string; orphaned: boolean })[] } } };
  refundTransaction: { input: { path: { reference: string }; body: { amount?: number | undefined } }; answer: { id: string; reference: string; amount: number; currency: string; status: "pending" | "succeeded" | "failed"; failure: string | null; created_at: string } };
  refuseSettlement: { input: { path: { settlement: string }; body: { reason: string } }; answer: { id: string; merchant_id: string; merchant_name: string; currency: string; amount: string; status: "requested" | "paid" | "refused"; destination: string; requested_by: string; requested_at: string; way: "bank" | "usdt" | null; reference: string | null; reason: string | null; decided_by: string | null; decided_at: string | null } };
  reissueLinkOnPage: { input: { path: { payout: string }; body: {  } }; answer: { url: string } };
  rejectPayout: { input: { path: { payout: string }; body: { note: string } }; answer: { id: string; merchant_id: string; kind: "payout" | "refund"; state: "collecting" | "review" | "on_its_way" | "paid" | "ended"; status: string; failure: string | null; waiting: string | null; amount: string; asset: string; crypto_amount: string; fee: string; email: string; reference: string | null; description: string | null; network: string | null; wallet: string | null; made_by: string | null; created_at: string; opens_until: string; approvals_needed: number; approvals: ({ person: string; at: string; counts: boolean })[]; can_approve: boolean; can_cancel: boolean; can_reissue: boolean; timeline: ({ at: string; kind: "created" | "wallet" | "sent" | "event" | "delivery" | "person"; outcome: string; subject: string | null; url: string | null })[] } };
  removeLogo: { input: {  }; answer: { name: string; contact_email: string; language: "es" | "pt" | "en"; receipts: boolean; return_url: string | null; support_email: string | null; support_url: string | null; terms_url: string | null; color: string | null; logo_url: string | null; methods: ({ code: string; category: string; on: boolean })[] } };
  removePasskey: { input: { path: { passkey: string } }; answer: null };
  removeSecondFactor: { input: { body: { password: string } }; answer: null };
  replayEvents: { input: { body: { delivery_status?: "pending" | "delivered" | "undeliverable" | "no_endpoint" | undefined; status?: "approved" | "declined" | "canceled" | "expired" | "partially_refunded" | "refunded" | "charged_back" | "pending" | "success" | "failed" | "test" | undefined; reference?: string | undefined; created_from?: string | undefined; created_to?: string | undefined; dry_run?: boolean | undefined; expected_count?: number | undefined; per_second?: number | undefined } }; answer: { count: number; replay: { id: string; status: "running" | "finished" | "canceled"; filter: { delivery_status?: "pending" | "delivered" | "undeliverable" | "no_endpoint" | undefined; status?: "approved" | "declined" | "canceled" | "expired" | "partially_refunded" | "refunded" | "charged_back" | "pending" | "success" | "failed" | "test" | undefined; reference?: string | undefined; created_from?: string | undefined; created_to?: string | undefined }; per_second: number; total: number; done: number; created_at: string } | null } };
  requestSettlement: { input: { body: { currency: string; amount: string; destination: string } }; answer: { id: string; merchant_id: string; merchant_name: string; currency: string; amount: string; status: "requested" | "paid" | "refused"; destination: string; requested_by: string; requested_at: string; way: "bank" | "usdt" | null; reference: string | null; reason: string | null; decided_by: string | null; decided_at: string | null } };
  revokeKey: { input: { path: { key: string } }; answer: null };
  revokeSessions: { input: { path: { person: string } }; answer: { ended: number } };
  rotateKeys: { input: { body: { name: string | null; overlap_seconds: number } }; answer: { id: string; key: string; previous: ({ id: string; expires_at: string })[] } };
  rotateWebhookSecret: { input: { body: { overlap_hours: number } }; answer: { secret: string } };
  sendTestEvent: { input: { body: { url?: string | undefined; kind?: "approved" | "declined" | "canceled" | "expired" | "partially_refunded" | "refunded" | "charged_back" | "pending" | "success" | "failed" | undefined } }; answer: { event_id: string } };
  setPayoutLimits: { input: { body: { enabled?: boolean | undefined; single?: string | null | undefined; daily?: string | null | undefined; monthly?: string | null | undefined; auto_approve_up_to?: string | undefined; fee_basis_points?: number | undefined } }; answer: { enabled: boolean; single: string | null; daily: string | null; monthly: string | null; auto_approve_up_to: string; fee_basis_points: number; used_today: string; used_this_month: string } };
  signIn: { input: { body: { email: string; password: string } }; answer: { needs_second_factor: boolean } };
  signInByPasskey: { input: { body: { step: string; answer: Record<string, unknown> } }; answer: null };
  signOut: { input: {  }; answer: null };
  unlistPayoutAddress: { input: { body: { network: string; address: string; note: string } }; answer: null };
  useLink: { input: { body: { link: string; name?: string | undefined; password?: string | undefined } }; answer: null };
}
