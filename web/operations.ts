// Made from the published description by test/contract/openapi.test.ts: run it with -u.

export const addresses = {
  addPasskey: 'POST /dashboard/api/passkeys',
  askForCustodyCheck: 'POST /dashboard/api/networks/{network}/custody-checks',
  askForPasskey: 'POST /dashboard/api/session/passkey-options',
  askForReset: 'POST /dashboard/api/password-resets',
  beginPasskey: 'POST /dashboard/api/passkeys/options',
  beginSecondFactor: 'POST /dashboard/api/second-factor',
  cancelReplay: 'POST /api/events/replays/{id}/cancel',
  cancelSweep: 'POST /dashboard/api/sweeps/{sweep}/cancel',
  cancelTransaction: 'POST /api/transactions/{reference}/cancel',
  changeLogo: 'PUT /dashboard/api/settings/logo',
  changeOperatedMerchant: 'PUT /dashboard/api/merchants/{merchant}',
  changeRole: 'PUT /dashboard/api/people/{person}/role',
  changeSettings: 'PUT /dashboard/api/settings',
  changeWebhookUrl: 'PUT /dashboard/api/webhook',
  confirmSignIn: 'POST /dashboard/api/session/second-factor',
  downloadStatement: 'GET /dashboard/api/statements/{month}/pdf',
  createMerchant: 'POST /dashboard/api/merchants',
  enableMerchant: 'PUT /dashboard/api/merchants/{merchant}/state',
  endOwnSession: 'DELETE /dashboard/api/sessions/{session}',
  exportMovements: 'GET /dashboard/api/movements.csv',
  exportPayments: 'GET /dashboard/api/payments.csv',
  exportReport: 'GET /dashboard/api/report.csv',
  invitePerson: 'POST /dashboard/api/people',
  issueKey: 'POST /dashboard/api/keys',
  listAlarms: 'GET /dashboard/api/alarms',
  listAudit: 'GET /dashboard/api/audit',
  listEvents: 'GET /api/events',
  listKeys: 'GET /dashboard/api/keys',
  listMovements: 'GET /dashboard/api/movements',
  listMerchants: 'GET /dashboard/api/merchants',
  listNetworks: 'GET /dashboard/api/networks',
  listOwnSessions: 'GET /dashboard/api/sessions',
  listPasskeys: 'GET /dashboard/api/passkeys',
  listPauses: 'GET /dashboard/api/pauses',
  listPayments: 'GET /dashboard/api/payments',
  listPeople: 'GET /dashboard/api/people',
  listProcessors: 'GET /dashboard/api/processors',
  listRequests: 'GET /dashboard/api/requests',
  listRuns: 'GET /dashboard/api/runs',
  listSettlements: 'GET /dashboard/api/settlements',
  listSweeps: 'GET /dashboard/api/sweeps',
  listTransactions: 'GET /api/transactions',
  lookAtLink: 'POST /dashboard/api/links/look',
  pausePayouts: 'POST /dashboard/api/pauses',
  paySettlement: 'POST /dashboard/api/settlements/{settlement}/payment',
  proveSecondFactor: 'POST /dashboard/api/second-factor/proof',
  readBalances: 'GET /dashboard/api/balances',
  readEvent: 'GET /api/events/{id}',
  readFirstSteps: 'GET /dashboard/api/first-steps',
  readLatestReplay: 'GET /dashboard/api/replays/latest',
  readMe: 'GET /dashboard/api/me',
  readOverview: 'GET /dashboard/api/overview',
  readOperatedMerchant: 'GET /dashboard/api/merchants/{merchant}',
  readOperations: 'GET /dashboard/api/operations',
  readPayment: 'GET /dashboard/api/payments/{payment}',
  readReplay: 'GET /api/events/replays/{id}',
  readRevenue: 'GET /dashboard/api/revenue',
  readRun: 'GET /dashboard/api/runs/{run}',
  readSettings: 'GET /dashboard/api/settings',
  readStatement: 'GET /dashboard/api/statements/{month}',
  readTransaction: 'GET /api/transactions/{reference}',
  readWebhook: 'GET /dashboard/api/webhook',
  redeliverEvent: 'POST /api/events/{id}/redeliver',
  refundCryptoOrder: 'POST /payment/{order}/refunds',
  refundTransaction: 'POST /api/transactions/{reference}/refunds',
  refuseSettlement: 'POST /dashboard/api/settlements/{settlement}/refusal',
  removeLogo: 'DELETE /dashboard/api/settings/logo',
  removePasskey: 'DELETE /dashboard/api/passkeys/{passkey}',
  removeSecondFactor: 'POST /dashboard/api/second-factor/removal',
  replayEvents: 'POST /api/events/replays',
  requestSettlement: 'POST /dashboard/api/settlements',
  resumePayouts: 'POST /dashboard/api/pauses/end',
  revokeKey: 'DELETE /dashboard/api/keys/{key}',
  revokeSessions: 'DELETE /dashboard/api/people/{person}/sessions',
  rotateKeys: 'POST /dashboard/api/keys/rotation',
  rotateWebhookSecret: 'POST /dashboard/api/webhook/secret',
  sendTestEvent: 'POST /api/webhooks/test',
  setCardRoutes: 'PUT /dashboard/api/card-routes',
  setMerchantRoutes: 'PUT /dashboard/api/merchants/{merchant}/card-routes',
  signIn: 'POST /dashboard/api/session',
  signInByPasskey: 'POST /dashboard/api/session/passkey',
  signOut: 'DELETE /dashboard/api/session',
  startRun: 'POST /dashboard/api/runs',
  useLink: 'POST /dashboard/api/links/use',
} as const;

