import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Entry, Posting } from '../../../accounts/ledger/ledger.ts';
import type { Disposition } from '../order.ts';
import type { RecordedTransfer } from '../transfers/transfer-store.ts';
import { planPostings, refundPostings } from './post-transfers.ts';

/**
 * The chain, the order and a person act on transfers in any sequence. The books must hold exactly the current state
 * under each transfer's present id, and nothing under its former ids.
 */

const network = 'TRC20';
/** The largest value of the column. */
const maxUnits = 2n ** 63n - 1n;
const blocks = 20;

type Turn =
  | { what: 'the final block'; block: number }
  | { what: 'the merchant’s fee'; basisPoints: number }
  | { what: 'success' | 'no success' }
  | { what: 'a transfer'; units: bigint; block: number; isLate: boolean }
  | { what: 'orphaned' | 'back again'; which: number }
  | { what: 'a person’s word'; which: number; disposition: Disposition };

const block = fc.integer({ min: 0, max: blocks });
const which = fc.nat({ max: 7 });
const turn: fc.Arbitrary<Turn> = fc.oneof(
  fc.record({ what: fc.constant('the final block' as const), block }),
  fc.record({
    what: fc.constant('the merchant’s fee' as const),
    basisPoints: fc.oneof(fc.constantFrom(0, 1, 9_999, 10_000), fc.integer({ min: 0, max: 10_000 })),
  }),
  fc.record({ what: fc.constantFrom('success' as const, 'no success' as const) }),
  fc.record({
    what: fc.constant('a transfer' as const),
    units: fc.oneof(fc.bigInt({ min: 1n, max: 20_000n }), fc.bigInt({ min: 1n, max: maxUnits })),
    block,
    isLate: fc.boolean(),
  }),
  fc.record({ what: fc.constantFrom('orphaned' as const, 'back again' as const), which }),
  fc.record({
    what: fc.constant('a person’s word' as const),
    which,
    disposition: fc.constantFrom<Disposition>('accepted', 'returned', 'advanced', 'ignored'),
  }),
);

/** An order with its books, replayed in memory the same way outcomes are recorded. */
function playBooks() {
  const transfers: (RecordedTransfer & { isLate: boolean })[] = [];
  const entries: Entry[] = [];
  let finalBlock = 0;
  let feeBasisPoints = 100;
  let isSuccess = false;
  let ids = 0;
  const newId = () => `id ${++ids}`;

  const isFinal = ({ blockNumber }: RecordedTransfer): boolean => blockNumber <= BigInt(finalBlock);

  /** Part of a payment that succeeded. */
  function isPaid({ id, disposition }: RecordedTransfer): boolean {
    if (!isSuccess || disposition === 'returned' || disposition === 'advanced') return false;
    return disposition === 'accepted' || !transfers.find((each) => each.id === id)?.isLate;
  }

  function settle(): { entries: Entry[] } {
    const planned = planPostings(transfers, {
      merchantId: 'm',
      asset: 'USDT',
      feeBasisPoints,
      isFinal,
      isCredited: isPaid,
      newId,
    });
    for (const { transfer, id, posted, credited, feeUnits } of planned.changes) {
      const at = transfers.findIndex((each) => each.id === transfer.id);
      const was = transfers[at] as (typeof transfers)[number];
      if (credited && !was.credited) expectFairFee(was.amountUnits, feeUnits);
      transfers[at] = {
        ...was,
        id,
        posted,
        credited,
        feeUnits,
        disposition: posted ? was.disposition : null,
      };
    }
    entries.push(...planned.entries);
    return planned;
  }

  /** Fractions of a unit go to the merchant: rounding the fee up would exceed the agreed rate. */
  function expectFairFee(amountUnits: bigint, feeUnits: bigint): void {
    const agreed = amountUnits * BigInt(feeBasisPoints);
    expect(feeUnits * 10_000n <= agreed && (feeUnits + 1n) * 10_000n > agreed).toBe(true);
  }

  function take(each: Turn): void {
    const chosen = 'which' in each ? transfers[each.which] : undefined;
    if (each.what === 'the final block') finalBlock = each.block;
    if (each.what === 'the merchant’s fee') feeBasisPoints = each.basisPoints;
    if (each.what === 'success' || each.what === 'no success') isSuccess = each.what === 'success';
    if (each.what === 'a transfer' && transfers.length < 8) {
      const { units, block, isLate } = each;
      transfers.push({ ...newTransfer(newId(), units, BigInt(block)), isLate });
    }
    if (chosen && each.what === 'orphaned') chosen.orphaned = true;
    if (chosen && each.what === 'back again') chosen.orphaned = false;
    if (chosen && each.what === 'a person’s word') decide(chosen, each.disposition);
  }

  /** A person decides once about money in suspense. */
  function decide(transfer: RecordedTransfer, disposition: Disposition): void {
    const { orphaned, posted, credited } = transfer;
    if (orphaned || !posted || credited || transfer.disposition !== null) return;
    transfer.disposition = disposition;
    const postings = refundPostings('USDT', transfer);
    const kind = disposition === 'returned' ? 'deposit_returned' : 'refund_advanced';
    if (postings) entries.push({ merchantId: 'm', kind, subjectId: transfer.id, postings });
  }

  return { transfers, entries, take, settle, isPaid, isFinal };
}

