import { isStranded, type Lane, type Sending } from '../sending/sending.ts';

/** The types of a sweep's life cycle. See docs/develop/glossary.md. */

/** The destination of swept deposits. */
export type SweepPlace = 'hot' | 'treasury';

export type ItemStatus =
  /** Nothing was sent for it. */
  | 'planned'
  /** Gas is under way to the address. */
  | 'topping_up'
  /** Its deposit has a transaction; only the chain can end it now. */
  | 'moving'
  | 'swept'
  /** The transfer was mined but refused. */
  | 'failed'
  /** No longer to be moved; the note says why. */
  | 'skipped';

/** Every allowed change of status; the database holds the same rows. */
export const itemTransitions: Readonly<Record<ItemStatus, readonly ItemStatus[]>> = {
  planned: ['topping_up', 'moving', 'skipped'],
  topping_up: ['moving', 'skipped'],
  moving: ['swept', 'failed'],
  swept: [],
  failed: [],
  skipped: [],
};

export interface Sweep {
  id: string;
  network: string;
  place: SweepPlace;
  /** The destination. */
  address: string;
  status: 'planned' | 'running' | 'done';
  /** The wallet that pays for gas that addresses lack; null: none was needed yet. */
  gasPayer: string | null;
  plannedBy: string;
  createdAt: Date;
}

/** One deposit address of a sweep. */
export interface SweepItem {
  merchantId: string;
  id: string;
  number: number;
  orderId: string;
  address: string;
  /** The derivation of its key: the account, and the index below it. */
  xpub: string;
  addressIndex: bigint;
  status: ItemStatus;
  note: string | null;
  plannedUnits: bigint;
  suspenseUnits: bigint;
  /** The units that its transaction moves. */
  amountUnits: bigint | null;
  likelyFee: bigint;
  likelyTopUp: bigint;
}

/** An item and its sendings under way. */
export interface ItemUnderWay extends SweepItem {
  /** The sending of its deposit; null: none yet. */
  move: Sending | null;
  /** Top-ups that are not final yet. */
  topUps: Sending[];
  /** How many top-ups were made for it, and how many arrived. */
  topUpsMade: number;
  topUpsArrived: number;
}

export function laneOf({ id, network }: Pick<Sweep, 'id' | 'network'>): Lane {
  return { network, name: id };
}

/** Whether a transaction must be made for an item now: gas, or its transfer. */
export function isToPlan(
  { status, move, topUps }: Pick<ItemUnderWay, 'status' | 'move' | 'topUps'>,
  mined: ReadonlyMap<string, bigint>,
): boolean {
  if (status !== 'planned' && status !== 'topping_up' && status !== 'moving') return false;
  return (move === null || isStranded(move)) && topUps.every(({ id }) => mined.has(id));
}
