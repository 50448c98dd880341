import type { Db } from '../../base/db/pool.ts';
import { regionOfZone } from '../../base/money/region.ts';
import { type HeldRole, type Permission, permissionsAt, type Role } from './roles.ts';

export interface Place {
  merchant_id: string | null;
  name: string | null;
  /** ISO 3166-1 alpha-2, by the time zone; null: unknown. Amounts are written as there. */
  region: string | null;
  role: Role | null;
  permissions: Permission[];
}

interface NamedMerchant {
  id: string;
  name: string;
  timeZone: string;
}

/** More than a person can pick from by eye. */
const maxMerchants = 200;

/** The merchants that a person can access: their own, or with a role in the installation all. */
export async function merchantsOf(db: Db, held: readonly HeldRole[]): Promise<NamedMerchant[]> {
  if (held.length === 0) return [];
  const own = held.flatMap(({ merchantId }) => merchantId ?? []);
  const isEverywhere = held.some(({ merchantId }) => merchantId === null);
  return await db<NamedMerchant[]>`
    SELECT id, name, coalesce(settings ->> 'timeZone', 'UTC') AS "timeZone"
      FROM merchants
     WHERE ${isEverywhere ? db`true` : db`id = ANY (${own}::uuid[])`}
     ORDER BY id = ANY (${own}::uuid[]) DESC, lower(name), id
     LIMIT ${maxMerchants}`;
}

export function placesOf(held: readonly HeldRole[], merchants: readonly NamedMerchant[]): Place[] {
  const roleAt = (merchantId: string | null): Role | null =>
    held.find((each) => each.merchantId === merchantId)?.role ?? null;
  const inInstallation = roleAt(null);
  return [
    ...merchants.map(({ id, name, timeZone }) => ({
      merchant_id: id,
      name,
      region: regionOfZone(timeZone),
      role: roleAt(id),
      permissions: permissionsAt(held, id),
    })),
    ...(inInstallation
      ? [
          {
            merchant_id: null,
            name: null,
            region: null,
            role: inInstallation,
            permissions: permissionsAt(held, null),
          },
        ]
      : []),
  ];
}
