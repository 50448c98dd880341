import { boundsOf, findMethodRule, type MerchantSettings } from '../../../accounts/merchants/merchant.ts';
import type { ChargeStatus } from '../../../payments/charges/charge.ts';
import { type PaymentLink, undisturbedMs, wasPaid } from '../payment-link.ts';

/** A charge that may pay, or has paid, a part of an invoice. */
export interface PartCharge {
  linkId: string;
  chargeId: string;
  status: ChargeStatus;
  amountMinor: bigint;
  /** It went back, and the merchant asked for it again. */
  isAskedAgain: boolean;
  clientAddressHash: Buffer;
  createdAt: Date;
}

/** How far an invoice in parts is paid at one moment. */
export interface Parts {
  paidMinor: bigint;
  /** Of charges that can still be paid. */
  heldMinor: bigint;
  /** Of what is paid: it went back, and was not asked for again. */
  wentBackMinor: bigint;
  /** What is not paid. */
  leftMinor: bigint;
  /** What is not paid, and nobody is paying. */
  freeMinor: bigint;
}

export const partStatuses = [
  'open',
  'authorized',
  'approved',
  'partially_refunded',
  'refunded',
  'charged_back',
] as const satisfies readonly ChargeStatus[];

/** Whether all of it went back, by a refund or a chargeback. */
export function wentBack(status: ChargeStatus): boolean {
  return status === 'refunded' || status === 'charged_back';
}

/** Money that went back still counts as paid until the merchant asks for it again: nobody is dunned by a refund. */
export function countsAsPaid({ status, isAskedAgain }: PartCharge): boolean {
  return wasPaid(status) && !(isAskedAgain && wentBack(status));
}

/** A charge holds its amount for as long as it may be paid; only its end without payment gives it free. */
export function isHeld({ status }: Pick<PartCharge, 'status'>): boolean {
  return status === 'open' || status === 'authorized';
}

export function countParts(totalMinor: bigint, charges: readonly PartCharge[]): Parts {
  const sum = (counts: (charge: PartCharge) => boolean): bigint =>
    charges.filter(counts).reduce((total, { amountMinor }) => total + amountMinor, 0n);
  const [paidMinor, heldMinor] = [sum(countsAsPaid), sum(isHeld)];
  // What was accepted although it came late may exceed the total.
  const notBelowZero = (minor: bigint): bigint => (minor > 0n ? minor : 0n);
  return {
    paidMinor,
    heldMinor,
    wentBackMinor: sum((charge) => countsAsPaid(charge) && wentBack(charge.status)),
    leftMinor: notBelowZero(totalMinor - paidMinor),
    freeMinor: notBelowZero(totalMinor - paidMinor - heldMinor),
  };
}

/** So many payments fit on an invoice's page and in its PDF. */
const mostParts = 50n;

/** The smallest part that can be paid: what one of its methods takes, and a fair share of the total. */
export function smallestPartMinor(
  { methods, country, currency, amountMinor }: PaymentLink,
  settings: MerchantSettings,
): bigint {
  const bounds = methods.flatMap((method) => {
    const rule = findMethodRule(settings, method, country, currency);
    return rule ? [boundsOf(rule, currency).min.amountMinor] : [];
  });
  const shareMinor = ((amountMinor ?? 0n) + mostParts - 1n) / mostParts;
  const leastMinor = bounds.reduce<bigint | null>(
    (least, each) => (least === null || each < least ? each : least),
    null,
  );
  return leastMinor !== null && leastMinor > shareMinor ? leastMinor : shareMinor;
}

/** The decision for a customer who wants to pay a part. */
export type PartDecision =
  | { kind: 'take' }
  /** Others are paying so much that only this is free. */
  | { kind: 'less'; freeMinor: bigint }
  /** The rest would be too small to be paid: less may be paid, or all that is free. */
  | { kind: 'small_rest'; freeMinor: bigint }
  /** Any rest would be too small: only all that is free may be paid. */
  | { kind: 'whole'; freeMinor: bigint }
  /** Cancel these charges, which nobody is paying, and decide again. */
  | { kind: 'displace'; chargeIds: string[] }
  /** Others are paying all that is left. */
  | { kind: 'busy' };

export interface WantedPart {
  amountMinor: bigint;
  smallestMinor: bigint;
  clientAddressHash: Buffer;
  /** Charges that this request has canceled, or could not. */
  tried: ReadonlySet<string>;
}

/**
 * A charge that the same client began makes room at once, since that customer changes their mind; another's only when
 * it has been left for some time.
 */
export function decidePart(
  totalMinor: bigint,
  charges: readonly PartCharge[],
  wanted: WantedPart,
  now: Date,
): PartDecision {
  const { amountMinor, smallestMinor } = wanted;
  const { freeMinor } = countParts(totalMinor, charges);
  if (amountMinor <= freeMinor) {
    const restMinor = freeMinor - amountMinor;
    if (restMinor === 0n || restMinor >= smallestMinor) return { kind: 'take' };
    return { kind: freeMinor < 2n * smallestMinor ? 'whole' : 'small_rest', freeMinor };
  }
  const movable = charges.filter(
    ({ chargeId, status, clientAddressHash, createdAt }) =>
      status === 'open' &&
      !wanted.tried.has(chargeId) &&
      (clientAddressHash.equals(wanted.clientAddressHash) ||
        now.getTime() - createdAt.getTime() >= undisturbedMs),
  );
  const chargeIds: string[] = [];
  let movedMinor = freeMinor;
  for (const charge of movable) {
    if (movedMinor >= amountMinor) break;
    chargeIds.push(charge.chargeId);
    movedMinor += charge.amountMinor;
  }
  if (movedMinor >= amountMinor) return { kind: 'displace', chargeIds };
  return movedMinor > 0n ? { kind: 'less', freeMinor: movedMinor } : { kind: 'busy' };
}
