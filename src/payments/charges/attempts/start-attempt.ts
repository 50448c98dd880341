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

/** An attempt to pay, as recorded before any processor is asked. */
export interface Start {
  attempt: NewAttempt;
  customer: Customer;
  /** null: nothing is counted. */
  limits: TestingLimits | null;
  /** False: other attempts from the same address do not limit this one. */
  isAddressCounted: boolean;
}

/** The card-testing limits refuse the attempt for now. */
export interface Limited {
  kind: 'limited';
  retryAfterSeconds: number;
  /** Another card may be tried at once. */
  isByCard: boolean;
}

export type Started =
  | { kind: 'started'; charge: Charge }
  | { kind: 'in_progress' }
  | { kind: 'not_payable' }
  | Limited;

/** Attempts per transaction: bounds how long it locks their charges. */
const maxAtOnce = 50;

/** One for each database: a merchant's attempts that arrive at the same time are recorded together. */
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

/** Records the intent to ask a processor, unless the charge takes no attempt now. */
export async function startAttempt(sql: Sql, start: Start): Promise<Started> {
  return await starterOf(sql).add(start);
}

/** All of one merchant. */
async function startTogether(tx: Tx, starts: Start[]): Promise<Started[]> {
  const { merchantId } = (starts[0] as Start).attempt;
  const ids = [...new Set(starts.map(({ attempt }) => attempt.chargeId))];
  // Pipelined: queries sent behind the locks on the same connection are answered under them. An archived charge that is
  // restored has ended anyway.
  const [charges, unresolved] = await Promise.all([
    lockCharges(tx, merchantId, ids),
    withUnresolvedAttempt(tx, merchantId, ids),
  ]);
  const triesOf = await countTries(tx, starts);

  const made: Start[] = [];
  const notes: Promise<void>[] = [];
  // In sequence: each attempt counts for those after it.
  const started = starts.map((start): Started => {
    const { attempt, customer } = start;
    const charge = charges.get(attempt.chargeId);
    if (
      charge?.status !== 'open' ||
      charge.expiresAt <= attempt.createdAt ||
      charge.method !== attempt.method
    ) {
      return { kind: 'not_payable' };
    }
    // A double click, or a second tab: the first attempt is still under way.
    if (unresolved.has(charge.id)) return { kind: 'in_progress' };
    const tries = triesOf(start);
    const limited = testingLimit(start, tries);
    if (limited) return limited;
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

/**
 * Counts the earlier attempts with each card and from each address. Starts with the same card or address share the
 * counts.
 */
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

/** Deduplicated, in the same order in every process. */
function byHash(hashes: Buffer[]): Buffer[] {
  const unique = new Map(hashes.map((hash) => [hash.toString('hex'), hash]));
  return [...unique.values()].sort(Buffer.compare);
}

/** null: the attempt may be made now. */
function testingLimit({ attempt, limits, isAddressCounted }: Start, tries: RecentAttempts): Limited | null {
  if (!limits) return null;
  const limitedUntil = (until: Date, isByCard: boolean): Limited => {
    const waitMs = until.getTime() - attempt.createdAt.getTime();
    return { kind: 'limited', retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)), isByCard };
  };
  const addressWait = isAddressCounted
    ? addressWaitsUntil(tries, { merchantId: attempt.merchantId, card: cardOf(attempt) }, limits)
    : null;
  if (addressWait) return limitedUntil(addressWait, false);
  const cardWait = cardWaitsUntil(tries, limits);
  return cardWait && limitedUntil(cardWait, true);
}

function count(attempt: NewAttempt, tries: RecentAttempts): void {
  const { merchantId, createdAt: triedAt } = attempt;
  tries.withCard.push(triedAt);
  tries.fromAddress.push({ merchantId, card: cardOf(attempt), triedAt, approvedAt: null });
}

/** The charge's id replaces the fingerprint of a card that we never see. */
function cardOf({ cardFingerprint, chargeId }: NewAttempt): string {
  return cardFingerprint?.toString('hex') ?? chargeId;
}

/** The merchant's data about the customer takes precedence. */
function known(charge: Charge, { email, language }: Customer): Customer {
  return { email: charge.email ?? email, language: charge.language ?? language };
}
