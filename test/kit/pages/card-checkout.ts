import type { Attempt, Charge } from '../../../src/payments/charges/charge.ts';
import type { Checkout } from '../../../src/surfaces/checkout/checkout.ts';

/** Charges for tests of the card page. */

export const chargeId = '0198f2a4-6c1e-7b3a-9d52-3f6c1a2b4d5e';
export const testTime = new Date('2026-11-15T15:04:05Z');

export function aCharge(change: Partial<Charge> = {}): Charge {
  return {
    merchantId: '0198f2a4-0000-7000-8000-000000000001',
    id: chargeId,
    status: 'open',
    method: 'CARDS',
    anyMethod: false,
    country: 'COL',
    amount: { amountMinor: 18_490_000n, currency: 'COP' },
    capture: 'automatic',
    capturedMinor: null,
    description: 'Zapatillas Andina, talla 42',
    customerId: 'c-77',
    email: 'ana@example.com',
    orderNumber: 'A-1042',
    metadata: null,
    statementDescriptor: null,
    language: null,
    notificationUrl: null,
    returnUrl: null,
    refusedCount: 0,
    refundedMinor: 0n,
    refundPendingMinor: 0n,
    createdAt: new Date(testTime.getTime() - 60_000),
    expiresAt: new Date(testTime.getTime() + 23 * 3_600_000),
    decidedAt: null,
    approvedAt: null,
    refundedAt: null,
    traceparent: null,
    ...change,
  };
}

function anAttempt(change: Partial<Attempt> = {}): Attempt {
  return {
    merchantId: '0198f2a4-0000-7000-8000-000000000001',
    id: '0198f2a4-7777-7b3a-9d52-000000000001',
    chargeId,
    status: 'approved',
    processor: 'sandbox',
    kind: 'direct',
    accountId: null,
    route: null,
    handle: null,
    processorReference: null,
    refusal: null,
    challengeUrl: null,
    method: 'CARDS',
    instructions: null,
    inquiries: 0,
    card: { brand: 'visa', first6: '424242', last4: '4242' },
    details: null,
    instalments: 1,
    createdAt: new Date(testTime.getTime() - 10_000),
    ...change,
  };
}

export function aCheckout(
  charge: Partial<Charge> = {},
  attempt: Partial<Attempt> | null = null,
  change: Partial<Checkout> = {},
): Checkout {
  return {
    charge: aCharge(charge),
    attempt: attempt && anAttempt(attempt),
    merchantName: 'Tienda Andina',
    supportEmail: null,
    termsUrl: null,
    brandColor: null,
    logoUrl: null,
    supportUrl: null,
    processorKind: 'direct',
    brands: ['visa', 'mastercard', 'amex', 'elo', 'naranja'],
    payerFields: [],
    banks: [],
    wallets: [],
    offered: [],
    linkToken: null,
    staysPayable: false,
    unexpected: [],
    instalments: [],
    ...change,
  };
}
