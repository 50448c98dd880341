import { isStranded, type Lane, type Sending } from '../sending/sending.ts';

/** The nouns of a sweep's life. See docs/develop/glossary.md. */

/** Where swept deposits go. */
export type SweepPlace = 'hot' | 'treasury';

export type ItemStatus =
  /** Nothing was sent for it. */
  | 'planned'
  /** Gas is on its way to the address. */
  | 'topping_up'
  /** Its deposit has a transaction; nothing but the chain can end it now. */
  | 'moving'
  | 'swept'
  /** The chain mined the transfer and refused it. */
  | 'failed'
  /** Not to be moved any more; the note says why. */
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
  /** Where to. */
  address: string;
  status: 'planned' | 'running' | 'done';
  /** The wallet that gives addresses the gas they lack; null: none was needed yet. */
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
  /** Where its key is: the account, and the index below it. */
  xpub: string;
  addressIndex: bigint;
  status: ItemStatus;
  note: string | null;
  plannedUnits: bigint;
  suspenseUnits: bigint;
  /** What its transaction moves. */
  amountUnits: bigint | null;
  likelyFee: bigint;
  likelyTopUp: bigint;
}

/** An item, and what is on its way for it. */
export interface ItemUnderWay extends SweepItem {
  /** Its deposit; null: nothing was made for that yet. */
  move: Sending | null;
  /** Gas that is not final yet. */
  topUps: Sending[];
  /** How often gas was made for it, and how often it arrived. */
  topUpsMade: number;
  topUpsArrived: number;
}

export function laneOf({ id, network }: Pick<Sweep, 'id' | 'network'>): Lane {
  return { network, name: id };
}

/** Whether something is to be made for an item now: gas for it, or its transfer. */
export function isToPlan(
  { status, move, topUps }: Pick<ItemUnderWay, 'status' | 'move' | 'topUps'>,
  mined: ReadonlyMap<string, bigint>,
): boolean {
  if (status !== 'planned' && status !== 'topping_up' && status !== 'moving') return false;
  return (move === null || isStranded(move)) && topUps.every(({ id }) => mined.has(id));
}
