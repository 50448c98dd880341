/**
 * Stops people who test stolen card numbers, and lets honest customers pay, even if they share an address with one:
 * docs/develop/decisions/0018-card-testing.md. Attempts under way count as refused until they are decided, so that
 * parallel attempts get no further than sequential ones.
 */

/** The window in which attempts are counted. */
export const windowMs = 60 * 60 * 1000;

/** An address whose refused cards exceed this many merchants' limits together counts as testing everywhere. */
const merchantsPerAddress = 3;

export interface TestingLimits {
  /** Refused attempts per hour with one card. */
  refusalsPerCard: number;
  /** Refused cards per hour from one address at one merchant. */
  refusalsPerAddress: number;
}

/** Attempts within the window, before this one. */
export interface RecentAttempts {
  /** Times of the card's unsuccessful attempts, at any merchant. */
  withCard: Date[];
  /** The address's attempts, by merchant and card. */
  fromAddress: AttemptedCard[];
}

export interface AttemptedCard {
  merchantId: string;
  /** Identifies the card; the charge's id if we never see the card. */
  card: string;
  /** The last unsuccessful attempt. */
  triedAt: Date | null;
  approvedAt: Date | null;
}

/** When the same card may be attempted again; null: at once. */
export function cardWaitsUntil({ withCard }: RecentAttempts, limits: TestingLimits): Date | null {
  const times = withCard.map((time) => time.getTime()).sort(ascending);
  const last = times[times.length - limits.refusalsPerCard];
  return last === undefined ? null : new Date(last + windowMs);
}

/** When a card that was never approved may be attempted from this address; null: at once. */
export function addressWaitsUntil(
  { fromAddress }: RecentAttempts,
  attempt: { merchantId: string; card: string },
  limits: TestingLimits,
): Date | null {
  const here = fromAddress.filter(({ merchantId }) => merchantId === attempt.merchantId);
  const waits = [
    waitOf(here, attempt.card, limits.refusalsPerAddress),
    waitOf(fromAddress, attempt.card, limits.refusalsPerAddress * merchantsPerAddress),
  ];
  const latest = Math.max(...waits);
  return latest === 0 ? null : new Date(latest);
}

/**
 * When the refused cards, including this one, no longer exceed the limit plus the approved cards; 0 if they do not
 * exceed it now. Most of a crowd of honest customers are approved, almost none of a list of stolen numbers.
 */
function waitOf(tries: AttemptedCard[], card: string, limit: number): number {
  const approved = latestByCard(tries, ({ approvedAt }) => approvedAt);
  const refused = latestByCard(tries, ({ triedAt }) => triedAt);
  for (const each of approved.keys()) refused.delete(each);
  // A card that is already among them does not add to their number.
  refused.delete(card);
  const approvals = [...approved.values()].sort(ascending);
  let left = refused.size;
  if (left + 1 <= limit + approvals.length) return 0;
  let gone = 0;
  for (const triedAt of [...refused.values()].sort(ascending)) {
    left -= 1;
    // Approvals leave the window too.
    while (gone < approvals.length && (approvals[gone] as number) <= triedAt) gone += 1;
    if (left + 1 <= limit + approvals.length - gone) return triedAt + windowMs;
  }
  return 0;
}

function latestByCard(
  tries: AttemptedCard[],
  timeOf: (tried: AttemptedCard) => Date | null,
): Map<string, number> {
  const latest = new Map<string, number>();
  for (const tried of tries) {
    const time = timeOf(tried)?.getTime();
    if (time !== undefined) latest.set(tried.card, Math.max(time, latest.get(tried.card) ?? 0));
  }
  return latest;
}

function ascending(a: number, b: number): number {
  return a - b;
}
