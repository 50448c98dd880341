import type { Fate } from '../../chain/chains/port/payout-chain.ts';
import { type FinalFate, isAlive, type MadeTransaction, type Mined, type Sending } from './sending.ts';

/** What is to be done about something under way. */
export type Following =
  | { kind: 'wait' }
  /** A node has it, which is not written down yet. */
  | { kind: 'taken'; transaction: MadeTransaction }
  /** The chain has decided. */
  | { kind: 'settle'; fate: FinalFate }
  /** A final block has it, and no node proves what it moved. */
  | { kind: 'hold'; fate: Mined }
  /** No node holds it: the same bytes are handed over again. */
  | { kind: 'send_again'; transaction: MadeTransaction }
  /** It has waited too long for a block: one with the same nonce that pays more. */
  | { kind: 'outbid'; transaction: MadeTransaction; isKnown: boolean }
  /** Whatever was made for it can never be in a block. */
  | { kind: 'bury' };

export interface FollowRules {
  hasNonces: boolean;
  /** How long a transaction may wait for a block before it is outbid. */
  patienceMs: number;
  now: Date;
}

/** Decides by the fate of all its transactions. */
export function decideFollowing(
  { transactions }: Pick<Sending, 'transactions'>,
  fate: Fate,
  rules: FollowRules,
): Following {
  const newest = transactions.at(-1);
  if (fate.kind === 'mined') {
    const { outcome } = fate;
    if (fate.isFinal && outcome === 'unproven') return { kind: 'hold', fate };
    if (fate.isFinal && outcome !== 'unproven') return { kind: 'settle', fate: { ...fate, outcome } };
    const mined = transactions.find(({ hash }) => hash === fate.hash);
    return mined?.status === 'signed' ? { kind: 'taken', transaction: mined } : { kind: 'wait' };
  }
  if (fate.kind === 'impossible') {
    // One was planned since. Given up, its nonce would be a gap that all behind wait at. An outbid that is planned
    // and never signed is in nobody's hands, and falls with those that it was to replace.
    const isPlannedAnew =
      newest?.status === 'planned' &&
      (newest.nonce === null ||
        !transactions.some(({ hash, nonce }) => hash !== null && nonce === newest.nonce));
    return { kind: isPlannedAnew || !transactions.some(isAlive) ? 'wait' : 'bury' };
  }
  // The one after it is about to be signed and sent.
  if (newest?.status === 'planned') return { kind: 'wait' };
  const signed = transactions.findLast(({ status }) => status === 'signed' || status === 'sent');
  if (!signed) return { kind: 'wait' };
  const isLate = rules.now.getTime() - signed.since.getTime() > rules.patienceMs;
  if (rules.hasNonces && isLate) return { kind: 'outbid', transaction: signed, isKnown: fate.known };
  if (!fate.known) return { kind: 'send_again', transaction: signed };
  return signed.status === 'signed' ? { kind: 'taken', transaction: signed } : { kind: 'wait' };
}

/** A transaction needs this long from the signature into a block; with less left it is not worth signing. */
const expiryMarginMs = 10_000;
/** However our clock and the chain's differ, what was planned a moment ago is signed. */
const freshMs = 20_000;

/** Too old to be signed. Nobody has it, so another can be made in its place without asking the chain. */
export function isStale(
  { expiresAt, since }: Pick<MadeTransaction, 'expiresAt' | 'since'>,
  now: Date,
): boolean {
  if (expiresAt === null || now.getTime() - since.getTime() < freshMs) return false;
  return expiresAt.getTime() - now.getTime() < expiryMarginMs;
}

/** All of it that is not given up was never signed and is too old to be. */
export function hasOnlyStale({ transactions }: Pick<Sending, 'transactions'>, now: Date): boolean {
  const alive = transactions.filter(isAlive);
  return alive.length > 0 && alive.every((each) => each.status === 'planned' && isStale(each, now));
}
