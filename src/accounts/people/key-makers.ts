import type { Db } from '../../base/db/pool.ts';
import type { FindMakers } from '../merchants/directory.ts';
import { permissionsAt, scopesAt } from './roles.ts';
import { heldByPeople } from './store.ts';

/** The present rights of the makers of a merchant's API keys. */
export function keyMakers(db: Db): FindMakers {
  return async (personIds, merchantId) => {
    const people = await heldByPeople(db, personIds);
    return new Map(
      people.map(({ id, email, held }) => [
        id,
        {
          email,
          scopes: new Set(scopesAt(held, merchantId)),
          permissions: new Set(permissionsAt(held, merchantId)),
        },
      ]),
    );
  };
}
