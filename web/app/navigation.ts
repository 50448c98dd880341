import {
  IconActivity,
  IconAlertTriangle,
  IconBuildingBank,
  IconBuildingStore,
  IconChartBar,
  IconCode,
  IconCreditCard,
  IconHandStop,
  IconHistory,
  IconHome,
  IconLink,
  IconListCheck,
  IconNetwork,
  IconReceipt,
  IconSend,
  IconSettings,
  IconUserCircle,
  IconUsers,
  IconWallet,
  type TablerIcon,
} from '@tabler/icons-react';
import type { Permission } from '../../src/accounts/people/roles.ts';
import type { DashboardTexts } from '../texts/dashboard/en.ts';

interface Entry {
  to: string;
  name: keyof DashboardTexts['common']['nav'];
  icon: TablerIcon;
  permission: Permission | null;
  at: 'merchant' | 'installation' | 'anywhere';
}

/** The menu in groups. Each person sees the pages that their permissions allow. */
const groups = [
  [
    { to: '/home', name: 'home', icon: IconHome, permission: 'payments.read', at: 'merchant' },
    { to: '/payments', name: 'payments', icon: IconCreditCard, permission: 'payments.read', at: 'merchant' },
    { to: '/links', name: 'paymentLinks', icon: IconLink, permission: 'links.read', at: 'merchant' },
    {
      to: '/disputes',
      name: 'disputes',
      icon: IconAlertTriangle,
      permission: 'payments.read',
      at: 'merchant',
    },
    {
      to: '/operation',
      name: 'status',
      icon: IconActivity,
      permission: 'installation.read',
      at: 'installation',
    },
    {
      to: '/merchants',
      name: 'merchants',
      icon: IconBuildingStore,
      permission: 'installation.read',
      at: 'installation',
    },
    {
      to: '/networks',
      name: 'networks',
      icon: IconNetwork,
      permission: 'installation.read',
      at: 'installation',
    },
    {
      to: '/processors',
      name: 'processors',
      icon: IconCreditCard,
      permission: 'installation.read',
      at: 'installation',
    },
    {
      to: '/card-cases',
      name: 'cardReconciliation',
      icon: IconReceipt,
      permission: 'installation.read',
      at: 'installation',
    },
    {
      to: '/pauses',
      name: 'pauses',
      icon: IconHandStop,
      permission: 'installation.read',
      at: 'installation',
    },
    {
      to: '/checks',
      name: 'checks',
      icon: IconListCheck,
      permission: 'installation.read',
      at: 'installation',
    },
    { to: '/audit', name: 'audit', icon: IconHistory, permission: 'installation.read', at: 'installation' },
  ],
  [
    { to: '/balances', name: 'balances', icon: IconWallet, permission: 'balances.read', at: 'merchant' },
    { to: '/payouts', name: 'payouts', icon: IconSend, permission: 'payouts.read', at: 'anywhere' },
    {
      to: '/settlements',
      name: 'settlements',
      icon: IconBuildingBank,
      permission: 'settlements.read',
      at: 'anywhere',
    },
    { to: '/overview', name: 'overview', icon: IconChartBar, permission: 'payments.read', at: 'merchant' },
  ],
  [
    { to: '/developers', name: 'developers', icon: IconCode, permission: 'developers.read', at: 'merchant' },
    { to: '/settings', name: 'settings', icon: IconSettings, permission: 'settings.read', at: 'merchant' },
    { to: '/people', name: 'people', icon: IconUsers, permission: 'people.read', at: 'anywhere' },
    { to: '/account', name: 'account', icon: IconUserCircle, permission: null, at: 'anywhere' },
  ],
] as const satisfies readonly (readonly Entry[])[];

export type MenuEntry = (typeof groups)[number][number];

export const allEntries: readonly MenuEntry[] = groups.flat();

/** The pages that a person sees at a place. */
export function menuOf(place: { merchant_id: string | null }, may: (permission: Permission) => boolean) {
  const where = place.merchant_id === null ? 'installation' : 'merchant';
  const isShown = ({ at, permission }: MenuEntry): boolean =>
    (at === 'anywhere' || at === where) && (permission === null || may(permission));
  return groups
    .map((group: readonly MenuEntry[]) => group.filter(isShown))
    .filter(({ length }) => length > 0);
}
