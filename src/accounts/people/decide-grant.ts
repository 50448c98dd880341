import { type HeldRole, may } from './roles.ts';

/** A person who gives a role, and the place. */
export interface Grant {
  /** The roles that they hold, at all places. */
  held: readonly HeldRole[];
  /** null: the installation. */
  merchantId: string | null;
  /** Whether anyone has, or ever had, a role there. */
  hadPeople: boolean;
}

/**
 * Whether a role takes effect only after a second person agrees. A person in charge of a merchant by a role there gives
 * roles there alone. A role in the installation reaches every merchant, so it never suffices alone to give a role: the
 * invited address may be the inviter's own. It does suffice to invite the first person of a merchant, since there is no
 * one to ask and nothing to take.
 */
export function needsSecond({ held, merchantId, hadPeople }: Grant): boolean {
  const here = held.filter((each) => each.merchantId !== null && each.merchantId === merchantId);
  if (may(here, 'people.manage', merchantId)) return false;
  return merchantId === null || hadPeople;
}
