import type { Permission } from '../src/people/roles.ts';
import type { CommonTexts } from './texts/common/en.ts';

/** Where somebody can go, in the order of the menu; each sees what they may. */
export const navigation = [
  { to: '/payments', name: 'payments', permission: 'payments.read', at: 'merchant' },
  { to: '/payouts', name: 'payouts', permission: 'payouts.read', at: 'anywhere' },
  { to: '/settlements', name: 'settlements', permission: 'settlements.read', at: 'anywhere' },
  { to: '/developers', name: 'developers', permission: 'developers.read', at: 'merchant' },
  { to: '/settings', name: 'settings', permission: 'settings.read', at: 'merchant' },
  { to: '/people', name: 'people', permission: 'people.read', at: 'anywhere' },
  { to: '/account', name: 'account', permission: null, at: 'anywhere' },
] as const satisfies readonly {
  to: string;
  name: keyof CommonTexts['nav'];
  permission: Permission | null;
  at: 'merchant' | 'installation' | 'anywhere';
}[];
