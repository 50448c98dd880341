import { randomInt, timingSafeEqual } from 'node:crypto';
import { isSame } from '../../../base/ground/is-same.ts';
import type { Language } from '../../../base/money/language.ts';

/** A wallet that a recipient entered but has not confirmed, and the state of the code mailed for it. */
export interface Claim {
  merchantId: string;
  payoutId: string;
  network: string;
  /** 0x and 40 lower-case hex digits. */
  address: string;
  /** The address is a contract; a person may have mistaken it for a wallet. */
  isContract: boolean;
  codeHash: Buffer | null;
  codeUntil: Date | null;
  /** Wrong entries for the present code, and for all codes of the payout. */
  wrongCodes: number;
  wrongCodesInAll: number;
  codesSent: number;
  lastCodeAt: Date | null;
  verifiedAt: Date | null;
  /** The recipient's language, from the page where the wallet was entered; null: no code was mailed. */
  language: Language | null;
  /** When the mail server permanently refused the code's mail, and its answer. */
  refusedAt: Date | null;
  refusal: string | null;
}

export interface Wallet {
  network: string;
  address: string;
}

const codeDigits = 6;
export const codeLifetimeMs = 10 * 60 * 1000;
export const resendAfterMs = 60 * 1000;
export const maxWrongCodes = 5;
export const maxCodesPerHour = 5;
/**
 * The limit over all codes of one payout, until no code was mailed for a while. A claim lives for a day, so an attacker
 * with its URL but without the mailbox guesses at most four times as often: a chance of one in twenty thousand. The
 * limit resets by itself, because otherwise anybody with the URL could keep its owner from collecting for good.
 */
export const maxWrongCodesInAll = 12;
export const spentMs = 6 * 60 * 60 * 1000;
/** How long a wallet may be reviewed after its code was entered, before it must be confirmed. */
export const reviewMs = 30 * 60 * 1000;
const hourMs = 60 * 60 * 1000;

export function newCode(): string {
  return String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0');
}

/** The digits of the typed text: people copy spaces along, or type "123-456". Anything else is no code. */
export function readCode(text: string): string | null {
  const digits = text.replace(/[\s\p{Cf}-]/gu, '');
  return /^\d{6}$/.test(digits) ? digits : null;
}

export type Mailing =
  | { kind: 'may' }
  /** A code was mailed a moment ago. */
  | { kind: 'too_soon'; until: Date }
  | { kind: 'locked'; until: Date }
  /** After too many wrong codes none is mailed for some hours. */
  | { kind: 'spent'; until: Date };

/** Whether another code may be mailed now. A different wallet need not wait the minute. */
export function mailingOf(claim: Claim | null, now: Date, isOther: boolean): Mailing {
  if (!claim?.lastCodeAt) return { kind: 'may' };
  if (wrongLately(claim, now) >= maxWrongCodesInAll) {
    return { kind: 'spent', until: new Date(claim.lastCodeAt.getTime() + spentMs) };
  }
  const lockedUntil = new Date(claim.lastCodeAt.getTime() + hourMs);
  if (codesLately(claim, now) >= maxCodesPerHour) return { kind: 'locked', until: lockedUntil };
  const until = new Date(claim.lastCodeAt.getTime() + resendAfterMs);
  return !isOther && now < until ? { kind: 'too_soon', until } : { kind: 'may' };
}

/** Codes mailed without an hour's pause. The last allowed code requires the pause. */
export function codesLately(claim: Claim, now: Date): number {
  const paused = !claim.lastCodeAt || now.getTime() - claim.lastCodeAt.getTime() >= hourMs;
  return paused ? 0 : claim.codesSent;
}

/** Wrong codes that still count towards the limit. */
export function wrongLately(claim: Claim, now: Date): number {
  const paused = !claim.lastCodeAt || now.getTime() - claim.lastCodeAt.getTime() >= spentMs;
  return paused ? 0 : claim.wrongCodesInAll;
}

export type CodeJudgement = 'right' | 'wrong' | 'expired' | 'used_up';

export function judgeCode(claim: Claim, enteredHashes: Buffer[], now: Date): CodeJudgement {
  if (isUsedUp(claim)) return 'used_up';
  const { codeHash } = claim;
  if (!codeHash || !mayBeEntered(claim, now)) return 'expired';
  return enteredHashes.some((entered) => timingSafeEqual(entered, codeHash)) ? 'right' : 'wrong';
}

export function isUsedUp(claim: Claim): boolean {
  return claim.wrongCodes >= maxWrongCodes || claim.wrongCodesInAll >= maxWrongCodesInAll;
}

/** Whether a valid code was mailed for the wallet. */
export function mayBeEntered(claim: Claim, now: Date): boolean {
  return claim.codeHash !== null && claim.codeUntil !== null && now < claim.codeUntil && !isUsedUp(claim);
}

export function isSameWallet(a: Wallet, b: Wallet): boolean {
  return a.network === b.network && a.address === b.address;
}

/**
 * A right code opens the review only in the browser in which it was entered. Otherwise an attacker with the claim URL
 * could confirm their own wallet with a code that its owner was tricked into entering.
 */
export function isProven(claim: Claim, proof: string | null, expected: string[], now: Date): boolean {
  if (!claim.verifiedAt || proof === null) return false;
  if (now.getTime() - claim.verifiedAt.getTime() >= reviewMs) return false;
  const given = Buffer.from(proof);
  return expected.some((each) => isSame(Buffer.from(each), given));
}

/**
 * Keyed hashes, each of one payout, one wallet and one code. The first is the one to store or hand out; the others use
 * earlier master secrets.
 */
export interface ClaimHashes {
  codeHashes(claim: Wallet & { payoutId: string }, code: string): [Buffer, ...Buffer[]];
  /** The proof of a right code that the browser keeps; empty: no code was requested. */
  proofs(claim: Claim): string[];
}

export function claimHashes(secrets: { fingerprints(value: string): Buffer[] }): ClaimHashes {
  return {
    codeHashes: ({ payoutId, network, address }, code) =>
      secrets.fingerprints(`payout-code:${payoutId}:${network}:${address}:${code}`) as [Buffer],
    proofs: ({ payoutId, codeHash }) =>
      codeHash
        ? secrets
            .fingerprints(`payout-proof:${payoutId}:${codeHash.toString('hex')}`)
            .map((hash) => hash.toString('base64url'))
        : [],
  };
}