function newTransfer(id: string, amountUnits: bigint, blockNumber: bigint): RecordedTransfer {
  return {
    network,
    id,
    transactionHash: `0x${id}`,
    logIndex: 0,
    blockNumber,
    blockTime: new Date(0),
    amountUnits,
    orphaned: false,
    posted: false,
    credited: false,
    feeUnits: 0n,
    disposition: null,
    isSwept: false,
    refundId: null,
  };
}

/** The balance of each account, without zero balances. */
function balances(postings: readonly Posting[]): Record<string, bigint> {
  const sums: Record<string, bigint> = {};
  for (const { account, asset, amount } of postings) {
    sums[`${account} ${asset}`] = (sums[`${account} ${asset}`] ?? 0n) + amount;
  }
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0n));
}

/** The expected books of a transfer, derived from its state alone. */
function due(transfer: RecordedTransfer): Record<string, bigint> {
  const { amountUnits, feeUnits, posted, credited, disposition } = transfer;
  const isReturned = disposition === 'returned';
  const isAdvanced = disposition === 'advanced';
  const lines: [string, bigint][] = [
    [`custody_${network} USDT`, posted && !isReturned ? -amountUnits : 0n],
    ['deposit_suspense USDT', posted && !credited && !isReturned && !isAdvanced ? amountUnits : 0n],
    ['merchant_available USDT', credited ? amountUnits - feeUnits : 0n],
    ['platform_fees USDT', credited ? feeUnits : 0n],
    ['operator_funds USDT', isAdvanced ? amountUnits : 0n],
  ];
  return Object.fromEntries(lines.filter(([, amount]) => amount !== 0n));
}

test('after any history the books show what is true of each transfer, each entry sums to zero and happens once', () => {
  fc.assert(
    fc.property(fc.array(turn, { maxLength: 40, size: 'max' }), (turns) => {
      const books = playBooks();
      for (const each of turns) {
        books.take(each);
        books.settle();
        expect(books.settle().entries).toEqual([]);
      }
      const { entries, transfers } = books;
      for (const { postings } of entries) {
        expect(postings.reduce((sum, { amount }) => sum + amount, 0n)).toBe(0n);
        expect(new Set(postings.map(({ asset }) => asset))).toEqual(new Set(['USDT']));
      }
      expect(new Set(entries.map(({ subjectId, kind }) => `${subjectId} ${kind}`)).size).toBe(entries.length);
      const bySubject = Map.groupBy(entries, ({ subjectId }) => subjectId);
      const current = new Map(transfers.map((transfer) => [transfer.id, transfer]));
      for (const id of new Set([...bySubject.keys(), ...current.keys()])) {
        const transfer = current.get(id);
        const posted = balances((bySubject.get(id) ?? []).flatMap(({ postings }) => postings));
        expect(posted).toEqual(transfer ? due(transfer) : {});
      }
    }),
    { numRuns: 3_000 },
  );
});

test('nothing is in the books that was taken back or was never final, and nothing final or paid is missing', () => {
  fc.assert(
    fc.property(fc.array(turn, { maxLength: 40, size: 'max' }), (turns) => {
      const books = playBooks();
      const wereFinal = new Set<string>();
      for (const each of turns) {
        books.take(each);
        books.settle();
        for (const transfer of books.transfers) {
          const { transactionHash, orphaned, posted, credited } = transfer;
          if (orphaned) wereFinal.delete(transactionHash);
          else if (books.isFinal(transfer)) wereFinal.add(transactionHash);
          expect(posted).toBe(wereFinal.has(transactionHash));
          expect(credited).toBe(posted && books.isPaid(transfer));
        }
      }
    }),
    { numRuns: 1_000 },
  );
});
