import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ScriptedChain, scriptedChain } from '../../../test/kit/payouts/scripted-chain.ts';
import type { Draft, Fate } from '../../chain/chains/port/payout-chain.ts';
import { decideFollowing, hasOnlyStale, isStale } from '../sending/decide-following.ts';
import {
  isAlive,
  isAsSeen,
  isStranded,
  knownOf,
  type MadeTransaction,
  type Sending,
  transferOf,
} from '../sending/sending.ts';
import { decideSending } from './sending/decide-sending.ts';

/**
 * The decisions of sending, without a database: one worker reads, others act, and only then does it act on what it
 * read. test/payouts/engine-histories.test.ts runs the whole engine; here thousands of turns cost little.
 */

const wallet = '0x0a';
const patienceMs = 4_000;

type Row = MadeTransaction & Pick<Draft, 'unsigned'>;
type Book = Omit<Sending, 'transactions'> & {
  status: 'queued' | 'sending' | 'success';
  confirmedAt: Date;
  transactions: Row[];
};

/** Whether it keeps its nonce from others: it is or may yet be signed. */
const holds = ({ status, hash }: Row): boolean => status !== 'dead' || hash !== null;

function playSending(hasNonces: boolean) {
  const chain: ScriptedChain = scriptedChain(hasNonces ? 'ERC20' : 'TRC20', hasNonces, wallet);
  const { port } = chain;
  const books: Book[] = [];
  const ownerOf = new Map<bigint, string>();
  let looked: { seen: Sending; fate: Fate | null }[] = [];

  const isUnderWay = ({ status }: Book): boolean => status === 'sending';
  const bookOf = ({ id }: { id: string }): Book => books.find((book) => book.id === id) as Book;

  function add(): void {
    const id = `p${books.length}`;
    const to = `0x${books.length.toString(16).padStart(40, '0')}`;
    const rest = {
      merchantId: 'm',
      purpose: 'payout' as const,
      wallet,
      amountUnits: 1_000n,
      transactions: [],
    };
    books.push({ id, to, status: 'queued', confirmedAt: chain.now(), ...rest });
  }

  /** Reads the books and the chain as a worker. */
  async function look(): Promise<void> {
    looked = [];
    for (const book of books.filter(isUnderWay)) {
      const seen = structuredClone(book);
      const known = knownOf(seen);
      const fate = known.length > 0 ? await port.fateOf(known, transferOf(seen)) : null;
      looked.push({ seen, fate });
    }
  }

  /** Acts on what was read, at the present time. */
  async function act(): Promise<void> {
    const rules = { hasNonces, patienceMs, now: chain.now() };
    for (const { seen, fate } of looked) {
      const book = bookOf(seen);
      if (hasOnlyStale(seen, rules.now)) bury(seen, book);
      const following = fate && decideFollowing(seen, fate, rules);
      if (!following || !isUnderWay(book)) continue;
      if (following.kind === 'bury') bury(seen, book);
      if (following.kind === 'send_again') await broadcast(following.transaction);
      if (following.kind === 'outbid') await outbid(seen, book, following.transaction);
      if (following.kind === 'settle') {
        bookOf(seen).status = 'success';
        for (const row of book.transactions) row.status = row.hash === following.fate.hash ? 'final' : 'dead';
      }
    }
    looked = [];
    await plan();
  }

  function bury(seen: Sending, book: Book): void {
    if (!isUnderWay(book) || !isAsSeen(seen, book)) return;
    for (const row of book.transactions.filter(isAlive)) row.status = 'dead';
  }

  async function broadcast({ hash }: MadeTransaction): Promise<void> {
    const row = books.flatMap(({ transactions }) => transactions).find((each) => each.hash === hash);
    if (!row || (row.status !== 'signed' && row.status !== 'sent')) return;
    const answer = await port.broadcast(row.unsigned);
    if (answer.taken && row.status === 'signed') Object.assign(row, { status: 'sent', since: chain.now() });
  }

  async function outbid(seen: Sending, book: Book, { nonce, terms }: MadeTransaction): Promise<void> {
    expect(nonce).not.toBeNull();
    const draft = (await port.drafting(wallet)).outbid(transferOf(seen), nonce as bigint, terms);
    if (draft && isUnderWay(book) && isAsSeen(seen, book)) insert(book, nonce, draft);
  }

  /**
   * Makes a transaction for payouts that decideSending selects: queued ones, or those whose transactions are all dead.
   */
  async function plan(): Promise<void> {
    const due = books.filter((book) => book.status === 'queued' || (isUnderWay(book) && isStranded(book)));
    const drafting = await port.drafting(wallet);
    const facts = { now: chain.now(), freeUsdtUnits: 3_500n, freeGasUnits: 100n, maxCost: 1n, room: 64 };
    for (const book of decideSending(due, facts).send) {
      book.status = 'sending';
      const nonce = hasNonces ? await takeNonce(book.id) : null;
      insert(book, nonce, drafting.draft(transferOf(book), nonce));
    }
  }

  /** The nonce of a transaction that died unsigned is free again. */
  async function takeNonce(id: string): Promise<bigint> {
    const held = new Set(
      books.flatMap(({ transactions }) => transactions.filter(holds)).map((row) => row.nonce),
    );
    let nonce = (await port.wallet(wallet)).nextNonce as bigint;
    while (held.has(nonce)) nonce += 1n;
    ownerOf.set(nonce, id);
    return nonce;
  }

  function insert(book: Book, nonce: bigint | null, { unsigned, terms, expiresAt }: Draft): void {
    const number = book.transactions.length + 1;
    const rest = { wallet, nonce, status: 'planned' as const, hash: null, since: chain.now() };
    book.transactions.push({ number, unsigned, terms, expiresAt, ...rest });
  }

  /** A slow signer began before its transaction became stale. */
  function sign(begunMsAgo: number): void {
    const then = new Date(chain.now().getTime() - begunMsAgo);
    for (const row of books.flatMap(({ transactions }) => transactions)) {
      if (row.status !== 'planned' || isStale(row, then)) continue;
      const { hash } = port.seal(row.unsigned, { r: '', s: '', yParity: 0 });
      Object.assign(row, { status: 'signed', hash });
    }
  }

  async function send(): Promise<void> {
    const signed = books.flatMap(({ transactions }) =>
      transactions.filter(({ status }) => status === 'signed'),
    );
    for (const row of signed) await broadcast(row);
  }

  let some = 0;
  /** A worker reads; before it acts, another one signs and sends the planned transaction and sees it mined. */
  async function actLate(): Promise<void> {
    await look();
    sign(30_000);
    await send();
    chain.mine();
    await act();
  }

  const acts: Record<string, () => unknown> = {
    'a worker acts late': actLate,
    'a worker looks': look,
    'it acts': act,
    'another plans': () => plan(),
    'another signs': () => sign(0),
    'another has signed slowly': () => sign(30_000),
    'another sends': send,
    'a full block': () => chain.mine(),
    'a block for some': () => chain.mine(() => some++ % 2 === 0),
    'a payout comes': add,
    'nodes forget': () => chain.forget(),
    'a reorganisation': () => chain.reorganise(2, false),
    'a reorganisation that loses': () => chain.reorganise(2, true),
    'somebody uses a nonce': () => (hasNonces ? chain.useNonceOutside() : undefined),
    'seconds pass': () => chain.passSeconds(5),
    'it is almost too late': () => chain.passSeconds(52),
    'a minute passes': () => chain.passSeconds(61),
  };
  return { chain, books, ownerOf, acts, add, look, act, plan, sign, send };
}

