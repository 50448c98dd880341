import type { CleanedWhere, CustomAdapter } from 'better-auth/adapters';
import type { Db, SqlArgument, SqlValue, Statement } from '../../../base/db/sql.ts';

type Condition = Statement<unknown[]>;
type Heads = Record<'from' | 'insert' | 'update' | 'delete', (db: Db) => Condition>;

/** The tables of the sign-in, written out, so that the source shows which code writes them. */
const tables: Readonly<Record<string, Heads>> = {
  people: {
    from: (db) => db`FROM people`,
    insert: (db) => db`INSERT INTO people`,
    update: (db) => db`UPDATE people`,
    delete: (db) => db`DELETE FROM people`,
  },
  person_accounts: {
    from: (db) => db`FROM person_accounts`,
    insert: (db) => db`INSERT INTO person_accounts`,
    update: (db) => db`UPDATE person_accounts`,
    delete: (db) => db`DELETE FROM person_accounts`,
  },
  person_sessions: {
    from: (db) => db`FROM person_sessions`,
    insert: (db) => db`INSERT INTO person_sessions`,
    update: (db) => db`UPDATE person_sessions`,
    delete: (db) => db`DELETE FROM person_sessions`,
  },
  sign_in_steps: {
    from: (db) => db`FROM sign_in_steps`,
    insert: (db) => db`INSERT INTO sign_in_steps`,
    update: (db) => db`UPDATE sign_in_steps`,
    delete: (db) => db`DELETE FROM sign_in_steps`,
  },
  second_factors: {
    from: (db) => db`FROM second_factors`,
    insert: (db) => db`INSERT INTO second_factors`,
    update: (db) => db`UPDATE second_factors`,
    delete: (db) => db`DELETE FROM second_factors`,
  },
};

/**
 * better-auth's reads and writes through the program's own pool, which finds the primary and applies the time limits.
 */
export function authAdapter(
  db: Db,
  /** The column of a field: only sort fields arrive under better-auth's own names. */
  columnOf: (of: { model: string; field: string }) => string,
): CustomAdapter {
  const of = (model: string): Heads => {
    const heads = tables[model];
    if (!heads) throw new Error(`better-auth asks for a table "${model}" that it has not been given`);
    return heads;
  };
  const first = async <T>(rows: Promise<unknown[]>): Promise<T | null> =>
    ((await rows)[0] ?? null) as T | null;
  const remove = (model: string, where: CleanedWhere[]) =>
    db<unknown[]>`${of(model).delete(db)} WHERE ${meeting(db, where)} RETURNING *`;
  const change = (model: string, where: CleanedWhere[], set: object) =>
    db<unknown[]>`${of(model).update(db)} SET ${db.set(set)} WHERE ${meeting(db, where)} RETURNING *`;

  return {
    create: async ({ model, data }) =>
      (await first(db<unknown[]>`${of(model).insert(db)} ${db(data)} RETURNING *`)) as typeof data,
    update: ({ model, where, update }) => first(change(model, where, update as object)),
    updateMany: async ({ model, where, update }) => (await change(model, where, update)).length,
    findOne: ({ model, where }) =>
      first(db<unknown[]>`SELECT * ${of(model).from(db)} WHERE ${meeting(db, where)} LIMIT 1`),
    findMany: async <T>({
      model,
      where = [],
      limit,
      offset = 0,
      sortBy,
    }: Parameters<CustomAdapter['findMany']>[0]) =>
      (await db<unknown[]>`
        SELECT * ${of(model).from(db)}
         WHERE ${meeting(db, where)}
               ${sortBy ? db`ORDER BY ${db(columnOf({ model, field: sortBy.field }))} ${db.unsafe(sortBy.direction === 'desc' ? 'DESC' : 'ASC')}` : db``}
         LIMIT ${limit} OFFSET ${offset}`) as T[],
    delete: async ({ model, where }) => {
      await remove(model, where);
    },
    deleteMany: async ({ model, where }) => (await remove(model, where)).length,
    // If two requests use up the same step at once, one gets it and the other finds no row.
    consumeOne: ({ model, where }) => first(remove(model, where)),
    incrementOne: ({ model, where, increment, set = {} }) => {
      const counted = Object.entries(increment).map(([column, by]): [string, SqlArgument] => [
        column,
        db`${db(column)} + ${by}`,
      ]);
      return first(change(model, where, { ...set, ...Object.fromEntries(counted) }));
    },
    count: async ({ model, where = [] }) => {
      const [row] = await db<{ count: number }[]>`
        SELECT count(*)::int AS count ${of(model).from(db)} WHERE ${meeting(db, where)}`;
      return row?.count ?? 0;
    },
  };
}

function meeting(db: Db, where: CleanedWhere[]): Condition {
  return where.reduce(
    (met, each) =>
      each.connector === 'OR' ? db`${met} OR ${condition(db, each)}` : db`${met} AND ${condition(db, each)}`,
    db`true` as Condition,
  );
}

const comparisons: Readonly<Record<string, string>> = {
  eq: '=',
  ne: '<>',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
};

function condition(db: Db, { field, operator, value }: CleanedWhere): Condition {
  const column = db(field);
  if (value === null) return operator === 'ne' ? db`${column} IS NOT NULL` : db`${column} IS NULL`;
  if (operator === 'in') {
    const values = value as SqlValue[];
    if (values.length === 0) return db`false`;
    return db`(${values.slice(1).reduce((any, each) => db`${any} OR ${column} = ${each}`, db`${column} = ${values[0] ?? null}` as Condition)})`;
  }
  const comparison = comparisons[operator ?? 'eq'];
  // Ignoring an unknown operator would let unintended rows through.
  if (comparison === undefined)
    throw new Error(`better-auth compares by "${operator}", which is not known here`);
  return db`${column} ${db.unsafe(comparison)} ${value as SqlValue}`;
}
