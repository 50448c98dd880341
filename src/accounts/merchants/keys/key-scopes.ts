/** What an API key can be allowed to do. Each route says which of them it takes (`x-scope`). */
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

/** With these a key moves money out: they are never given by default. */
export const moneyOutScopes: readonly KeyScope[] = ['refunds', 'payouts'];

/** What a key is bound by beside its scopes; null: not bound. */
export interface KeyBounds {
  /** US cents. */
  payoutMaxMinor: bigint | null;
  payoutsPerDayMinor: bigint | null;
  /** Where its payouts may be sent. */
  networks: string[] | null;
  /** Addresses and networks (CIDR) that it works from. */
  sources: string[] | null;
}

export const noBounds: KeyBounds = {
  payoutMaxMinor: null,
  payoutsPerDayMinor: null,
  networks: null,
  sources: null,
};

/** Whoever made a key, and what they may do at this moment. A key never may more. */
export interface KeyMaker {
  email: string;
  scopes: ReadonlySet<KeyScope>;
  permissions: ReadonlySet<string>;
}

/** What a route asks of a key: one of the scopes, and a permission of whoever made it. */
export interface KeyDemand {
  /** `any`: every key that works. */
  scope: RouteScope;
  /** What a person needs to do the same; null: no person can. */
  permission: string | null;
}

export type RouteScope = KeyScope | readonly KeyScope[] | 'any';

export type KeyRefusal = 'scope_missing' | 'maker_may_not';

/** Why a key may not do what a route is for; null: it may. Keys without scopes are older than these, and may everything. */
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
