import { randomInt, timingSafeEqual } from 'node:crypto';
import { isSame } from '../../../base/ground/is-same.ts';
import type { Language } from '../../../base/money/language.ts';

/** What a recipient entered and has not confirmed yet, and what is known of the code mailed for it. */
export interface Claim {
  merchantId: string;
  payoutId: string;
  network: string;
  /** 0x and 40 lower-case hex digits. */
  address: string;
  /** A contract lies there; a person may have taken it for a wallet. */
  isContract: boolean;
  codeHash: Buffer | null;
  codeUntil: Date | null;
  /** Wrong codes entered for this code, and for all codes of the payout. */
  wrongCodes: number;
  wrongCodesInAll: number;
  codesSent: number;
  lastCodeAt: Date | null;
  verifiedAt: Date | null;
  /** The recipient's, of the page that the wallet was entered on; null: none was mailed to. */
  language: Language | null;
  /** When the mail server refused the code's mail for good, and in what words. */
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
 * Over all codes of one payout, until no code was mailed for a while. A link lives for a day, so that whoever has it but
 * not the mailbox guesses at most four times as often: a chance of one in twenty thousand. It ends again by itself, because
 * somebody who has the link could else keep its owner from collecting for good.
 */
export const maxWrongCodesInAll = 12;
export const spentMs = 6 * 60 * 60 * 1000;
/** How long a wallet whose code was entered may be looked at before it must be confirmed. */
export const reviewMs = 30 * 60 * 1000;
const hourMs = 60 * 60 * 1000;

export function newCode(): string {
  return String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0');
}

/** The digits of what was typed: people copy spaces along, and "123-456". Anything else is no code. */
export function readCode(text: string): string | null {
  const digits = text.replace(/[\s\p{Cf}-]/gu, '');
  return /^\d{6}$/.test(digits) ? digits : null;
}

export type Mailing =
  | { kind: 'may' }
  /** A code was mailed a moment ago. */
  | { kind: 'too_soon'; until: Date }
  | { kind: 'locked'; until: Date }
  /** So many wrong codes were entered that none is mailed for some hours. */
  | { kind: 'spent'; until: Date };

/** Whether a further code may be mailed now. Another wallet than before need not wait the minute. */
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

/** Codes mailed without an hour's pause: after the last that is allowed, the pause has to be made. */
export function codesLately(claim: Claim, now: Date): number {
  const paused = !claim.lastCodeAt || now.getTime() - claim.lastCodeAt.getTime() >= hourMs;
  return paused ? 0 : claim.codesSent;
}

/** Wrong codes that still count against a further one. */
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

/** Whether a code was mailed for the wallet that still serves. */
export function mayBeEntered(claim: Claim, now: Date): boolean {
  return claim.codeHash !== null && claim.codeUntil !== null && now < claim.codeUntil && !isUsedUp(claim);
}

export function isSameWallet(a: Wallet, b: Wallet): boolean {
  return a.network === b.network && a.address === b.address;
}

/**
 * A right code opens the review in the browser it was entered in, and in no other: whoever else has the link
 * could otherwise confirm a wallet of their own with a code that its owner was tricked into entering.
 */
export function isProven(claim: Claim, proof: string | null, expected: string[], now: Date): boolean {
  if (!claim.verifiedAt || proof === null) return false;
  if (now.getTime() - claim.verifiedAt.getTime() >= reviewMs) return false;
  const given = Buffer.from(proof);
  return expected.some((each) => isSame(Buffer.from(each), given));
}

/**
 * Keyed hashes; each is of one payout, one wallet and one code. The first is the one to keep or hand out; the
 * others are what it would be under a master secret before the present one.
 */
export interface ClaimHashes {
  codeHashes(claim: Wallet & { payoutId: string }, code: string): [Buffer, ...Buffer[]];
  /** What the browser keeps that a right code was entered in; empty: none was asked for. */
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
