import type { TransferLog } from '../../chain/chains/port/chain.ts';

/**
 * The places on a network that hold our tokens, and the reasons for a difference between the books and the chain. Pure.
 */

export type Place = 'deposits' | 'hot' | 'treasury';

/** A wallet that is not a deposit address. */
export interface CustodyWallet {
  address: string;
  place: 'hot' | 'treasury';
  /** The balance before custody checks included this wallet. */
  openingUnits: bigint;
  /** All movements of the wallet up to this block are in the books. */
  agreedBlock: bigint;
}

export type PartKind =
  /** A deposit in a block that is not final. */
  | 'deposit'
  /** A payout that is on the chain but not yet in the books. */
  | 'payout'
  | 'sweep'
  /**
   * A payout or sweep that was declared failed although the chain has its transfer: its money was given back and has
   * also arrived.
   */
  | 'failed_payout'
  | 'failed_sweep'
  /** Not made by this installation. */
  | 'unknown_in'
  | 'unknown_out'
  /** An address whose balance no transaction explains. */
  | 'address';

/** One reason why a place holds a different amount than is booked. */
export interface Part {
  kind: PartKind;
  /** Units added to the place's balance, or taken from it if negative. */
  units: bigint;
  hash: string | null;
  /** The payout, sweep item, order or wallet it belongs to. */
  subject: string | null;
  blockNumber: bigint | null;
}

export interface PlaceReport {
  place: Place;
  /** The ledger balance plus the opening balances of the wallets. */
  bookedUnits: bigint;
  heldUnits: bigint;
  parts: Part[];
  /**
   * Units that are neither in the books nor on their way into them. Transfers not sent from here count as unexplained
   * even if they are listed.
   */
  unexplainedUnits: bigint;
}

export interface CustodyReport {
  network: string;
  headNumber: bigint;
  places: PlaceReport[];
}

/** Differences that pass by themselves raise no alarm. */
export function isRight({ parts, unexplainedUnits }: PlaceReport): boolean {
  return unexplainedUnits === 0n && parts.every(({ kind }) => isUnderWay(kind));
}

function isUnderWay(kind: PartKind): boolean {
  return kind === 'deposit' || kind === 'payout' || kind === 'sweep';
}

export function placeReport(
  place: Place,
  bookedUnits: bigint,
  heldUnits: bigint,
  parts: Part[],
): PlaceReport {
  const explained = sumOf(parts.filter(({ kind }) => isUnderWay(kind)));
  return { place, bookedUnits, heldUnits, parts, unexplainedUnits: heldUnits - bookedUnits - explained };
}

/** Units that no listed transaction accounts for, regardless of its sender. */
export function unlistedUnits({ parts, unexplainedUnits }: PlaceReport): bigint {
  return unexplainedUnits - sumOf(parts.filter(({ kind }) => !isUnderWay(kind)));
}

function sumOf(parts: readonly Part[]): bigint {
  return parts.reduce((sum, { units }) => sum + units, 0n);
}

/** The book record of a wallet's transfer. */
export interface KnownLog {
  kind: 'payout' | 'failed_payout' | 'sweep' | 'failed_sweep' | 'booked';
  subject: string;
  isPosted: boolean;
}

/** Identifies a log by its transaction and its index. */
export function logId({
  transactionHash,
  logIndex,
}: Pick<TransferLog, 'transactionHash' | 'logIndex'>): string {
  return `${transactionHash} ${logIndex}`;
}

/** The wallets' transfers since the last agreement that are missing from the books. */
export function partsOfPlace(
  place: 'hot' | 'treasury',
  wallets: readonly CustodyWallet[],
  logs: readonly TransferLog[],
  known: ReadonlyMap<string, KnownLog>,
): Part[] {
  const byAddress = new Map(wallets.map((wallet) => [wallet.address, wallet]));
  const counts = (address: string, block: bigint): boolean => {
    const wallet = byAddress.get(address);
    return wallet?.place === place && block > wallet.agreedBlock;
  };
  const parts: Part[] = [];
  for (const log of logs) {
    const isOut = counts(log.from, log.blockNumber);
    const isIn = counts(log.to, log.blockNumber);
    // A transfer between two wallets of one place changes nothing.
    if (isOut === isIn || log.amountUnits === 0n) continue;
    const found = known.get(logId(log));
    if (found?.isPosted) continue;
    parts.push({
      kind: found && found.kind !== 'booked' ? found.kind : isOut ? 'unknown_out' : 'unknown_in',
      units: isOut ? -log.amountUnits : log.amountUnits,
      hash: log.transactionHash,
      subject: found?.subject ?? (isOut ? log.from : log.to),
      blockNumber: log.blockNumber,
    });
  }
  return parts;
}

/** The block up to which a place needs no further check. */
export function agreedBlock(report: PlaceReport, finalNumber: bigint): bigint | null {
  if (!isRight(report)) return null;
  const open = report.parts.flatMap(({ blockNumber }) => (blockNumber === null ? [] : [blockNumber - 1n]));
  return [finalNumber, ...open].toSorted((a, b) => (a < b ? -1 : 1))[0] ?? null;
}
