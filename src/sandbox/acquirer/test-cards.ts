/** The published test numbers and the acquirer's behaviour for each. */

export type AcquirerRefusal =
  | 'do_not_honor'
  | 'insufficient_funds'
  | 'expired_card'
  | 'incorrect_security_code'
  | 'authentication_failed'
  | 'authentication_abandoned'
  | 'test_card_required'
  | 'instalments_not_available'
  | 'not_processed';

type Behaviour =
  | { does: 'approve' }
  | { does: 'approve_without_answering' }
  | { does: 'approve_then_dispute' }
  | { does: 'approve_then_open_dispute' }
  | { does: 'approve_but_never_refund' }
  | { does: 'approve_at_once_only' }
  | { does: 'capture_without_answering' }
  | { does: 'challenge' }
  | { does: 'refuse'; reason: AcquirerRefusal };

interface TestCard {
  brand: string;
  securityCodeLength: 3 | 4;
  behaviour: Behaviour;
}

const approve: Behaviour = { does: 'approve' };

function card(brand: string, behaviour: Behaviour, securityCodeLength: 3 | 4 = 3): TestCard {
  return { brand, securityCodeLength, behaviour };
}

const testCards: ReadonlyMap<string, TestCard> = new Map([
  ['4242424242424242', card('visa', approve)],
  ['4000000000000002', card('visa', { does: 'refuse', reason: 'do_not_honor' })],
  ['4000000000009995', card('visa', { does: 'refuse', reason: 'insufficient_funds' })],
  ['4000000000000069', card('visa', { does: 'refuse', reason: 'expired_card' })],
  ['4000000000000127', card('visa', { does: 'refuse', reason: 'incorrect_security_code' })],
  ['4000002760003184', card('visa', { does: 'challenge' })],
  ['4000000000000119', card('visa', { does: 'approve_without_answering' })],
  ['4000000000000259', card('visa', { does: 'approve_then_dispute' })],
  ['4000000000002685', card('visa', { does: 'approve_then_open_dispute' })],
  ['4000000000005126', card('visa', { does: 'approve_but_never_refund' })],
  ['4000056655665556', card('visa', { does: 'approve_at_once_only' })],
  ['4000000000000333', card('visa', { does: 'capture_without_answering' })],
  ['5555555555554444', card('mastercard', approve)],
  ['2223003122003222', card('mastercard', approve)],
  ['378282246310005', card('amex', approve, 4)],
  ['36227206271667', card('diners', approve)],
  ['6011111111111117', card('discover', approve)],
]);

/** Whether the card of a payment behaves so. Only its last four digits are stored. */
export function behaves(cardLast4: string | null, does: Behaviour['does']): boolean {
  return [...testCards].some(
    ([number, { behaviour }]) => behaviour.does === does && number.slice(-4) === cardLast4,
  );
}

/** A list for people to choose from. `meaning` is what the acquirer does with it, or why it refuses. */
export function describedCards(): { number: string; brand: string; meaning: string }[] {
  return [...testCards].map(([number, { brand, behaviour }]) => ({
    number,
    brand,
    meaning: behaviour.does === 'refuse' ? behaviour.reason : behaviour.does,
  }));
}

export interface PresentedCard {
  number: string;
  expiryMonth: number;
  expiryYear: number;
  securityCode: string;
  instalments: number;
}

/** The instalments in which all but one of its cards can pay. */
const instalmentsTaken = [1, 3, 6, 9, 12];

/** The acquirer's decision on a card, and all that it stores of it. */
export interface Verdict {
  behaviour: Behaviour;
  cardBrand: string | null;
  cardLast4: string | null;
}

export function judgeCard(presented: PresentedCard, now: Date): Verdict {
  const known = testCards.get(presented.number);
  // Not even the last four digits of a number outside the list are stored: it may be somebody's real card.
  if (!known) return { behaviour: refusal('test_card_required'), cardBrand: null, cardLast4: null };
  return {
    behaviour: behaviourOf(known, presented, now),
    cardBrand: known.brand,
    cardLast4: presented.number.slice(-4),
  };
}

function behaviourOf(known: TestCard, presented: PresentedCard, now: Date): Behaviour {
  // A card is valid through the last day of its month.
  const goodUntil = Date.UTC(presented.expiryYear, presented.expiryMonth);
  if (now.getTime() >= goodUntil) return refusal('expired_card');
  if (!/^\d+$/.test(presented.securityCode)) return refusal('incorrect_security_code');
  if (presented.securityCode.length !== known.securityCodeLength) return refusal('incorrect_security_code');
  const isOneOnly = known.behaviour.does === 'approve_at_once_only';
  if (!(isOneOnly ? [1] : instalmentsTaken).includes(presented.instalments)) {
    return refusal('instalments_not_available');
  }
  return known.behaviour;
}

function refusal(reason: AcquirerRefusal): Behaviour {
  return { does: 'refuse', reason };
}
