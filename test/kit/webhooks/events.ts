import { newId } from '../../../src/base/db/ids.ts';
import type { Sql } from '../../../src/base/db/pool.ts';
import { appendEvents } from '../../../src/events/outbox/outbox.ts';

/** Records events like a use-case; returns their ids. */
export async function recordEvents(
  sql: Sql,
  merchantId: string,
  url: string | null,
  count: number,
  createdAt = new Date(),
): Promise<string[]> {
  const events = Array.from({ length: count }, (_, index) => ({
    merchantId,
    subject: 'charge' as const,
    subjectId: newId(),
    status: 'approved' as const,
    url,
    type: 'charge.approved' as const,
    notice: { number: index },
    createdAt,
  }));
  return await sql.begin((tx) => appendEvents(tx, events));
}

export async function deliveryStatuses(sql: Sql, eventIds: string[]): Promise<Record<string, number>> {
  const rows = await sql<{ status: string; count: number }[]>`
    SELECT status, count(*)::int AS count
      FROM deliveries
     WHERE event_id = ANY (${eventIds}::uuid[])
     GROUP BY status`;
  return Object.fromEntries(rows.map((row) => [row.status, row.count]));
}
