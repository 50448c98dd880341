import type { Claim } from '../../../src/crypto/payouts/claim/claim.ts';
import type { Payout } from '../../../src/crypto/payouts/store.ts';
import type { PayoutCheckout } from '../../../src/surfaces/checkout/payout/payout-checkout.ts';
import { ethereum, minutes, testTime, transactionHash, tron, tronAddress } from './crypto-checkout.ts';

/** Payouts for tests of the recipient's page. */

export { minutes, testTime, transactionHash, tronAddress };

const payoutId = '0198f2a4-6c1e-7b3a-9d52-3f6c1a2b4d5e';
export const token = 'Qh3mV0yN5tS8rK1xW7uE4pZ2cA9bD6fG-jL_oI8vT3Y';
export const recipientAddress = '0x52908400098527886e0f7030069857d2e4169ee7';

function aPayout(change: Partial<Payout> = {}): Payout {
  return {
    merchantId: '0198f2a4-0000-7000-8000-000000000001',
    id: payoutId,
    kind: 'payout',
    refundOf: null,
    refundReason: null,
    fromSuspense: false,
    status: 'open',
    failure: null,
    failureNote: null,
    waitReason: null,
    country: 'COL',
    origin: 'api',
    amountMinor: 18_488n,
    arrivedUnits: null,
    asset: 'USDT',
    email: 'ana@mail.example',
    merchantIdCustom: 'P-1042',
    metadata: null,
    description: 'Comisiones de octubre',
    opensUntil: minutes(24 * 60),
    amountUnits: 184_902_118n,
    feeUnits: 924_510n,
    rateScaled: 99_989_000n,
    rateAt: minutes(-2),
    rateSources: ['fixed'],
    madeBy: null,
    keyId: null,
    networks: null,
    summedMinor: null,
    network: null,
    address: null,
    confirmedAt: null,
    language: null,
    approvalsNeeded: 0,
    wallet: null,
    createdAt: minutes(-2),
    decidedAt: null,
    traceparent: null,
    ...change,
  };
}

/** A payout whose wallet is confirmed. */
export const confirmed = (change: Partial<Payout> = {}): Partial<Payout> => ({
  network: 'ERC20',
  address: recipientAddress,
  confirmedAt: minutes(-1),
  status: 'queued',
  ...change,
});

export function aClaim(change: Partial<Claim> = {}): Claim {
  return {
    merchantId: '0198f2a4-0000-7000-8000-000000000001',
    payoutId,
    network: 'ERC20',
    address: recipientAddress,
    isContract: false,
    codeHash: Buffer.alloc(32, 7),
    codeUntil: minutes(9),
    wrongCodes: 0,
    wrongCodesInAll: 0,
    codesSent: 1,
    lastCodeAt: minutes(-1),
    verifiedAt: null,
    language: 'es',
    refusedAt: null,
    refusal: null,
    ...change,
  };
}

export function aPayoutCheckout(
  payout: Partial<Payout> = {},
  change: Partial<PayoutCheckout> = {},
): PayoutCheckout {
  return {
    payout: aPayout(payout),
    merchantName: 'Tienda Andina',
    supportEmail: null,
    termsUrl: null,
    brandColor: null,
    logoUrl: null,
    supportUrl: null,
    codeRequired: true,
    claim: null,
    isProven: false,
    mailing: { kind: 'may' },
    networks: [ethereum, tron],
    transactionHash: null,
    confirmations: null,
    ...change,
  };
}
