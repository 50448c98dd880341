import { type Batcher, createBatcher } from '../../../base/db/batch.ts';
import type { Sql, Tx } from '../../../base/db/pool.ts';
import {
  addressWaitsUntil,
  cardWaitsUntil,
  type RecentAttempts,
  type TestingLimits,
} from '../cards/card-testing.ts';
import type { Charge } from '../charge.ts';
import { type Customer, lockCharges, noteCustomer } from '../store.ts';
import { attemptsFromAddress, attemptsWithCard, countAttempts, lockAttempts } from './attempt-counts.ts';
import { insertAttempts, type NewAttempt, withUnresolvedAttempt } from './attempt-store.ts';

/** A try to pay, as it is recorded before any processor is asked. */
export interface Start {
  attempt: NewAttempt;
  customer: Customer;
  /** null: nothing is counted. */
  limits: TestingLimits | null;
  /** False: what else came from the address does not speak against it. */
  isAddressCounted: boolean;
}

export type Started =
  | { kind: 'started'; charge: Charge }
  | { kind: 'in_progress' }
  | { kind: 'not_payable' }
  | { kind: 'limited'; retryAfterSeconds: number };

/** In one transaction: bounds how long it holds its charges. */
const maxAtOnce = 50;

/** One for each database: the tries of a merchant's customers that come at the same time are recorded together. */
const starters = new WeakMap<Sql, Batcher<Start, Started>>();

function starterOf(sql: Sql): Batcher<Start, Started> {
  const known = starters.get(sql);
  if (known) return known;
  const starter = createBatcher((starts: Start[]) => sql.begin((tx) => startTogether(tx, starts)), {
    maxItems: maxAtOnce,
    laneOf: ({ attempt }) => attempt.merchantId,
  });
  starters.set(sql, starter);
  return starter;
}

/** Records the intent to ask a processor, unless the charge takes no try now. */
export async function startAttempt(sql: Sql, start: Start): Promise<Started> {
  return await starterOf(sql).add(start);
}

/** Of one merchant. */
async function startTogether(tx: Tx, starts: Start[]): Promise<Started[]> {
  const { merchantId } = (starts[0] as Start).attempt;
  const ids = [...new Set(starts.map(({ attempt }) => attempt.chargeId))];
  // Asked in one go: what comes behind the locks on the connection is answered under them. An archived one that is brought
  // back is over anyway.
  const [charges, unresolved] = await Promise.all([
    lockCharges(tx, merchantId, ids),
    withUnresolvedAttempt(tx, merchantId, ids),
  ]);
  const triesOf = await countTries(tx, starts);

  const made: Start[] = [];
  const notes: Promise<void>[] = [];
  // One after the other: each counts for those after it.
  const started = starts.map((start): Started => {
    const { attempt, customer } = start;
    const charge = charges.get(attempt.chargeId);
    if (charge?.status !== 'open' || charge.expiresAt <= attempt.createdAt || charge.method !== 'CARDS') {
      return { kind: 'not_payable' };
    }
    // A double click, or a second tab: the first try is still under way.
    if (unresolved.has(charge.id)) return { kind: 'in_progress' };
    const tries = triesOf(start);
    const waitsUntil = testingLimit(start, tries);
    if (waitsUntil) {
      const waitMs = waitsUntil.getTime() - attempt.createdAt.getTime();
      return { kind: 'limited', retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) };
    }
    unresolved.add(charge.id);
    count(attempt, tries);
    made.push(start);
    notes.push(noteCustomer(tx, charge, customer));
    return { kind: 'started', charge: { ...charge, ...known(charge, customer) } };
  });
  const counted = made.filter(({ limits }) => limits);
  await Promise.all([
    ...notes,
    insertAttempts(
      tx,
      made.map(({ attempt }) => attempt),
    ),
    countAttempts(
      tx,
      counted.map(({ attempt }) => attempt),
    ),
  ]);
  return started;
}

/** What was tried before with each card and from each address. Starts that share one share what is counted of it. */
async function countTries(tx: Tx, starts: Start[]): Promise<(start: Start) => RecentAttempts> {
  const counted = starts.filter(({ limits }) => limits).map(({ attempt }) => attempt);
  const cards = byHash(counted.flatMap(({ cardFingerprint }) => cardFingerprint ?? []));
  const addresses = byHash(counted.map(({ clientAddressHash }) => clientAddressHash));
  const now = counted[0]?.createdAt ?? new Date(0);
  await lockAttempts(tx, cards, addresses);
  const [withCards, fromAddresses] = await Promise.all([
    Promise.all(cards.map((hash) => attemptsWithCard(tx, hash, now))),
    Promise.all(addresses.map((hash) => attemptsFromAddress(tx, hash, now))),
  ]);
  const withCard = new Map(cards.map((hash, at) => [hash.toString('hex'), withCards[at] ?? []]));
  const fromAddress = new Map(addresses.map((hash, at) => [hash.toString('hex'), fromAddresses[at] ?? []]));
  return ({ attempt }) => ({
    withCard: withCard.get(attempt.cardFingerprint?.toString('hex') ?? '') ?? [],
    fromAddress: fromAddress.get(attempt.clientAddressHash.toString('hex')) ?? [],
  });
}

/** Each once, in one order everywhere. */
function byHash(hashes: Buffer[]): Buffer[] {
  const unique = new Map(hashes.map((hash) => [hash.toString('hex'), hash]));
  return [...unique.values()].sort(Buffer.compare);
}

/** When this try may be made, if not now. */
function testingLimit({ attempt, limits, isAddressCounted }: Start, tries: RecentAttempts): Date | null {
  if (!limits) return null;
  const cardWait = cardWaitsUntil(tries, limits);
  if (cardWait || !isAddressCounted) return cardWait;
  return addressWaitsUntil(tries, { merchantId: attempt.merchantId, card: cardOf(attempt) }, limits);
}

function count(attempt: NewAttempt, tries: RecentAttempts): void {
  const { merchantId, createdAt: triedAt } = attempt;
  tries.withCard.push(triedAt);
  tries.fromAddress.push({ merchantId, card: cardOf(attempt), triedAt, approvedAt: null });
}

/** Of a card that we never see, the charge. */
function cardOf({ cardFingerprint, chargeId }: NewAttempt): string {
  return cardFingerprint?.toString('hex') ?? chargeId;
}

/** What the charge says of its customer goes first. */
function known(charge: Charge, { email, language }: Customer): Customer {
  return { email: charge.email ?? email, language: charge.language ?? language };
}
