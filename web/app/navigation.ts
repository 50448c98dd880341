import type { Permission } from '../../src/accounts/people/roles.ts';
import type { DashboardTexts } from '../texts/dashboard/en.ts';

/** The menu. Each person sees the pages that their permissions allow. */
export const navigation = [
  { to: '/overview', name: 'overview', permission: 'payments.read', at: 'merchant' },
  { to: '/payments', name: 'payments', permission: 'payments.read', at: 'merchant' },
  { to: '/disputes', name: 'disputes', permission: 'payments.read', at: 'merchant' },
  { to: '/balances', name: 'balances', permission: 'balances.read', at: 'merchant' },
  { to: '/operation', name: 'status', permission: 'installation.read', at: 'installation' },
  { to: '/merchants', name: 'merchants', permission: 'installation.read', at: 'installation' },
  { to: '/networks', name: 'networks', permission: 'installation.read', at: 'installation' },
  { to: '/processors', name: 'processors', permission: 'installation.read', at: 'installation' },
  { to: '/card-cases', name: 'cardReconciliation', permission: 'installation.read', at: 'installation' },
  { to: '/pauses', name: 'pauses', permission: 'installation.read', at: 'installation' },
  { to: '/checks', name: 'checks', permission: 'installation.read', at: 'installation' },
  { to: '/audit', name: 'audit', permission: 'installation.read', at: 'installation' },
  { to: '/links', name: 'paymentLinks', permission: 'links.read', at: 'merchant' },
  { to: '/payouts', name: 'payouts', permission: 'payouts.read', at: 'anywhere' },
  { to: '/settlements', name: 'settlements', permission: 'settlements.read', at: 'anywhere' },
  { to: '/developers', name: 'developers', permission: 'developers.read', at: 'merchant' },
  { to: '/settings', name: 'settings', permission: 'settings.read', at: 'merchant' },
  { to: '/people', name: 'people', permission: 'people.read', at: 'anywhere' },
  { to: '/account', name: 'account', permission: null, at: 'anywhere' },
] as const satisfies readonly {
  to: string;
  name: keyof DashboardTexts['common']['nav'];
  permission: Permission | null;
  at: 'merchant' | 'installation' | 'anywhere';
}[];
