// Made from the published description by test/contract/openapi.test.ts: run it with -u.

export const addresses = {
  askForReset: 'POST /dashboard/api/password-resets',
  beginSecondFactor: 'POST /dashboard/api/second-factor',
  cancelTransaction: 'POST /api/transactions/{reference}/cancel',
  changeRole: 'PUT /dashboard/api/people/{person}/role',
  confirmSignIn: 'POST /dashboard/api/session/second-factor',
  invitePerson: 'POST /dashboard/api/people',
  listPayments: 'GET /dashboard/api/payments',
  listPeople: 'GET /dashboard/api/people',
  listTransactions: 'GET /api/transactions',
  lookAtLink: 'POST /dashboard/api/links/look',
  proveSecondFactor: 'POST /dashboard/api/second-factor/proof',
  readMe: 'GET /dashboard/api/me',
  readPayment: 'GET /dashboard/api/payments/{payment}',
  readTransaction: 'GET /api/transactions/{reference}',
  refundCryptoOrder: 'POST /payment/{order}/refunds',
  refundTransaction: 'POST /api/transactions/{reference}/refunds',
  removeSecondFactor: 'POST /dashboard/api/second-factor/removal',
  revokeSessions: 'DELETE /dashboard/api/people/{person}/sessions',
  signIn: 'POST /dashboard/api/session',
  signOut: 'DELETE /dashboard/api/session',
  useLink: 'POST /dashboard/api/links/use',
} as const;

export interface Operations {
  askForReset: { input: { body: { email: string } }; answer: null };
  beginSecondFactor: { input: { body: { password: string } }; answer: { uri: string; backup_codes: (string)[] } };
  cancelTransaction: { input: { path: { reference: string } }; answer: unknown };
  changeRole: { input: { path: { person: string }; body: { role: string | null } }; answer: null };
  confirmSignIn: { input: { body: { code: string } }; answer: null };
  invitePerson: { input: { body: { email: string; role: string } }; answer: null };
  listPayments: { input: { query?: { search?: string | undefined; state?: "waiting" | "paid" | "unpaid" | "returned" | undefined; cursor?: string | undefined } }; answer: { payments: ({ id: string; kind: "charge" | "order"; state: "waiting" | "paid" | "unpaid" | "returned"; status: string; method: string; amount: string; currency: string; refunded: string; order_number: string | null; email: string | null; description: string | null; created_at: string })[]; next_cursor: string | null } };
  listPeople: { input: {  }; answer: { people: ({ id: string; email: string; name: string; role: string; has_second_factor: boolean; sessions: number })[]; invitations: ({ email: string; role: string; invited_by: string; expires_at: string })[]; roles: (string)[] } };
  listTransactions: { input: { query?: { status?: "open" | "approved" | "declined" | "canceled" | "expired" | "partially_refunded" | "refunded" | "charged_back" | undefined; customer_id?: string | undefined; order_number?: string | undefined; email?: string | undefined; transaction_hash?: string | undefined; card_last4?: string | undefined; reference?: string | undefined; created_from?: string | undefined; created_to?: string | undefined; cursor?: string | undefined; limit?: string | undefined } }; answer: { transactions: ({ reference: string; status: "open" | "approved" | "declined" | "canceled" | "expired" | "partially_refunded" | "refunded" | "charged_back"; method_code: string; country: string; amount: number; amount_exact: string; refunded: string; currency: string; description: string | null; customer_id: string | null; order_number: string | null; email: string | null; metadata: Record<string, string> | null; created_at: string; expires_at: string; decided_at: string | null; approved_at: string | null; refunded_at: string | null })[]; next_cursor: string | null } };
  lookAtLink: { input: { body: { link: string } }; answer: { kind: "invitation" | "reset"; email: string; place: string | null; role: string | null; has_account: boolean } };
  proveSecondFactor: { input: { body: { code: string } }; answer: null };
  readMe: { input: {  }; answer: { person: { id: string; email: string; name: string; language: "es" | "pt" | "en"; has_second_factor: boolean }; places: ({ merchant_id: string | null; name: string | null; role: string | null; permissions: (string)[] })[] } };
  readPayment: { input: { path: { payment: string } }; answer: { id: string; kind: "charge" | "order"; state: "waiting" | "paid" | "unpaid" | "returned"; status: string; method: string; amount: string; currency: string; refunded: string; order_number: string | null; email: string | null; description: string | null; created_at: string; can_cancel: boolean; refund: { way: "card" | "chain"; left: string | null } | null; timeline: ({ at: string; kind: "created" | "tried" | "transfer" | "refund" | "dispute" | "event" | "delivery" | "person"; outcome: string; subject: string | null; url: string | null })[] } };
  readTransaction: { input: { path: { reference: string } }; answer: unknown };
  refundCryptoOrder: { input: { path: { order: string }; body: { amount?: string | undefined; note?: string | undefined } }; answer: { status: true; message: string; refund: { id: string; refundOf: string; status: "open" | "review" | "queued" | "sending" | "pending" | "success" | "failed"; amount: string; currency: string; network: string | null; walletAddress: string | null; failure: string | null; waiting: string | null; opensUntil: string; createdAt: string; transactions: ({ transactionHash: string; amount: string; orphaned: boolean })[] } } };
  refundTransaction: { input: { path: { reference: string }; body: { amount?: number | undefined } }; answer: { id: string; reference: string; amount: number; currency: string; status: "pending" | "succeeded" | "failed"; failure: string | null; created_at: string } };
  removeSecondFactor: { input: { body: { password: string } }; answer: null };
  revokeSessions: { input: { path: { person: string } }; answer: { ended: number } };
  signIn: { input: { body: { email: string; password: string } }; answer: { needs_second_factor: boolean } };
  signOut: { input: {  }; answer: null };
  useLink: { input: { body: { link: string; name?: string | undefined; password?: string | undefined } }; answer: null };
}
