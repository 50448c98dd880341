import type { Sql } from '../../base/db/pool.ts';
import { createTag } from '../../base/db/sql.ts';

/** The same database for readers: PostgreSQL itself refuses writes, through a pooler too. */
export function readOnly(sql: Sql): Sql {
  const begin: Sql['begin'] = async (...given: unknown[]) => {
    const [characteristics, work] = given.length === 1 ? ['', given[0]] : given;
    return await sql.begin(`${characteristics} READ ONLY`.trim(), work as never);
  };
  const alone = createTag(
    (query) => sql.begin('READ ONLY', (tx) => tx.unsafe(query.text, query.values)),
    sql.isDistributed,
  );
  return Object.assign(alone, { begin, listen: sql.listen, end: sql.end }) as Sql;
}
