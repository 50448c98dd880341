import type { TestDatabase } from '../../kit/postgres.ts';
import type { Chance } from '../chance.ts';
import type { World } from '../world.ts';

/** What the simulated people know, because they made it. */
export interface Known {
  charges: string[];
  disputed: string[];
  /** Charges that a customer paid, as far as they know. */
  paid: string[];
  /** The keys under which refunds were asked for. */
  refundKeys: { reference: string; key: string }[];
  /** The pages of payment links. */
  links: string[];
  orders: string[];
  payouts: KnownPayout[];
  /** Files of payouts that were checked. */
  files: string[];
  /** The last backup; null: none yet. */
  backup: TestDatabase | null;
  /** Attempts and refunds that only a lost database had. */
  forgotten: Set<string>;
  /** What goes on until it is ended, by its name. */
  troubles: Map<string, () => Promise<unknown>>;
  /** What people found that must not be. */
  violations: string[];
}

export interface KnownPayout {
  /** null: it is of a file. */
  hash: string | null;
  token: string;
  address: string;
  /** null: its recipient has to confirm a wallet. */
  network: string | null;
  /** The amount, of one that a database lost. */
  units?: bigint | undefined;
  /** Wallets that its recipient confirmed in a database that was lost. */
  former?: string[];
  /** It was paid and then lost: it was canceled, and the merchant settles the amount outside the books. */
  isSettledOutside?: true;
}

/** One thing that happens. `undefined`: it was not possible now. */
export interface Move {
  name: string;
  weight: number;
  run(world: World, known: Known, chance: Chance): Promise<string | undefined>;
}

/** A wallet that nobody used before. */
export function newAddress(chance: Chance): string {
  const digits = () =>
    chance
      .below(2 ** 32)
      .toString(16)
      .padStart(8, '0');
  return `0x${digits()}${digits()}${digits()}${digits()}${digits()}`;
}
