// Made from the published description by test/contract/openapi.test.ts: run it with -u.

export const addresses = {
  addPasskey: 'POST /dashboard/api/passkeys',
  askForPasskey: 'POST /dashboard/api/session/passkey-options',
  askForReset: 'POST /dashboard/api/password-resets',
  beginPasskey: 'POST /dashboard/api/passkeys/options',
  beginSecondFactor: 'POST /dashboard/api/second-factor',
  cancelReplay: 'POST /api/events/replays/{id}/cancel',
  cancelTransaction: 'POST /api/transactions/{reference}/cancel',
  changeLogo: 'PUT /dashboard/api/settings/logo',
  changeRole: 'PUT /dashboard/api/people/{person}/role',
  changeSettings: 'PUT /dashboard/api/settings',
  changeWebhookUrl: 'PUT /dashboard/api/webhook',
  closePaymentLink: 'POST /dashboard/api/payment-links/{link}/close',
  confirmSignIn: 'POST /dashboard/api/session/second-factor',
  createPaymentLink: 'POST /dashboard/api/payment-links',
  endOwnSession: 'DELETE /dashboard/api/sessions/{session}',
  exportPayments: 'GET /dashboard/api/payments.csv',
  invitePerson: 'POST /dashboard/api/people',
  issueKey: 'POST /dashboard/api/keys',
  listEvents: 'GET /api/events',
  listKeys: 'GET /dashboard/api/keys',
  listOwnSessions: 'GET /dashboard/api/sessions',
  listPasskeys: 'GET /dashboard/api/passkeys',
  listPaymentLinks: 'GET /dashboard/api/payment-links',
  listPayments: 'GET /dashboard/api/payments',
  listPaymentsOfLink: 'GET /dashboard/api/payment-links/{link}/payments',
  listPeople: 'GET /dashboard/api/people',
  listRequests: 'GET /dashboard/api/requests',
  listSettlements: 'GET /dashboard/api/settlements',
  listTransactions: 'GET /api/transactions',
  listViews: 'GET /dashboard/api/views',
  lookAtLink: 'POST /dashboard/api/links/look',
  paySettlement: 'POST /dashboard/api/settlements/{settlement}/payment',
  proveSecondFactor: 'POST /dashboard/api/second-factor/proof',
  readEvent: 'GET /api/events/{id}',
  readFirstSteps: 'GET /dashboard/api/first-steps',
  readLatestReplay: 'GET /dashboard/api/replays/latest',
  readMe: 'GET /dashboard/api/me',
  readPayment: 'GET /dashboard/api/payments/{payment}',
  readPaymentLink: 'GET /dashboard/api/payment-links/{link}',
  readReplay: 'GET /api/events/replays/{id}',
  readSettings: 'GET /dashboard/api/settings',
  readTransaction: 'GET /api/transactions/{reference}',
  readWebhook: 'GET /dashboard/api/webhook',
  redeliverEvent: 'POST /api/events/{id}/redeliver',
  refundCryptoOrder: 'POST /payment/{order}/refunds',
  refundTransaction: 'POST /api/transactions/{reference}/refunds',
  refuseSettlement: 'POST /dashboard/api/settlements/{settlement}/refusal',
  remindOfInvoice: 'POST /dashboard/api/payment-links/{link}/reminders',
  removeLogo: 'DELETE /dashboard/api/settings/logo',
  removePasskey: 'DELETE /dashboard/api/passkeys/{passkey}',
  removeSecondFactor: 'POST /dashboard/api/second-factor/removal',
  removeView: 'DELETE /dashboard/api/views/{view}',
  reopenPaymentLink: 'POST /dashboard/api/payment-links/{link}/reopen',
  replayEvents: 'POST /api/events/replays',
  requestSettlement: 'POST /dashboard/api/settlements',
  resolveCryptoOrder: 'POST /payment/{order}/resolve',
  revokeKey: 'DELETE /dashboard/api/keys/{key}',
  revokeSessions: 'DELETE /dashboard/api/people/{person}/sessions',
  rotateKeys: 'POST /dashboard/api/keys/rotation',
  rotateWebhookSecret: 'POST /dashboard/api/webhook/secret',
  saveView: 'POST /dashboard/api/views',
  sendReceipt: 'POST /dashboard/api/payments/{payment}/receipt',
  sendTestEvent: 'POST /api/webhooks/test',
  signIn: 'POST /dashboard/api/session',
  signInByPasskey: 'POST /dashboard/api/session/passkey',
  signOut: 'DELETE /dashboard/api/session',
  useLink: 'POST /dashboard/api/links/use',
} as const;

