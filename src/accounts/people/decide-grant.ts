import { type HeldRole, may } from './roles.ts';

/** Somebody who gives a role, and where. */
export interface Grant {
  /** What they are, wherever. */
  held: readonly HeldRole[];
  /** null: in the installation. */
  merchantId: string | null;
  /** Whether anybody has, or ever had, a role there. */
  hadPeople: boolean;
}

/**
 * Whether a role counts only once a second person agreed. Whoever is in charge of a shop by a role there gives roles there alone. A role in the
 * installation reaches into every shop, so by it alone nobody gives a role anywhere: an address may be their own. The first person of a
 * shop is invited by it alone, since nobody is there to ask and nothing to take.
 */
export function needsSecond({ held, merchantId, hadPeople }: Grant): boolean {
  const here = held.filter((each) => each.merchantId !== null && each.merchantId === merchantId);
  if (may(here, 'people.manage', merchantId)) return false;
  return merchantId === null || hadPeople;
}
