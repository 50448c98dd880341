import type { TransferLog } from '../../chain/chains/port/chain.ts';

/** Where tokens of ours lie on a network, and what explains a difference between the books and the chain. Pure. */

export type Place = 'deposits' | 'hot' | 'treasury';

/** A wallet beside the deposit addresses. */
export interface CustodyWallet {
  address: string;
  place: 'hot' | 'treasury';
  /** What it held before it was ours to count. */
  openingUnits: bigint;
  /** All that moved it up to this block is in the books. */
  agreedBlock: bigint;
}

export type PartKind =
  /** A deposit in a block that is not final. */
  | 'deposit'
  /** A payout that the chain has and the books have not yet. */
  | 'payout'
  | 'sweep'
  /** A payout or sweep that was declared failed, and whose transfer the chain has: it was given back and has arrived. */
  | 'failed_payout'
  | 'failed_sweep'
  /** Nobody here made these. */
  | 'unknown_in'
  | 'unknown_out'
  /** An address whose balance no transaction explains. */
  | 'address';

/** One reason why a place holds something else than is booked. */
export interface Part {
  kind: PartKind;
  /** What it adds to what is held, or takes from it. */
  units: bigint;
  hash: string | null;
  /** The payout, sweep item, order or wallet it belongs to. */
  subject: string | null;
  blockNumber: bigint | null;
}

export interface PlaceReport {
  place: Place;
  /** By the ledger, and what wallets held before. */
  bookedUnits: bigint;
  heldUnits: bigint;
  parts: Part[];
  /** What is neither in the books nor on its way into them. What nobody here sent is unexplained, also where it is listed. */
  unexplainedUnits: bigint;
}

export interface CustodyReport {
  network: string;
  headNumber: bigint;
  places: PlaceReport[];
}

/** What passes by itself is no reason to call anybody. */
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

/** What no listed transaction accounts for, whoever made it. */
export function unlistedUnits({ parts, unexplainedUnits }: PlaceReport): bigint {
  return unexplainedUnits - sumOf(parts.filter(({ kind }) => !isUnderWay(kind)));
}

function sumOf(parts: readonly Part[]): bigint {
  return parts.reduce((sum, { units }) => sum + units, 0n);
}

/** What the books know of a transfer of a wallet. */
export interface KnownLog {
  kind: 'payout' | 'failed_payout' | 'sweep' | 'failed_sweep' | 'booked';
  subject: string;
  isPosted: boolean;
}

/** A log's name: its transaction and its place in it. */
export function logId({
  transactionHash,
  logIndex,
}: Pick<TransferLog, 'transactionHash' | 'logIndex'>): string {
  return `${transactionHash} ${logIndex}`;
}

/** What of the wallets' transfers since the books last agreed is not in the books. */
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
    // From one wallet of a place to another nothing changes.
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

/** Up to which block nothing of a place has to be looked at again. */
export function agreedBlock(report: PlaceReport, finalNumber: bigint): bigint | null {
  if (!isRight(report)) return null;
  const open = report.parts.flatMap(({ blockNumber }) => (blockNumber === null ? [] : [blockNumber - 1n]));
  return [finalNumber, ...open].toSorted((a, b) => (a < b ? -1 : 1))[0] ?? null;
}
