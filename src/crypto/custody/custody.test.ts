import { describe, expect, test } from 'vitest';
import type { TransferLog } from '../../chain/chains/port/chain.ts';
import {
  agreedBlock,
  type CustodyWallet,
  isRight,
  type KnownLog,
  logId,
  partsOfPlace,
  placeReport,
  unlistedUnits,
} from './custody.ts';

const wallet = (address: string, place: CustodyWallet['place'], agreed = 10n): CustodyWallet => {
  return { address, place, openingUnits: 0n, agreedBlock: agreed };
};
const wallets = [wallet('old', 'hot'), wallet('hot', 'hot', 12n), wallet('safe', 'treasury')];

let made = 0;
function log(from: string, to: string, amountUnits: bigint, blockNumber = 20n): TransferLog {
  made += 1;
  return { from, to, amountUnits, blockNumber, blockHash: '', transactionHash: `tx${made}`, logIndex: 0 };
}

describe('what makes a difference', () => {
  test('is what came and went since the books agreed, and is not posted', () => {
    const [posted, payout, stolen, funded] = [
      log('hot', 'x', 5n),
      log('hot', 'y', 7n),
      log('hot', 'thief', 11n),
      log('bank', 'old', 100n),
    ] as const;
    const known = new Map<string, KnownLog>([
      [logId(posted), { kind: 'payout', subject: 'p1', isPosted: true }],
      [logId(payout), { kind: 'payout', subject: 'p2', isPosted: false }],
    ]);
    const parts = partsOfPlace('hot', wallets, [posted, payout, stolen, funded], known);
    expect(parts.map(({ kind, units, subject }) => [kind, units, subject])).toEqual([
      ['payout', -7n, 'p2'],
      ['unknown_out', -11n, 'hot'],
      ['unknown_in', 100n, 'old'],
    ]);
  });

  test('is nothing within a place, and two things between places', () => {
    const within = log('old', 'hot', 9n);
    const between = log('hot', 'safe', 4n);
    const of = (place: 'hot' | 'treasury') =>
      partsOfPlace(place, wallets, [within, between], new Map()).map(({ units }) => units);
    expect(of('hot')).toEqual([-4n]);
    expect(of('treasury')).toEqual([4n]);
  });

  test('is nothing that a wallet did before it was agreed about', () => {
    const logs = [log('bank', 'hot', 3n, 12n), log('bank', 'hot', 4n, 13n), log('bank', 'old', 5n, 10n)];
    expect(partsOfPlace('hot', wallets, logs, new Map()).map(({ units }) => units)).toEqual([4n]);
  });
});

describe('a place', () => {
  const waiting = { kind: 'payout' as const, units: -7n, hash: 'tx', subject: 'p', blockNumber: 33n };
  const unknown = { ...waiting, kind: 'unknown_out' as const };

  test('is right while its parts pass by themselves, and agrees below them', () => {
    const report = placeReport('hot', 100n, 93n, [waiting]);
    expect(isRight(report)).toBe(true);
    expect(agreedBlock(report, 40n)).toBe(32n);
    expect(agreedBlock(report, 20n)).toBe(20n);
    expect(agreedBlock(placeReport('hot', 1n, 1n, []), 40n)).toBe(40n);
  });

  test('is off with something unknown or unexplained, and agrees about nothing new', () => {
    for (const report of [
      placeReport('hot', 100n, 93n, [unknown]),
      placeReport('hot', 100n, 92n, [waiting]),
    ]) {
      expect(isRight(report)).toBe(false);
      expect(agreedBlock(report, 40n)).toBeNull();
    }
    expect(placeReport('hot', 100n, 92n, [waiting]).unexplainedUnits).toBe(-1n);
  });

  test('has unexplained what nobody here sent, also where it is listed', () => {
    const report = placeReport('hot', 100n, 83n, [waiting, { ...unknown, units: -10n }]);
    expect(report.unexplainedUnits).toBe(-10n);
    expect(unlistedUnits(report)).toBe(0n);
    expect(unlistedUnits(placeReport('hot', 100n, 80n, [waiting, { ...unknown, units: -10n }]))).toBe(-3n);
  });

  test('is off where something left that was declared failed', () => {
    const left = log('hot', 'x', 70n);
    const known = new Map<string, KnownLog>([
      [logId(left), { kind: 'failed_payout', subject: 'p1', isPosted: false }],
    ]);
    const parts = partsOfPlace('hot', wallets, [left], known);
    expect(parts).toMatchObject([{ kind: 'failed_payout', subject: 'p1', units: -70n }]);
    const report = placeReport('hot', 100n, 30n, parts);
    expect(isRight(report)).toBe(false);
    expect(report.unexplainedUnits).toBe(-70n);
  });
});
