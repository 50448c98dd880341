import type { Fate } from '../chains/port/payout-chain.ts';
import type { Errand, ItemTransaction, ItemUnderWay } from './sweep.ts';
import { errandsOf } from './sweep.ts';

/** What is to be done about transactions under way. */
export type Following =
  | { kind: 'wait'; isMined: boolean }
  /** A node has it, which is not written down yet. */
  | { kind: 'sent'; transaction: ItemTransaction; isMined: boolean }
  | { kind: 'settle'; fate: Extract<Fate, { kind: 'mined' }> }
  /** No node holds it: the same bytes are handed over again. */
  | { kind: 'send_again'; transaction: ItemTransaction }
  /** It has waited too long for a block: one with the same nonce that pays more. */
  | { kind: 'outbid'; transaction: ItemTransaction; isKnown: boolean }
  /** None can ever be in a block. */
  | { kind: 'bury' };

export interface FollowRules {
  hasNonces: boolean;
  patienceMs: number;
  now: Date;
}

export function decideErrand({ transactions, newest }: Errand, fate: Fate, rules: FollowRules): Following {
  if (fate.kind === 'mined') {
    if (fate.isFinal) return { kind: 'settle', fate };
    const mined = transactions.find(({ hash }) => hash === fate.hash);
    return mined?.status === 'signed'
      ? { kind: 'sent', transaction: mined, isMined: true }
      : { kind: 'wait', isMined: true };
  }
  if (fate.kind === 'impossible') return { kind: 'bury' };
  // It is about to be signed and sent.
  if (newest.status === 'planned') return { kind: 'wait', isMined: false };
  const isLate = rules.now.getTime() - newest.since.getTime() > rules.patienceMs;
  if (rules.hasNonces && isLate) return { kind: 'outbid', transaction: newest, isKnown: fate.known };
  if (!fate.known) return { kind: 'send_again', transaction: newest };
  return newest.status === 'signed'
    ? { kind: 'sent', transaction: newest, isMined: false }
    : { kind: 'wait', isMined: false };
}

/** Whether something is to be made for an item now: gas for it, or its transfer. */
export function isToPlan(item: ItemUnderWay, minedErrands: ReadonlySet<string>): boolean {
  if (item.status !== 'planned' && item.status !== 'topping_up' && item.status !== 'moving') return false;
  return errandsOf(item).every(
    ({ purpose, newest }) => purpose === 'top_up' && minedErrands.has(errandId(item, newest)),
  );
}

export function errandId(
  { id }: Pick<ItemUnderWay, 'id'>,
  { number }: Pick<ItemTransaction, 'number'>,
): string {
  return `${id} ${number}`;
}
