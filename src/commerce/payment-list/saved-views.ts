import type { PayableCode } from '../../accounts/methods/methods.ts';
import { newId } from '../../base/db/ids.ts';
import type { Db, Sql } from '../../base/db/pool.ts';
import { validationFailed } from '../../base/ground/errors.ts';
import type { PaymentState } from './payment.ts';

/** A person's saved search on a merchant's payment list; nobody else sees it. */
export interface SavedView {
  id: string;
  name: string;
  search: string;
  state: PaymentState | null;
  method: PayableCode | null;
}

/** A longer list would not be usable. */
const maxViews = 20;

interface Owner {
  personId: string;
  merchantId: string;
}

export async function viewsOf(db: Db, { personId, merchantId }: Owner): Promise<SavedView[]> {
  return await db<SavedView[]>`
    SELECT id, name, search, state, method
      FROM saved_views
     WHERE person_id = ${personId}
       AND merchant_id = ${merchantId}
     ORDER BY name
     LIMIT ${maxViews}`;
}

/** A view of the same name is replaced. */
export async function saveView(
  sql: Sql,
  owner: Owner,
  view: Omit<SavedView, 'id'>,
  now: Date,
): Promise<SavedView[]> {
  return await sql.begin(async (tx) => {
    await tx`
      INSERT INTO saved_views (id, person_id, merchant_id, name, search, state, method, created_at)
      VALUES (${newId()}, ${owner.personId}, ${owner.merchantId}, ${view.name}, ${view.search}, ${view.state},
              ${view.method}, ${now})
          ON CONFLICT (person_id, merchant_id, name)
          DO UPDATE SET search = excluded.search, state = excluded.state, method = excluded.method`;
    const [row] = await tx<{ count: number }[]>`
      SELECT count(*)::int AS count
        FROM saved_views
       WHERE person_id = ${owner.personId}
         AND merchant_id = ${owner.merchantId}`;
    if (row && row.count > maxViews) {
      throw validationFailed([
        { field: 'name', message: `would be more than ${maxViews} views: remove one first` },
      ]);
    }
    return await viewsOf(tx, owner);
  });
}

/** null: this person has no such view. */
export async function removeView(sql: Sql, owner: Owner, id: string): Promise<SavedView[] | null> {
  const removed = await sql`
    DELETE FROM saved_views
     WHERE person_id = ${owner.personId}
       AND merchant_id = ${owner.merchantId}
       AND id = ${id}
 RETURNING id`;
  return removed.length === 0 ? null : await viewsOf(sql, owner);
}
