/** The rights that an API key can have. Each route names those that it accepts (`x-scope`). */
export const keyScopes = [
  'charges:write',
  'charges:read',
  'refunds',
  'payouts',
  'orders',
  'links',
  'balances:read',
  'events',
  'webhooks',
] as const;
export type KeyScope = (typeof keyScopes)[number];

/** With these a key moves money out: they are never granted by default. */
export const moneyOutScopes: readonly KeyScope[] = ['refunds', 'payouts'];

/** The limits of a key beside its scopes; null: no limit. */
export interface KeyBounds {
  /** In US cents. */
  payoutMaxMinor: bigint | null;
  payoutsPerDayMinor: bigint | null;
  /** The networks to which its payouts may be sent. */
  networks: string[] | null;
  /** Addresses and networks (CIDR) from which it works. */
  sources: string[] | null;
}

export const noBounds: KeyBounds = {
  payoutMaxMinor: null,
  payoutsPerDayMinor: null,
  networks: null,
  sources: null,
};

/** The maker of a key, and their present rights. A key never has more rights than its maker. */
export interface KeyMaker {
  email: string;
  scopes: ReadonlySet<KeyScope>;
  permissions: ReadonlySet<string>;
}

/** A route's demand on a key: one of the scopes, and a permission of the key's maker. */
export interface KeyDemand {
  /** `any`: every valid key. */
  scope: RouteScope;
  /** The permission that a person needs to do the same; null: no person can. */
  permission: string | null;
}

export type RouteScope = KeyScope | readonly KeyScope[] | 'any';

export type KeyRefusal = 'scope_missing' | 'maker_may_not';

/**
 * Why a key may not call a route; null: it may. Keys without scopes are older than scopes, and may call every route.
 */
export function keyRefusal(
  { scopes, maker }: { scopes: readonly KeyScope[] | null; maker: KeyMaker | null },
  { scope, permission }: KeyDemand,
): KeyRefusal | null {
  if (scopes === null || scope === 'any') return null;
  const given = ([] as KeyScope[]).concat(scope).filter((each) => scopes.includes(each));
  if (given.length === 0) return 'scope_missing';
  if (maker === null) return null;
  const mayGive = given.some((each) => maker.scopes.has(each));
  return mayGive && (permission === null || maker.permissions.has(permission)) ? null : 'maker_may_not';
}
