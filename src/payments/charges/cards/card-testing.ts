/**
 * Stops who tries out stolen card numbers, and lets honest customers pay, also those who share an address with one:
 * docs/develop/decisions/0018-card-testing.md. Tries that are under way count as refused until they are decided, so that many
 * at once get no further than one after the other.
 */

/** The window in which tries are counted. */
export const windowMs = 60 * 60 * 1000;

/** At this many merchants' worth of refused cards an address is held to be testing everywhere. */
const merchantsPerAddress = 3;

export interface TestingLimits {
  /** Tries in an hour with one card that were refused. */
  refusalsPerCard: number;
  /** Cards in an hour that were refused from one address at one merchant. */
  refusalsPerAddress: number;
}

/** What happened within the window, before this try. */
export interface RecentAttempts {
  /** When the card was tried without success, anywhere. */
  withCard: Date[];
  /** What came from the address, by merchant and card. */
  fromAddress: AttemptedCard[];
}

export interface AttemptedCard {
  merchantId: string;
  /** Recognises the card; of a card that we never see, the charge. */
  card: string;
  /** The last try without success. */
  triedAt: Date | null;
  approvedAt: Date | null;
}

/** When the same card may be tried again: null at once. */
export function cardWaitsUntil({ withCard }: RecentAttempts, limits: TestingLimits): Date | null {
  const times = withCard.map((time) => time.getTime()).sort(ascending);
  const last = times[times.length - limits.refusalsPerCard];
  return last === undefined ? null : new Date(last + windowMs);
}

/** When a card that was never approved may be tried from this address: null at once. */
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
 * When the cards refused, with this one, are no more than the limit and the cards approved: 0 when they are not now.
 * Of a crowd of honest customers most are approved, of a list of stolen numbers next to none.
 */
function waitOf(tries: AttemptedCard[], card: string, limit: number): number {
  const approved = latestByCard(tries, ({ approvedAt }) => approvedAt);
  const refused = latestByCard(tries, ({ triedAt }) => triedAt);
  for (const each of approved.keys()) refused.delete(each);
  // A card that is among them already makes them no more.
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