export interface Operations {
  addPasskey: { input: { body: { step: string; answer: Record<string, unknown>; name: string } }; answer: null };
  askForPasskey: { input: {  }; answer: { step: string; options: Record<string, unknown> } };
  askForReset: { input: { body: { email: string } }; answer: null };
  beginPasskey: { input: { body: { password: string } }; answer: { step: string; options: Record<string, unknown> } };
  beginSecondFactor: { input: { body: { password: string } }; answer: { uri: string; backup_codes: (string)[] } };
  cancelReplay: { input: { path: { id: string } }; answer: { id: string; status: "running" | "finished" | "canceled"; filter: { delivery_status?: "pending" | "delivered" | "undeliverable" | "no_endpoint" | undefined; status?: "approved" | "declined" | "canceled" | "expired" | "partially_refunded" | "refunded" | "charged_back" | "pending" | "success" | "failed" | "test" | undefined; reference?: string | undefined; created_from?: string | undefined; created_to?: string | undefined }; per_second: number; total: number; done: number; created_at: string } };
  cancelTransaction: { input: { path: { reference: string } }; answer: unknown };
  changeLogo: { input: { body: { content: string } }; answer: { name: string; contact_email: string; language: "es" | "pt" | "en"; receipts: boolean; return_url: string | null; support_email: string | null; support_url: string | null; terms_url: string | null; color: string | null; logo_url: string | null; methods: ({ code: string; category: string; on: boolean })[] } };
  changeRole: { input: { path: { person: string }; body: { role: string | null } }; answer: null };
  changeSettings: { input: { body: { contact_email?: string | undefined; language?: "es" | "pt" | "en" | undefined; receipts?: boolean | undefined; return_url?: string | null | undefined; support_email?: string | null | undefined; support_url?: string | null | undefined; terms_url?: string | null | undefined; color?: string | null | undefined; methods?: ({ code: string; on: boolean })[] | undefined } }; answer: { name: string; contact_email: string; language: "es" | "pt" | "en"; receipts: boolean; return_url: string | null; support_email: string | null; support_url: string | null; terms_url: string | null; color: string | null; logo_url: string | null; methods: ({ code: string; category: string; on: boolean })[] } };
  changeWebhookUrl: { input: { body: { url: string | null } }; answer: { url: string | null; previous_secret_until: string | null } };
  closePaymentLink: { input: { path: { link: string } }; answer: { id: string; kind: "link" | "invoice"; state: "open" | "paid" | "closed" | "expired"; is_overdue: boolean; number: string; title: string; url: string; amount: string | null; min_amount: string | null; max_amount: string | null; currency: string; country: string; methods: (string)[]; language: string | null; once: boolean; expires_at: string | null; customer_name: string | null; customer_email: string | null; due_on: string | null; created_by: string; created_at: string; lines: ({ text: string; quantity: string; price: string; total: string })[]; mailings: ({ kind: "invoice" | "invoice_reminder"; at: string; status: "queued" | "sent" | "rejected" | "dropped" })[]; remind_at: string | null } };
  confirmSignIn: { input: { body: { code: string } }; answer: null };
  createPaymentLink: { input: { body: { kind: "link" | "invoice"; title: string; number?: string | undefined; country: string; currency: string; amount?: string | undefined; min_amount?: string | undefined; max_amount?: string | undefined; methods: (string)[]; language?: "es" | "pt" | "en" | undefined; once?: boolean | undefined; expires_at?: string | undefined; customer_name?: string | undefined; customer_email?: string | undefined; due_on?: string | undefined; lines?: ({ text: string; quantity: string; price: string })[] | undefined; reminders?: boolean | undefined } }; answer: { id: string; kind: "link" | "invoice"; state: "open" | "paid" | "closed" | "expired"; is_overdue: boolean; number: string; title: string; url: string; amount: string | null; min_amount: string | null; max_amount: string | null; currency: string; country: string; methods: (string)[]; language: string | null; once: boolean; expires_at: string | null; customer_name: string | null; customer_email: string | null; due_on: string | null; created_by: string; created_at: string; lines: ({ text: string; quantity: string; price: string; total: string })[]; mailings: ({ kind: "invoice" | "invoice_reminder"; at: string; status: "queued" | "sent" | "rejected" | "dropped" })[]; remind_at: string | null } };
  endOwnSession: { input: { path: { session: string } }; answer: null };
  exportPayments: { input: { query?: { search?: string | undefined; state?: "waiting" | "paid" | "unpaid" | "returned" | undefined; method?: "CARDS" | "USDT" | "USDC" | undefined; created_from?: string | undefined; created_to?: string | undefined } }; answer: Blob };
  invitePerson: { input: { body: { email: string; role: string } }; answer: null };
  issueKey: { input: { body: { name: string | null } }; answer: { id: string; key: string } };
  listEvents: { input: { query?: { delivery_status?: "pending" | "delivered" | "undeliverable" | "no_endpoint" | undefined; status?: "approved" | "declined" | "canceled" | "expired" | "partially_refunded" | "refunded" | "charged_back" | "pending" | "success" | "failed" | "test" | undefined; reference?: string | undefined; created_from?: string | undefined; created_to?: string | undefined; cursor?: string | undefined; limit?: string | undefined } }; answer: { events: ({ id: string; status: string; reference: string; created_at: string; payload: Record<string, unknown>; delivery: { status: "pending" | "delivered" | "undeliverable" | "no_endpoint"; failures: number; next_attempt_at: string | null }; attempts: ({ sent_at: string; url: string; request: { headers: Record<string, string> }; http_status: number | null; response: { headers: Record<string, string>; body_excerpt: string }; duration_ms: number; cause: string; explanation: string })[] })[]; next_cursor: string | null } };
  listKeys: { input: {  }; answer: { keys: ({ id: string; name: string | null; prefix: string; works: boolean; created_at: string; last_used_at: string | null; expires_at: string | null; revoked_at: string | null })[] } };
  listOwnSessions: { input: {  }; answer: { sessions: ({ id: string; user_agent: string | null; address: string | null; since: string; is_this: boolean })[] } };
  listPasskeys: { input: {  }; answer: { passkeys: ({ id: string; name: string; created_at: string; last_used_at: string | null })[] } };
  listPaymentLinks: { input: { query?: { kind?: "link" | "invoice" | undefined; search?: string | undefined; cursor?: string | undefined } }; answer: { links: ({ id: string; kind: "link" | "invoice"; state: "open" | "paid" | "closed" | "expired"; is_overdue: boolean; number: string; title: string; url: string; amount: string | null; min_amount: string | null; max_amount: string | null; currency: string; country: string; methods: (string)[]; language: string | null; once: boolean; expires_at: string | null; customer_name: string | null; customer_email: string | null; due_on: string | null; created_by: string; created_at: string })[]; next_cursor: string | null } };
  listPayments: { input: { query?: { search?: string | undefined; state?: "waiting" | "paid" | "unpaid" | "returned" | undefined; method?: "CARDS" | "USDT" | "USDC" | undefined; created_from?: string | undefined; created_to?: string | undefined; cursor?: string | undefined } }; answer: { payments: ({ id: string; kind: "charge" | "order"; state: "waiting" | "paid" | "unpaid" | "returned"; status: string; method: string; amount: string; currency: string; refunded: string; order_number: string | null; email: string | null; description: string | null; created_at: string })[]; next_cursor: string | null } };
  listPaymentsOfLink: { input: { path: { link: string }; query?: { cursor?: string | undefined } }; answer: { payments: ({ id: string; state: "waiting" | "paid" | "unpaid" | "returned"; status: string; method: string; amount: string; currency: string; email: string | null; created_at: string })[]; next_cursor: string | null } };
  listPeople: { input: {  }; answer: { people: ({ id: string; email: string; name: string; role: string; has_second_factor: boolean; sessions: number })[]; invitations: ({ email: string; role: string; invited_by: string; expires_at: string })[]; roles: (string)[] } };
  listRequests: { input: { query?: { outcome?: "refused" | "good" | undefined; cursor?: string | undefined } }; answer: { requests: ({ id: string; at: string; method: string; path: string; status: number; key_prefix: string | null; request_id: string | null; error: string | null; message: string | null; fields: ({ field: string; message: string })[]; duration_ms: number })[]; next_cursor: string | null } };
  listSettlements: { input: { query?: { cursor?: string | undefined } }; answer: { owed: ({ merchant_id: string; merchant_name: string; currency: string; available: string; settling: string })[]; settlements: ({ id: string; merchant_id: string; merchant_name: string; currency: string; amount: string; status: "requested" | "paid" | "refused"; destination: string; requested_by: string; requested_at: string; way: "bank" | "usdt" | null; reference: string | null; reason: string | null; decided_by: string | null; decided_at: string | null })[]; next_cursor: string | null } };
  listTransactions: { input: { query?: { status?: "open" | "approved" | "declined" | "canceled" | "expired" | "partially_refunded" | "refunded" | "charged_back" | undefined; customer_id?: string | undefined; order_number?: string | undefined; email?: string | undefined; transaction_hash?: string | undefined; card_last4?: string | undefined; reference?: string | undefined; created_from?: string | undefined; created_to?: string | undefined; cursor?: string | undefined; limit?: string | undefined } }; answer: { transactions: ({ reference: string; status: "open" | "approved" | "declined" | "canceled" | "expired" | "partially_refunded" | "refunded" | "charged_back"; method_code: string; country: string; amount: number; amount_exact: string; refunded: string; currency: string; description: string | null; customer_id: string | null; order_number: string | null; email: string | null; metadata: Record<string, string> | null; created_at: string; expires_at: string; decided_at: string | null; approved_at: string | null; refunded_at: string | null })[]; next_cursor: string | null } };
  listViews: { input: {  }; answer: { views: ({ id: string; name: string; search: string; state: "waiting" | "paid" | "unpaid" | "returned" | null })[] } };
  lookAtLink: { input: { body: { link: string } }; answer: { kind: "invitation" | "reset"; email: string; place: string | null; role: string | null; has_account: boolean } };
  paySettlement: { input: { path: { settlement: string }; body: { way: "bank" | "usdt"; reference: string } }; answer: { id: string; merchant_id: string; merchant_name: string; currency: string; amount: string; status: "requested" | "paid" | "refused"; destination: string; requested_by: string; requested_at: string; way: "bank" | "usdt" | null; reference: string | null; reason: string | null; decided_by: string | null; decided_at: string | null } };
  proveSecondFactor: { input: { body: { code: string } }; answer: null };
  readEvent: { input: { path: { id: string } }; answer: { id: string; status: string; reference: string; created_at: string; payload: Record<string, unknown>; delivery: { status: "pending" | "delivered" | "undeliverable" | "no_endpoint"; failures: number; next_attempt_at: string | null }; attempts: ({ sent_at: string; url: string; request: { headers: Record<string, string> }; http_status: number | null; response: { headers: Record<string, string>; body_excerpt: string }; duration_ms: number; cause: string; explanation: string })[] } };
  readFirstSteps: { input: {  }; answer: { merchant_id: string; base_url: string; crypto_base_url: string; docs_url: string; methods: (string)[] } };
  readLatestReplay: { input: {  }; answer: { replay: { id: string; status: "running" | "finished" | "canceled"; filter: { delivery_status?: "pending" | "delivered" | "undeliverable" | "no_endpoint" | undefined; status?: "approved" | "declined" | "canceled" | "expired" | "partially_refunded" | "refunded" | "charged_back" | "pending" | "success" | "failed" | "test" | undefined; reference?: string | undefined; created_from?: string | undefined; created_to?: string | undefined }; per_second: number; total: number; done: number; created_at: string } | null } };
  readMe: { input: {  }; answer: { person: { id: string; email: string; name: string; language: "es" | "pt" | "en"; has_second_factor: boolean }; places: ({ merchant_id: string | null; name: string | null; role: string | null; permissions: (string)[] })[] } };
  readPayment: { input: { path: { payment: string } }; answer: { id: string; kind: "charge" | "order"; state: "waiting" | "paid" | "unpaid" | "returned"; status: string; method: string; amount: string; currency: string; refunded: string; order_number: string | null; email: string | null; description: string | null; created_at: string; can_cancel: boolean; refund: { way: "card" | "chain"; left: string | null } | null; can_send_receipt: boolean; decision: { reasons: ("underpaid" | "overpaid" | "late" | "orphaned")[]; amount: string; asset: string } | null; timeline: ({ at: string; kind: "created" | "tried" | "transfer" | "refund" | "dispute" | "event" | "delivery" | "person"; outcome: string; amount: { value: string; unit: string } | null; subject: string | null; url: string | null })[] } };
  readPaymentLink: { input: { path: { link: string } }; answer: { id: string; kind: "link" | "invoice"; state: "open" | "paid" | "closed" | "expired"; is_overdue: boolean; number: string; title: string; url: string; amount: string | null; min_amount: string | null; max_amount: string | null; currency: string; country: string; methods: (string)[]; language: string | null; once: boolean; expires_at: string | null; customer_name: string | null; customer_email: string | null; due_on: string | null; created_by: string; created_at: string; lines: ({ text: string; quantity: string; price: string; total: string })[]; mailings: ({ kind: "invoice" | "invoice_reminder"; at: string; status: "queued" | "sent" | "rejected" | "dropped" })[]; remind_at: string | null } };
  readReplay: { input: { path: { id: string } }; answer: { id: string; status: "running" | "finished" | "canceled"; filter: { delivery_status?: "pending" | "delivered" | "undeliverable" | "no_endpoint" | undefined; status?: "approved" | "declined" | "canceled" | "expired" | "partially_refunded" | "refunded" | "charged_back" | "pending" | "success" | "failed" | "test" | undefined; reference?: string | undefined; created_from?: string | undefined; created_to?: string | undefined }; per_second: number; total: number; done: number; created_at: string } };
  readSettings: { input: {  }; answer: { name: string; contact_email: string; language: "es" | "pt" | "en"; receipts: boolean; return_url: string | null; support_email: string | null; support_url: string | null; terms_url: string | null; color: string | null; logo_url: string | null; methods: ({ code: string; category: string; on: boolean })[] } };
  readTransaction: { input: { path: { reference: string } }; answer: unknown };
  readWebhook: { input: {  }; answer: { url: string | null; previous_secret_until: string | null } };
  redeliverEvent: { input: { path: { id: string } }; answer: { id: string; status: string; reference: string; created_at: string; payload: Record<string, unknown>; delivery: { status: "pending" | "delivered" | "undeliverable" | "no_endpoint"; failures: number; next_attempt_at: string | null }; attempts: ({ sent_at: string; url: string; request: { headers: Record<string, string> }; http_status: number | null; response: { headers: Record<string, string>; body_excerpt: string }; duration_ms: number; cause: string; explanation: string })[] } };
  refundCryptoOrder: { input: { path: { order: string }; body: { amount?: string | undefined; note?: string | undefined } }; answer: { status: true; message: string; refund: { id: string; refundOf: string; status: "open" | "review" | "queued" | "sending" | "pending" | "success" | "failed"; amount: string; currency: string; network: string | null; walletAddress: string | null; failure: string | null; waiting: string | null; opensUntil: string; createdAt: string; transactions: ({ transactionHash: string; amount: string; orphaned: boolean })[] } } };
  refundTransaction: { input: { path: { reference: string }; body: { amount?: number | undefined } }; answer: { id: string; reference: string; amount: number; currency: string; status: "pending" | "succeeded" | "failed"; failure: string | null; created_at: string } };
  refuseSettlement: { input: { path: { settlement: string }; body: { reason: string } }; answer: { id: string; merchant_id: string; merchant_name: string; currency: string; amount: string; status: "requested" | "paid" | "refused"; destination: string; requested_by: string; requested_at: string; way: "bank" | "usdt" | null; reference: string | null; reason: string | null; decided_by: string | null; decided_at: string | null } };
  remindOfInvoice: { input: { path: { link: string } }; answer: { id: string; kind: "link" | "invoice"; state: "open" | "paid" | "closed" | "expired"; is_overdue: boolean; number: string; title: string; url: string; amount: string | null; min_amount: string | null; max_amount: string | null; currency: string; country: string; methods: (string)[]; language: string | null; once: boolean; expires_at: string | null; customer_name: string | null; customer_email: string | null; due_on: string | null; created_by: string; created_at: string; lines: ({ text: string; quantity: string; price: string; total: string })[]; mailings: ({ kind: "invoice" | "invoice_reminder"; at: string; status: "queued" | "sent" | "rejected" | "dropped" })[]; remind_at: string | null } };
  removeLogo: { input: {  }; answer: { name: string; contact_email: string; language: "es" | "pt" | "en"; receipts: boolean; return_url: string | null; support_email: string | null; support_url: string | null; terms_url: string | null; color: string | null; logo_url: string | null; methods: ({ code: string; category: string; on: boolean })[] } };
  removePasskey: { input: { path: { passkey: string } }; answer: null };
  removeSecondFactor: { input: { body: { password: string } }; answer: null };
  removeView: { input: { path: { view: string } }; answer: { views: ({ id: string; name: string; search: string; state: "waiting" | "paid" | "unpaid" | "returned" | null })[] } };
  reopenPaymentLink: { input: { path: { link: string } }; answer: { id: string; kind: "link" | "invoice"; state: "open" | "paid" | "closed" | "expired"; is_overdue: boolean; number: string; title: string; url: string; amount: string | null; min_amount: string | null; max_amount: string | null; currency: string; country: string; methods: (string)[]; language: string | null; once: boolean; expires_at: string | null; customer_name: string | null; customer_email: string | null; due_on: string | null; created_by: string; created_at: string; lines: ({ text: string; quantity: string; price: string; total: string })[]; mailings: ({ kind: "invoice" | "invoice_reminder"; at: string; status: "queued" | "sent" | "rejected" | "dropped" })[]; remind_at: string | null } };
  replayEvents: { input: { body: { delivery_status?: "pending" | "delivered" | "undeliverable" | "no_endpoint" | undefined; status?: "approved" | "declined" | "canceled" | "expired" | "partially_refunded" | "refunded" | "charged_back" | "pending" | "success" | "failed" | "test" | undefined; reference?: string | undefined; created_from?: string | undefined; created_to?: string | undefined; dry_run?: boolean | undefined; expected_count?: number | undefined; per_second?: number | undefined } }; answer: { count: number; replay: { id: string; status: "running" | "finished" | "canceled"; filter: { delivery_status?: "pending" | "delivered" | "undeliverable" | "no_endpoint" | undefined; status?: "approved" | "declined" | "canceled" | "expired" | "partially_refunded" | "refunded" | "charged_back" | "pending" | "success" | "failed" | "test" | undefined; reference?: string | undefined; created_from?: string | undefined; created_to?: string | undefined }; per_second: number; total: number; done: number; created_at: string } | null } };
  requestSettlement: { input: { body: { currency: string; amount: string; destination: string } }; answer: { id: string; merchant_id: string; merchant_name: string; currency: string; amount: string; status: "requested" | "paid" | "refused"; destination: string; requested_by: string; requested_at: string; way: "bank" | "usdt" | null; reference: string | null; reason: string | null; decided_by: string | null; decided_at: string | null } };
  resolveCryptoOrder: { input: { path: { order: string }; body: { decision: "accept" | "refund"; note?: string | undefined } }; answer: { status: true; message: string; order: { id: string; type: "cashin" | "cashout" | null; status: "created" | "awaiting" | "open" | "review" | "queued" | "sending" | "pending" | "success" | "failed"; anomalies: (string)[]; amount: string; merchantIdCustom: string | null; currency: string | null; network: string | null; walletAddress: string | null; cryptoAmount: string | null; received?: string | undefined; resolution?: string | undefined; refunds?: ({ id: string; refundOf: string; status: "open" | "review" | "queued" | "sending" | "pending" | "success" | "failed"; amount: string; currency: string; network: string | null; walletAddress: string | null; failure: string | null; waiting: string | null; opensUntil: string; createdAt: string; transactions: ({ transactionHash: string; amount: string; orphaned: boolean })[] })[] | undefined; refundOf?: string | undefined; fee?: string | undefined; failure?: string | null | undefined; waiting?: string | null | undefined; codeRefused?: { email: string; at: string; answer: string } | undefined; linkRefused?: { email: string; at: string; answer: string } | undefined; transactions: ({ transactionHash: string; amount: string; orphaned: boolean; late?: boolean | undefined; dust?: boolean | undefined })[] } } };
  revokeKey: { input: { path: { key: string } }; answer: null };
  revokeSessions: { input: { path: { person: string } }; answer: { ended: number } };
  rotateKeys: { input: { body: { name: string | null; overlap_seconds: number } }; answer: { id: string; key: string; previous: ({ id: string; expires_at: string })[] } };
  rotateWebhookSecret: { input: { body: { overlap_hours: number } }; answer: { secret: string } };
  saveView: { input: { body: { name: string; search?: string | undefined; state?: "waiting" | "paid" | "unpaid" | "returned" | undefined } }; answer: { views: ({ id: string; name: string; search: string; state: "waiting" | "paid" | "unpaid" | "returned" | null })[] } };
  sendReceipt: { input: { path: { payment: string } }; answer: null };
  sendTestEvent: { input: { body: { url?: string | undefined; kind?: "approved" | "declined" | "canceled" | "expired" | "partially_refunded" | "refunded" | "charged_back" | "pending" | "success" | "failed" | undefined } }; answer: { event_id: string } };
  signIn: { input: { body: { email: string; password: string } }; answer: { needs_second_factor: boolean } };
  signInByPasskey: { input: { body: { step: string; answer: Record<string, unknown> } }; answer: null };
  signOut: { input: {  }; answer: null };
  useLink: { input: { body: { link: string; name?: string | undefined; password?: string | undefined } }; answer: null };
}