export interface Operations {
  addPasskey: { input: { body: { step: string; answer: Record<string, unknown>; name: string } }; answer: null };
  askForCustodyCheck: { input: { path: { network: string } }; answer: null };
  askForPasskey: { input: {  }; answer: { step: string; options: Record<string, unknown> } };
  askForReset: { input: { body: { email: string } }; answer: null };
  beginPasskey: { input: { body: { password: string } }; answer: { step: string; options: Record<string, unknown> } };
  beginSecondFactor: { input: { body: { password: string } }; answer: { uri: string; backup_codes: (string)[] } };
  cancelReplay: { input: { path: { id: string } }; answer: { id: string; status: "running" | "finished" | "canceled"; filter: { delivery_status?: "pending" | "delivered" | "undeliverable" | "no_endpoint" | undefined; status?: "approved" | "declined" | "canceled" | "expired" | "partially_refunded" | "refunded" | "charged_back" | "pending" | "success" | "failed" | "test" | undefined; reference?: string | undefined; created_from?: string | undefined; created_to?: string | undefined }; per_second: number; total: number; done: number; created_at: string } };
  cancelSweep: { input: { path: { sweep: string }; body: { note: string } }; answer: null };
  cancelTransaction: { input: { path: { reference: string } }; answer: unknown };
  changeLogo: { input: { body: { content: string } }; answer: { name: string; contact_email: string; language: "es" | "pt" | "en"; receipts: boolean; return_url: string | null; support_email: string | null; support_url: string | null; terms_url: string | null; color: string | null; logo_url: string | null; methods: ({ code: string; category: string; on: boolean })[] } };
  changeOperatedMerchant: { input: { path: { merchant: string }; body: { name?: string | undefined; contact_email?: string | undefined; language?: string | undefined; card_fee_basis_points?: number | undefined; crypto_fee_basis_points?: number | undefined; payout_fee_basis_points?: number | undefined; payouts_enabled?: boolean | undefined; payout_single_limit?: string | null | undefined; payout_daily_limit?: string | null | undefined; payout_monthly_limit?: string | null | undefined; payout_auto_approve_up_to?: string | undefined; requests_per_ten_seconds?: number | null | undefined } }; answer: { id: string; name: string; contact_email: string; language: string; enabled: boolean; card_fee_basis_points: number; crypto_fee_basis_points: number; payout_fee_basis_points: number; payouts_enabled: boolean; payout_single_limit: string | null; payout_daily_limit: string | null; payout_monthly_limit: string | null; payout_auto_approve_up_to: string; requests_per_ten_seconds: number | null; rules: ({ countries?: (string)[] | undefined; currencies?: (string)[] | undefined; brands?: (string)[] | undefined; min?: string | undefined; max?: string | undefined; use: ({ processor: string; share?: number | undefined })[] })[]; balances: ({ account: string; asset: string; balance: string })[] } };
  changeRole: { input: { path: { person: string }; body: { role: string | null } }; answer: null };
  changeSettings: { input: { body: { contact_email?: string | undefined; language?: "es" | "pt" | "en" | undefined; receipts?: boolean | undefined; return_url?: string | null | undefined; support_email?: string | null | undefined; support_url?: string | null | undefined; terms_url?: string | null | undefined; color?: string | null | undefined; methods?: ({ code: string; on: boolean })[] | undefined } }; answer: { name: string; contact_email: string; language: "es" | "pt" | "en"; receipts: boolean; return_url: string | null; support_email: string | null; support_url: string | null; terms_url: string | null; color: string | null; logo_url: string | null; methods: ({ code: string; category: string; on: boolean })[] } };
  changeWebhookUrl: { input: { body: { url: string | null } }; answer: { url: string | null; previous_secret_until: string | null } };
  confirmSignIn: { input: { body: { code: string } }; answer: null };
  downloadStatement: { input: { path: { month: string }; query?: { zone?: string | undefined } }; answer: Blob };
  createMerchant: { input: { body: { name: string; contact_email: string; language?: string | undefined } }; answer: { id: string; name: string; contact_email: string; language: string; enabled: boolean; card_fee_basis_points: number; crypto_fee_basis_points: number; payout_fee_basis_points: number; api_key: string; webhook_secret: string } };
  enableMerchant: { input: { path: { merchant: string }; body: { enabled: boolean } }; answer: { id: string; name: string; contact_email: string; language: string; enabled: boolean; card_fee_basis_points: number; crypto_fee_basis_points: number; payout_fee_basis_points: number; payouts_enabled: boolean; payout_single_limit: string | null; payout_daily_limit: string | null; payout_monthly_limit: string | null; payout_auto_approve_up_to: string; requests_per_ten_seconds: number | null; rules: ({ countries?: (string)[] | undefined; currencies?: (string)[] | undefined; brands?: (string)[] | undefined; min?: string | undefined; max?: string | undefined; use: ({ processor: string; share?: number | undefined })[] })[]; balances: ({ account: string; asset: string; balance: string })[] } };
  endOwnSession: { input: { path: { session: string } }; answer: null };
  exportMovements: { input: { query: { from: string; to: string; zone?: string | undefined; of: "available" | "reserved" | "settling" | "direct" | "undecided" | "returning" | "received" | "given_back" | "taken_back" | "paid_out" | "fees"; asset?: string | undefined } }; answer: Blob };
  exportPayments: { input: { query?: { search?: string | undefined; state?: "waiting" | "paid" | "unpaid" | "returned" | undefined; method?: "CARDS" | "USDT" | "USDC" | undefined; refusal?: "card_refused" | "insufficient_funds" | "card_expired" | "wrong_security_code" | "authentication_failed" | "authentication_abandoned" | "test_card_required" | "instalments_refused" | "left_page" | "not_processed" | undefined; created_from?: string | undefined; created_to?: string | undefined } }; answer: Blob };
  exportReport: { input: { query: { from: string; to: string; zone?: string | undefined; by: "day" | "month" } }; answer: Blob };
  invitePerson: { input: { body: { email: string; role: string } }; answer: null };
  issueKey: { input: { body: { name: string | null } }; answer: { id: string; key: string } };
  listAlarms: { input: {  }; answer: { alarms: ({ code: "restored" | "chain_lag" | "chain_gap" | "custody_gap" | "payouts_no_wallet" | "payouts_low_usdt" | "payouts_low_gas" | "payouts_fee_above_cap" | "payouts_would_fail" | "payouts_address_blocked" | "payouts_nonce_gap" | "payouts_signer_unavailable" | "payouts_node_unavailable" | "no_worker" | "no_watcher" | "chain_unled" | "attempts_unresolved" | "processor_failing" | "processor_notifications" | "processor_lines" | "orders_waiting" | "payouts_in_review" | "hot_wallet_low" | "gas_low" | "webhooks_late" | "mails_wait"; is_urgent: boolean; about: string | null; since: string | null; amount: string | null })[] } };
  listAudit: { input: { query?: { actor?: string | undefined; act?: string | undefined; subject?: string | undefined; from?: string | undefined; to?: string | undefined; cursor?: string | undefined } }; answer: { rows: ({ number: string; at: string; actor: string; act: string; subject: string; details: string })[]; next_cursor: string | null } };
  listEvents: { input: { query?: { delivery_status?: "pending" | "delivered" | "undeliverable" | "no_endpoint" | undefined; status?: "approved" | "declined" | "canceled" | "expired" | "partially_refunded" | "refunded" | "charged_back" | "pending" | "success" | "failed" | "test" | undefined; reference?: string | undefined; created_from?: string | undefined; created_to?: string | undefined; cursor?: string | undefined; limit?: string | undefined } }; answer: { events: ({ id: string; status: string; reference: string; created_at: string; payload: Record<string, unknown>; delivery: { status: "pending" | "delivered" | "undeliverable" | "no_endpoint"; failures: number; next_attempt_at: string | null }; attempts: ({ sent_at: string; url: string; request: { headers: Record<string, string> }; http_status: number | null; response: { headers: Record<string, string>; body_excerpt: string }; duration_ms: number; cause: string; explanation: string })[] })[]; next_cursor: string | null } };
  listKeys: { input: {  }; answer: { keys: ({ id: string; name: string | null; prefix: string; works: boolean; created_at: string; last_used_at: string | null; expires_at: string | null; revoked_at: string | null })[] } };
  listMovements: { input: { query: { from: string; to: string; zone?: string | undefined; of: "available" | "reserved" | "settling" | "direct" | "undecided" | "returning" | "received" | "given_back" | "taken_back" | "paid_out" | "fees"; asset?: string | undefined; cursor?: string | undefined } }; answer: { movements: ({ id: string; at: string; kind: string; payment: string | null; asset: string; amount: string })[]; next_cursor: string | null } };
  listOwnSessions: { input: {  }; answer: { sessions: ({ id: string; user_agent: string | null; address: string | null; since: string; is_this: boolean })[] } };
  listPasskeys: { input: {  }; answer: { passkeys: ({ id: string; name: string; created_at: string; last_used_at: string | null })[] } };
  listPayments: { input: { query?: { search?: string | undefined; state?: "waiting" | "paid" | "unpaid" | "returned" | undefined; method?: "CARDS" | "USDT" | "USDC" | undefined; refusal?: "card_refused" | "insufficient_funds" | "card_expired" | "wrong_security_code" | "authentication_failed" | "authentication_abandoned" | "test_card_required" | "instalments_refused" | "left_page" | "not_processed" | undefined; created_from?: string | undefined; created_to?: string | undefined; cursor?: string | undefined } }; answer: { payments: ({ id: string; kind: "charge" | "order"; state: "waiting" | "paid" | "unpaid" | "returned"; status: string; method: string; amount: string; currency: string; refunded: string; order_number: string | null; email: string | null; description: string | null; created_at: string })[]; next_cursor: string | null } };
  listMerchants: { input: { query?: { search?: string | undefined; cursor?: string | undefined } }; answer: { merchants: ({ id: string; name: string; contact_email: string; language: string; enabled: boolean; card_fee_basis_points: number; crypto_fee_basis_points: number; payout_fee_basis_points: number })[]; next_cursor: string | null } };
  listNetworks: { input: {  }; answer: { networks: ({ network: string; title: string; asset: string; block: string | null; lag_seconds: number | null; lag_limit_seconds: number; is_led: boolean; gaps: number; nodes: ({ host: string; is_well: boolean; fault: string | null })[]; wallets: ({ address: string; is_active: boolean; held: string | null; gas: string | null; coin: string })[]; custody: { deposits: string; hot: string; treasury: string; is_off: boolean; next_check_at: string | null } })[] } };
  listOwnSessions: { input: {  }; answer: { sessions: ({ id: string; user_agent: string | null; address: string | null; since: string; is_this: boolean })[] } };
  listPasskeys: { input: {  }; answer: { passkeys: ({ id: string; name: string; created_at: string; last_used_at: string | null })[] } };
  listPauses: { input: {  }; answer: { pauses: ({ scope: string; merchant_name: string | null; reason: string; paused_by: string; paused_at: string })[]; networks: ({ network: string; title: string; waiting: number })[] } };
  listPayments: { input: { query?: { search?: string | undefined; state?: "waiting" | "paid" | "unpaid" | "returned" | undefined; method?: "CARDS" | "USDT" | "USDC" | undefined; created_from?: string | undefined; created_to?: string | undefined; cursor?: string | undefined } }; answer: { payments: ({ id: string; kind: "charge" | "order"; state: "waiting" | "paid" | "unpaid" | "returned"; status: string; method: string; amount: string; currency: string; refunded: string; order_number: string | null; email: string | null; description: string | null; created_at: string })[]; next_cursor: string | null } };
  listPeople: { input: {  }; answer: { people: ({ id: string; email: string; name: string; role: string; has_second_factor: boolean; sessions: number })[]; invitations: ({ email: string; role: string; invited_by: string; expires_at: string })[]; roles: (string)[] } };
  listProcessors: { input: {  }; answer: { processors: ({ processor: string; order: number | null; kind: string | null; is_failing: boolean; last_outcome: string | null; last_at: string | null; unresolved: number; notifications_waiting: number; has_lines: boolean; read_until: string | null; failure: string | null; merchants: number })[]; rules: ({ countries?: (string)[] | undefined; currencies?: (string)[] | undefined; brands?: (string)[] | undefined; min?: string | undefined; max?: string | undefined; use: ({ processor: string; share?: number | undefined })[] })[] } };
  listRequests: { input: { query?: { outcome?: "refused" | "good" | undefined; cursor?: string | undefined } }; answer: { requests: ({ id: string; at: string; method: string; path: string; status: number; key_prefix: string | null; request_id: string | null; error: string | null; message: string | null; fields: ({ field: string; message: string })[]; duration_ms: number })[]; next_cursor: string | null } };
  listRuns: { input: { query?: { kind?: "ledger_check" | "audit_verification" | "reconciliation" | undefined } }; answer: { runs: ({ id: string; kind: "ledger_check" | "audit_verification" | "reconciliation"; status: "waiting" | "running" | "finished" | "broken_off"; started_by: string; created_at: string; ended_at: string | null; tries: number; done: number; total: number; step: string | null; found: number | null; failure: string | null; processor: string | null; merchant_id: string | null; from: string | null; to: string | null })[] } };
  listSettlements: { input: { query?: { cursor?: string | undefined } }; answer: { owed: ({ merchant_id: string; merchant_name: string; currency: string; available: string; settling: string })[]; settlements: ({ id: string; merchant_id: string; merchant_name: string; currency: string; amount: string; status: "requested" | "paid" | "refused"; destination: string; requested_by: string; requested_at: string; way: "bank" | "usdt" | null; reference: string | null; reason: string | null; decided_by: string | null; decided_at: string | null })[]; next_cursor: string | null } };
  listSweeps: { input: {  }; answer: { sweeps: ({ id: string; network: string; asset: string; place: "hot" | "treasury"; address: string; status: "planned" | "running" | "done"; planned_by: string; created_at: string; addresses: number; ended: number; planned: string; swept: string })[] } };
  listTransactions: { input: { query?: { status?: "open" | "approved" | "declined" | "canceled" | "expired" | "partially_refunded" | "refunded" | "charged_back" | undefined; customer_id?: string | undefined; order_number?: string | undefined; email?: string | undefined; transaction_hash?: string | undefined; card_last4?: string | undefined; reference?: string | undefined; created_from?: string | undefined; created_to?: string | undefined; cursor?: string | undefined; limit?: string | undefined } }; answer: { transactions: ({ reference: string; status: "open" | "approved" | "declined" | "canceled" | "expired" | "partially_refunded" | "refunded" | "charged_back"; method_code: string; country: string; amount: number; amount_exact: string; refunded: string; currency: string; description: string | null; customer_id: string | null; order_number: string | null; email: string | null; metadata: Record<string, string> | null; created_at: string; expires_at: string; decided_at: string | null; approved_at: string | null; refunded_at: string | null })[]; next_cursor: string | null } };
  lookAtLink: { input: { body: { link: string } }; answer: { kind: "invitation" | "reset"; email: string; place: string | null; role: string | null; has_account: boolean } };
  pausePayouts: { input: { body: { scope: string; reason: string } }; answer: null };
  paySettlement: { input: { path: { settlement: string }; body: { way: "bank" | "usdt"; reference: string } }; answer: { id: string; merchant_id: string; merchant_name: string; currency: string; amount: string; status: "requested" | "paid" | "refused"; destination: string; requested_by: string; requested_at: string; way: "bank" | "usdt" | null; reference: string | null; reason: string | null; decided_by: string | null; decided_at: string | null } };
  proveSecondFactor: { input: { body: { code: string } }; answer: null };
  readBalances: { input: {  }; answer: { balances: ({ book: "available" | "reserved" | "settling" | "direct" | "undecided" | "returning"; asset: string; balance: string })[] } };
  readEvent: { input: { path: { id: string } }; answer: { id: string; status: string; reference: string; created_at: string; payload: Record<string, unknown>; delivery: { status: "pending" | "delivered" | "undeliverable" | "no_endpoint"; failures: number; next_attempt_at: string | null }; attempts: ({ sent_at: string; url: string; request: { headers: Record<string, string> }; http_status: number | null; response: { headers: Record<string, string>; body_excerpt: string }; duration_ms: number; cause: string; explanation: string })[] } };
  readFirstSteps: { input: {  }; answer: { merchant_id: string; base_url: string; crypto_base_url: string; docs_url: string; methods: (string)[] } };
  readLatestReplay: { input: {  }; answer: { replay: { id: string; status: "running" | "finished" | "canceled"; filter: { delivery_status?: "pending" | "delivered" | "undeliverable" | "no_endpoint" | undefined; status?: "approved" | "declined" | "canceled" | "expired" | "partially_refunded" | "refunded" | "charged_back" | "pending" | "success" | "failed" | "test" | undefined; reference?: string | undefined; created_from?: string | undefined; created_to?: string | undefined }; per_second: number; total: number; done: number; created_at: string } | null } };
  readMe: { input: {  }; answer: { person: { id: string; email: string; name: string; language: "es" | "pt" | "en"; has_second_factor: boolean }; places: ({ merchant_id: string | null; name: string | null; role: string | null; permissions: (string)[] })[] } };
  readOverview: { input: { query: { from: string; to: string; zone?: string | undefined } }; answer: { from: string; to: string; assets: ({ asset: string; received: { amount: string; count: number; before: string; count_before: number }; given_back: { amount: string; count: number; before: string; count_before: number }; taken_back: { amount: string; count: number; before: string; count_before: number }; paid_out: { amount: string; count: number; before: string; count_before: number }; fees: { amount: string; before: string } })[]; tries: { approved: number; refused: number; approved_before: number; refused_before: number; refusals: ({ reason: string; count: number })[] }; messages: { told: number; undeliverable: number }; days: ({ day: string; approved: number; refused: number; received: ({ asset: string; amount: string })[] })[]; balances: ({ book: "available" | "reserved" | "settling" | "direct" | "undecided" | "returning"; asset: string; balance: string })[] | null } };
  readOperatedMerchant: { input: { path: { merchant: string } }; answer: { id: string; name: string; contact_email: string; language: string; enabled: boolean; card_fee_basis_points: number; crypto_fee_basis_points: number; payout_fee_basis_points: number; payouts_enabled: boolean; payout_single_limit: string | null; payout_daily_limit: string | null; payout_monthly_limit: string | null; payout_auto_approve_up_to: string; requests_per_ten_seconds: number | null; rules: ({ countries?: (string)[] | undefined; currencies?: (string)[] | undefined; brands?: (string)[] | undefined; min?: string | undefined; max?: string | undefined; use: ({ processor: string; share?: number | undefined })[] })[]; balances: ({ account: string; asset: string; balance: string })[] } };
  readOperations: { input: {  }; answer: { queues: { deliveries_due: number; oldest_due_seconds: number; mails_waiting: number; orders_waiting: number; payouts_in_review: number; payouts_waiting: ({ network: string; reason: string; count: number })[]; oldest_unresolved_seconds: number }; processes: ({ id: string; host: string; pid: number; roles: (string)[]; started_at: string; seen_at: string })[] } };
  readPayment: { input: { path: { payment: string } }; answer: { id: string; kind: "charge" | "order"; state: "waiting" | "paid" | "unpaid" | "returned"; status: string; method: string; amount: string; currency: string; refunded: string; order_number: string | null; email: string | null; description: string | null; created_at: string; can_cancel: boolean; refund: { way: "card" | "chain"; left: string | null } | null; timeline: ({ at: string; kind: "created" | "tried" | "transfer" | "refund" | "dispute" | "event" | "delivery" | "person"; outcome: string; subject: string | null; url: string | null })[] } };
  readReplay: { input: { path: { id: string } }; answer: { id: string; status: "running" | "finished" | "canceled"; filter: { delivery_status?: "pending" | "delivered" | "undeliverable" | "no_endpoint" | undefined; status?: "approved" | "declined" | "canceled" | "expired" | "partially_refunded" | "refunded" | "charged_back" | "pending" | "success" | "failed" | "test" | undefined; reference?: string | undefined; created_from?: string | undefined; created_to?: string | undefined }; per_second: number; total: number; done: number; created_at: string } };
  readRevenue: { input: {  }; answer: { from: string; to: string; is_partial: boolean; moved: ({ asset: string; payments: number; volume: string; fees: string })[]; balances: ({ account: string; asset: string; balance: string })[] } };
  readRun: { input: { path: { run: string } }; answer: { id: string; kind: "ledger_check" | "audit_verification" | "reconciliation"; status: "waiting" | "running" | "finished" | "broken_off"; started_by: string; created_at: string; ended_at: string | null; tries: number; done: number; total: number; step: string | null; found: number | null; failure: string | null; processor: string | null; merchant_id: string | null; from: string | null; to: string | null; counts: ({ of: string; count: number })[]; digest: string | null; findings: ({ code: string; merchant_id: string | null; id: string | null; account: string | null; expected: string | null; found: string | null })[] } };
  readSettings: { input: {  }; answer: { name: string; contact_email: string; language: "es" | "pt" | "en"; receipts: boolean; return_url: string | null; support_email: string | null; support_url: string | null; terms_url: string | null; color: string | null; logo_url: string | null; methods: ({ code: string; category: string; on: boolean })[] } };
  readStatement: { input: { path: { month: string }; query?: { zone?: string | undefined } }; answer: { month: string; assets: ({ asset: string; opening: string; lines: { received: string; fees: string; given_back: string; taken_back: string; payouts: string; settlements: string; other: string }; closing: string })[] } };
  readTransaction: { input: { path: { reference: string } }; answer: unknown };
  readWebhook: { input: {  }; answer: { url: string | null; previous_secret_until: string | null } };
  redeliverEvent: { input: { path: { id: string } }; answer: { id: string; status: string; reference: string; created_at: string; payload: Record<string, unknown>; delivery: { status: "pending" | "delivered" | "undeliverable" | "no_endpoint"; failures: number; next_attempt_at: string | null }; attempts: ({ sent_at: string; url: string; request: { headers: Record<string, string> }; http_status: number | null; response: { headers: Record<string, string>; body_excerpt: string }; duration_ms: number; cause: string; explanation: string })[] } };
  refundCryptoOrder: { input: { path: { order: string }; body: { amount?: string | undefined; note?: string | undefined } }; answer: { status: true; message: string; refund: { id: string; refundOf: string; status: "open" | "review" | "queued" | "sending" | "pending" | "success" | "failed"; amount: string; currency: string; network: string | null; walletAddress: string | null; failure: string | null; waiting: string | null; opensUntil: string; createdAt: string; transactions: ({ transactionHash: string; amount: string; orphaned: boolean })[] } } };
  refundTransaction: { input: { path: { reference: string }; body: { amount?: number | undefined } }; answer: { id: string; reference: string; amount: number; currency: string; status: "pending" | "succeeded" | "failed"; failure: string | null; created_at: string } };
  refuseSettlement: { input: { path: { settlement: string }; body: { reason: string } }; answer: { id: string; merchant_id: string; merchant_name: string; currency: string; amount: string; status: "requested" | "paid" | "refused"; destination: string; requested_by: string; requested_at: string; way: "bank" | "usdt" | null; reference: string | null; reason: string | null; decided_by: string | null; decided_at: string | null } };
  removeLogo: { input: {  }; answer: { name: string; contact_email: string; language: "es" | "pt" | "en"; receipts: boolean; return_url: string | null; support_email: string | null; support_url: string | null; terms_url: string | null; color: string | null; logo_url: string | null; methods: ({ code: string; category: string; on: boolean })[] } };
  removePasskey: { input: { path: { passkey: string } }; answer: null };
  removeSecondFactor: { input: { body: { password: string } }; answer: null };
  replayEvents: { input: { body: { delivery_status?: "pending" | "delivered" | "undeliverable" | "no_endpoint" | undefined; status?: "approved" | "declined" | "canceled" | "expired" | "partially_refunded" | "refunded" | "charged_back" | "pending" | "success" | "failed" | "test" | undefined; reference?: string | undefined; created_from?: string | undefined; created_to?: string | undefined; dry_run?: boolean | undefined; expected_count?: number | undefined; per_second?: number | undefined } }; answer: { count: number; replay: { id: string; status: "running" | "finished" | "canceled"; filter: { delivery_status?: "pending" | "delivered" | "undeliverable" | "no_endpoint" | undefined; status?: "approved" | "declined" | "canceled" | "expired" | "partially_refunded" | "refunded" | "charged_back" | "pending" | "success" | "failed" | "test" | undefined; reference?: string | undefined; created_from?: string | undefined; created_to?: string | undefined }; per_second: number; total: number; done: number; created_at: string } | null } };
  requestSettlement: { input: { body: { currency: string; amount: string; destination: string } }; answer: { id: string; merchant_id: string; merchant_name: string; currency: string; amount: string; status: "requested" | "paid" | "refused"; destination: string; requested_by: string; requested_at: string; way: "bank" | "usdt" | null; reference: string | null; reason: string | null; decided_by: string | null; decided_at: string | null } };
  resumePayouts: { input: { body: { scope: string; reason: string } }; answer: null };
  revokeKey: { input: { path: { key: string } }; answer: null };
  revokeSessions: { input: { path: { person: string } }; answer: { ended: number } };
  rotateKeys: { input: { body: { name: string | null; overlap_seconds: number } }; answer: { id: string; key: string; previous: ({ id: string; expires_at: string })[] } };
  rotateWebhookSecret: { input: { body: { overlap_hours: number } }; answer: { secret: string } };
  sendTestEvent: { input: { body: { url?: string | undefined; kind?: "approved" | "declined" | "canceled" | "expired" | "partially_refunded" | "refunded" | "charged_back" | "pending" | "success" | "failed" | undefined } }; answer: { event_id: string } };
  setCardRoutes: { input: { body: { rules: ({  })[] } }; answer: { rules: ({ countries?: (string)[] | undefined; currencies?: (string)[] | undefined; brands?: (string)[] | undefined; min?: string | undefined; max?: string | undefined; use: ({ processor: string; share?: number | undefined })[] })[] } };
  setMerchantRoutes: { input: { path: { merchant: string }; body: { rules: ({  })[] } }; answer: { id: string; name: string; contact_email: string; language: string; enabled: boolean; card_fee_basis_points: number; crypto_fee_basis_points: number; payout_fee_basis_points: number; payouts_enabled: boolean; payout_single_limit: string | null; payout_daily_limit: string | null; payout_monthly_limit: string | null; payout_auto_approve_up_to: string; requests_per_ten_seconds: number | null; rules: ({ countries?: (string)[] | undefined; currencies?: (string)[] | undefined; brands?: (string)[] | undefined; min?: string | undefined; max?: string | undefined; use: ({ processor: string; share?: number | undefined })[] })[]; balances: ({ account: string; asset: string; balance: string })[] } };
  signIn: { input: { body: { email: string; password: string } }; answer: { needs_second_factor: boolean } };
  signInByPasskey: { input: { body: { step: string; answer: Record<string, unknown> } }; answer: null };
  signOut: { input: {  }; answer: null };
  startRun: { input: { body: { kind: "ledger_check" | "audit_verification" | "reconciliation"; processor?: string | undefined; merchant_id?: string | undefined; from?: string | undefined; to?: string | undefined } }; answer: { id: string; kind: "ledger_check" | "audit_verification" | "reconciliation"; status: "waiting" | "running" | "finished" | "broken_off"; started_by: string; created_at: string; ended_at: string | null; tries: number; done: number; total: number; step: string | null; found: number | null; failure: string | null; processor: string | null; merchant_id: string | null; from: string | null; to: string | null } };
  useLink: { input: { body: { link: string; name?: string | undefined; password?: string | undefined } }; answer: null };
}
