import type { Fate } from '../chains/port/payout-chain.ts';
import { isAlive, type MadeTransaction, type PayoutUnderWay } from './sending.ts';

/** What is to be done about a payout under way. */
export type Following =
  | { kind: 'wait' }
  /** A node has it, which the merchant was not told yet. */
  | { kind: 'announce'; hash: string }
  /** The chain has decided. */
  | { kind: 'settle'; fate: Extract<Fate, { kind: 'mined' }> }
  /** No node holds it: the same bytes are handed over again. */
  | { kind: 'send_again'; transaction: MadeTransaction }
  /** It has waited too long for a block: one with the same nonce that pays more. */
  | { kind: 'outbid'; transaction: MadeTransaction; isKnown: boolean }
  /** Whatever was made for it can never be in a block. */
  | { kind: 'plan_anew' };

export interface FollowRules {
  hasNonces: boolean;
  /** How long a transaction may wait for a block before it is outbid. */
  patienceMs: number;
  now: Date;
}

/** Decides by the fate of all its transactions. */
export function decideFollowing(payout: PayoutUnderWay, fate: Fate, rules: FollowRules): Following {
  const signed = payout.transactions.findLast(({ status }) => status === 'signed' || status === 'sent');
  if (fate.kind === 'mined') {
    if (fate.isFinal) return { kind: 'settle', fate };
    return payout.status === 'sending' ? { kind: 'announce', hash: fate.hash } : { kind: 'wait' };
  }
  if (fate.kind === 'impossible') {
    // One was planned since, with a nonce of its own. Given up, it would leave a gap that all behind wait at for ever.
    // Any other that is planned and never signed is in nobody's hands, and falls with those that it was to replace.
    const newest = payout.transactions.at(-1);
    const isPlannedAnew =
      newest?.status === 'planned' &&
      newest.nonce !== null &&
      !payout.transactions.some(({ hash, nonce }) => hash !== null && nonce === newest.nonce);
    return { kind: isPlannedAnew ? 'wait' : 'plan_anew' };
  }
  // The one after it is about to be signed and sent.
  const isReplaced = payout.transactions.at(-1)?.status === 'planned';
  if (!signed?.hash || isReplaced) return { kind: 'wait' };
  const isLate = rules.now.getTime() - signed.since.getTime() > rules.patienceMs;
  if (rules.hasNonces && isLate) return { kind: 'outbid', transaction: signed, isKnown: fate.known };
  if (!fate.known) return { kind: 'send_again', transaction: signed };
  return payout.status === 'sending' || signed.status === 'signed'
    ? { kind: 'announce', hash: signed.hash }
    : { kind: 'wait' };
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

/** All that was made for it is either given up or was never signed and is too old to be. */
export function hasOnlyStale({ transactions }: PayoutUnderWay, now: Date): boolean {
  return transactions.filter(isAlive).every((each) => each.status === 'planned' && isStale(each, now));
}