type Play = ReturnType<typeof playSending>;

function expectSound({ chain, books, ownerOf }: Play, hasNonces: boolean): void {
  const paid = chain.payments();
  expect(new Set(paid).size).toBe(paid.length);
  for (const { id, to, amountUnits, status, transactions } of books) {
    const alive = transactions.filter((row) => row.status !== 'dead' && row.status !== 'final');
    // With nonces the chain accepts at most one of those that share one; without nonces only one may be alive.
    if (hasNonces) expect(new Set(alive.map(({ nonce }) => nonce)).size).toBeLessThanOrEqual(1);
    else expect(alive.length).toBeLessThanOrEqual(1);
    for (const { nonce } of transactions.filter(holds))
      if (nonce !== null) expect(ownerOf.get(nonce)).toBe(id);
    const prices = alive.map(({ terms }) => Number(terms));
    expect(prices).toEqual(prices.toSorted((a, b) => a - b));
    expect(new Set(prices).size).toBe(prices.length);
    if (status === 'success') expect(paid).toContain(`${to} ${amountUnits}`);
    if (status === 'queued') expect(transactions).toEqual([]);
  }
}

describe.each([
  ['with nonces', true],
  ['with expiry', false],
])('on a chain %s', (_how, hasNonces) => {
  const turns = fc.array(fc.constantFrom(...Object.keys(playSending(hasNonces).acts)), {
    minLength: 10,
    maxLength: 60,
    size: 'max',
  });

  test('each payout is paid once, by its own nonce, and nothing is given up that can still be in a block', async () => {
    await fc.assert(
      fc.asyncProperty(turns, async (given) => {
        const play = playSending(hasNonces);
        play.add();
        for (const each of given) {
          await play.acts[each]?.();
          expectSound(play, hasNonces);
        }
        for (let round = 0; round < 400; round++) {
          if (play.books.every(({ status }) => status === 'success')) break;
          // Nonces used in blocks that were reorganised are free again: later ones wait until new payouts take them.
          if (round % 20 === 19) play.add();
          for (const step of [play.look, play.act, play.plan, () => play.sign(0), play.send]) await step();
          play.chain.mine();
          expectSound(play, hasNonces);
        }
        expect(play.chain.payments().toSorted()).toEqual(
          play.books.map(({ to, amountUnits }) => `${to} ${amountUnits}`).toSorted(),
        );
        expect(play.books.map(({ status }) => status)).toEqual(play.books.map(() => 'success'));
      }),
      { numRuns: 200 },
    );
  });
});
