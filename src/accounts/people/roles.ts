import { type KeyScope, keyScopes } from '../merchants/keys/key-scopes.ts';

/**
 * The permissions of all roles, in one table; anything not listed is forbidden. docs/operate/dashboard.md shows it, and
 * a test compares them.
 */

export const merchantRoles = ['owner', 'finance', 'developer', 'viewer'] as const;
export const installationRoles = ['operator', 'approver', 'auditor', 'administrator'] as const;
export type MerchantRole = (typeof merchantRoles)[number];
export type InstallationRole = (typeof installationRoles)[number];
export type Role = MerchantRole | InstallationRole;

export const permissions = {
  'payments.read': ['owner', 'finance', 'developer', 'viewer', 'operator', 'auditor', 'administrator'],
  'payments.refund': ['owner', 'finance', 'operator'],
  'payments.capture': ['owner', 'finance', 'operator'],
  'payments.cancel': ['owner', 'finance', 'operator'],
  'balances.read': ['owner', 'finance', 'viewer', 'operator', 'auditor', 'administrator'],
  'payments.resolve': ['owner', 'finance', 'operator'],
  'disputes.answer': ['owner', 'finance', 'operator'],
  'payments.receipt': ['owner', 'finance', 'operator'],
  'links.read': ['owner', 'finance', 'developer', 'viewer', 'operator', 'auditor', 'administrator'],
  'links.manage': ['owner', 'finance'],
  'payouts.read': ['owner', 'finance', 'viewer', 'operator', 'approver', 'auditor', 'administrator'],
  'payouts.make': ['owner', 'finance'],
  'payouts.approve': ['owner', 'finance', 'approver'],
  'payouts.addresses': ['owner', 'operator'],
  'payouts.limits': ['operator'],
  'developers.read': ['owner', 'developer', 'operator', 'auditor', 'administrator'],
  'developers.manage': ['owner', 'developer'],
  'events.replay': ['owner', 'developer', 'operator'],
  'settings.read': ['owner', 'finance', 'developer', 'viewer', 'operator', 'auditor', 'administrator'],
  'settings.manage': ['owner', 'operator'],
  'settlements.read': ['owner', 'finance', 'viewer', 'operator', 'auditor', 'administrator'],
  'settlements.request': ['owner', 'finance', 'operator'],
  'settlements.decide': ['operator'],
  'people.read': ['owner', 'auditor', 'administrator'],
  'people.manage': ['owner', 'administrator'],
  'installation.read': ['operator', 'approver', 'auditor', 'administrator'],
  'installation.operate': ['operator', 'administrator'],
  'merchants.manage': ['operator', 'administrator'],
} as const satisfies Readonly<Record<string, readonly Role[]>>;

export type Permission = keyof typeof permissions;

/** A role at a merchant; without a merchant, in the whole installation. */
export interface HeldRole {
  merchantId: string | null;
  role: Role;
}

/** A role in the installation applies at every merchant; one at a merchant applies there alone. */
export function may(held: readonly HeldRole[], permission: Permission, merchantId: string | null): boolean {
  const granted: readonly Role[] = permissions[permission];
  return rolesAt(held, merchantId).some((role) => granted.includes(role));
}

/** Empty: the place does not exist for them. */
export function rolesAt(held: readonly HeldRole[], merchantId: string | null): Role[] {
  return held
    .filter((each) => each.merchantId === null || each.merchantId === merchantId)
    .map(({ role }) => role);
}

export function permissionsAt(held: readonly HeldRole[], merchantId: string | null): Permission[] {
  return (Object.keys(permissions) as Permission[]).filter((permission) => may(held, permission, merchantId));
}

/** The roles that can be given at a place. */
export function rolesFor(merchantId: string | null): readonly Role[] {
  return merchantId === null ? installationRoles : merchantRoles;
}

/** The permission that a person needs to make a key with a scope, and must keep while the key is to work. */
export const scopePermissions = {
  'charges:write': 'developers.manage',
  'charges:read': 'payments.read',
  refunds: 'payments.refund',
  payouts: 'payouts.make',
  orders: 'developers.manage',
  links: 'links.manage',
  'balances:read': 'balances.read',
  events: 'developers.read',
  webhooks: 'developers.manage',
} as const satisfies Readonly<Record<KeyScope, Permission>>;

/** The scopes that a person's keys can have. */
export function scopesAt(held: readonly HeldRole[], merchantId: string | null): KeyScope[] {
  return keyScopes.filter((scope) => may(held, scopePermissions[scope], merchantId));
}
