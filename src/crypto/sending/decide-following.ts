import type { Fate } from '../../chain/chains/port/payout-chain.ts';
import { type FinalFate, isAlive, type MadeTransaction, type Mined, type Sending } from './sending.ts';

/** The next action for a sending under way. */
export type Following =
  | { kind: 'wait' }
  /** A node has it, which is not recorded yet. */
  | { kind: 'taken'; transaction: MadeTransaction }
  /** The chain has decided. */
  | { kind: 'settle'; fate: FinalFate }
  /** It is in a final block, but no node proves what it moved. */
  | { kind: 'hold'; fate: Mined }
  /** No node holds it: the same bytes are broadcast again. */
  | { kind: 'send_again'; transaction: MadeTransaction }
  /** It has waited too long for a block: replace it with the same nonce at a higher fee. */
  | { kind: 'outbid'; transaction: MadeTransaction; isKnown: boolean }
  /** None of its transactions can ever be in a block. */
  | { kind: 'bury' };

export interface FollowRules {
  hasNonces: boolean;
  /** How long a transaction may wait for a block before it is replaced by fee. */
  patienceMs: number;
  now: Date;
}

/** Decides from the fate of all its transactions. */
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
    // A new transaction was planned since. If it were given up, its nonce would be a gap that blocks all later ones. A
    // replacement that is planned but never signed is known to nobody, and is dropped with the transactions that it was
    // to replace.
    const isPlannedAnew =
      newest?.status === 'planned' &&
      (newest.nonce === null ||
        !transactions.some(({ hash, nonce }) => hash !== null && nonce === newest.nonce));
    return { kind: isPlannedAnew || !transactions.some(isAlive) ? 'wait' : 'bury' };
  }
  // Its successor is about to be signed and sent.
  if (newest?.status === 'planned') return { kind: 'wait' };
  const signed = transactions.findLast(({ status }) => status === 'signed' || status === 'sent');
  if (!signed) return { kind: 'wait' };
  const isLate = rules.now.getTime() - signed.since.getTime() > rules.patienceMs;
  if (rules.hasNonces && isLate) return { kind: 'outbid', transaction: signed, isKnown: fate.known };
  if (!fate.known) return { kind: 'send_again', transaction: signed };
  return signed.status === 'signed' ? { kind: 'taken', transaction: signed } : { kind: 'wait' };
}

/** A transaction needs this long from signature to block; with less time left it is not worth signing. */
const expiryMarginMs = 10_000;
/** A transaction planned this recently is signed, regardless of the difference between our clock and the chain's. */
const freshMs = 20_000;

/** Too old to be signed. Nobody else has it, so another can replace it without asking the chain. */
export function isStale(
  { expiresAt, since }: Pick<MadeTransaction, 'expiresAt' | 'since'>,
  now: Date,
): boolean {
  if (expiresAt === null || now.getTime() - since.getTime() < freshMs) return false;
  return expiresAt.getTime() - now.getTime() < expiryMarginMs;
}

/** All of its live transactions were never signed and are too old to be. */
export function hasOnlyStale({ transactions }: Pick<Sending, 'transactions'>, now: Date): boolean {
  const alive = transactions.filter(isAlive);
  return alive.length > 0 && alive.every((each) => each.status === 'planned' && isStale(each, now));
}
