import { inject } from 'vitest';
import type { Sql } from '../../src/base/db/pool.ts';
import { asAdmin, close, copyDatabase, type TestDatabase } from '../kit/postgres.ts';
import type { SimulatedClock } from './clock.ts';
import type { Program } from './program.ts';

/** Copies of the database, and how it is set back to one of them. Each breaks all connections to it. */
export interface Copies {
  /** The database as it is now: a backup, or a standby that falls behind from here on. */
  take(): Promise<TestDatabase>;
  /**
   * Puts a copy in the place of the database. What is outside in truth stays as it is: the acquirer's payments, and the
   * mails that arrived. Returns the ids of the attempts and refunds that are lost.
   */
  putBack(copy: TestDatabase): Promise<string[]>;
  close(): Promise<void>;
}

/** The schemas of the outside world, which uses the same database. */
const outside = ['sandbox_acquirer', 'sandbox_mail'];

export function openCopies(deps: {
  url: string;
  sql: Sql;
  clock: SimulatedClock;
  programs(): readonly Program[];
}): Copies {
  const { url, sql, clock, programs } = deps;
  const name = nameOf(url);
  const copies: TestDatabase[] = [];

  async function whileAllAreAway<T>(work: () => Promise<T>): Promise<T> {
    for (const { cut } of programs()) await cut();
    try {
      return await work();
    } finally {
      for (const { mend } of programs()) await mend();
    }
  }

  async function replaceBy(copy: TestDatabase): Promise<void> {
    await asAdmin(inject('postgresUrl'), async (admin) => {
      await close(admin, name);
      await admin`DROP DATABASE ${admin(name)}`;
      await admin`CREATE DATABASE ${admin(name)} TEMPLATE ${admin(nameOf(copy.url))}`;
    });
    await clock.enter();
  }

  return {
    take: () =>
      whileAllAreAway(async () => {
        const copy = await copyDatabase({ url });
        copies.push(copy);
        return copy;
      }),
    putBack: (copy) =>
      whileAllAreAway(async () => {
        const before = await attemptsAndRefunds(sql);
        const kept = await readOutside(sql);
        await replaceBy(copy);
        await writeOutside(sql, kept);
        const after = new Set(await attemptsAndRefunds(sql));
        return before.filter((id) => !after.has(id));
      }),
    async close() {
      for (const copy of copies) await copy.drop();
    },
  };
}

const nameOf = (url: string): string => new URL(url).pathname.slice(1);

async function attemptsAndRefunds(sql: Sql): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`SELECT id FROM attempts UNION ALL SELECT id FROM refunds`;
  return rows.map(({ id }) => id);
}

interface Outside {
  tables: { name: string; rows: string }[];
  sequences: { name: string; last: string }[];
}

async function readOutside(sql: Sql): Promise<Outside> {
  // In the order of their creation: none refers to a later one.
  const names = await sql<{ name: string }[]>`
    SELECT oid::regclass::text AS name
      FROM pg_class
     WHERE relkind = 'r'
       AND relnamespace::regnamespace::text = ANY (${outside}::text[])
     ORDER BY oid`;
  const tables: Outside['tables'] = [];
  for (const { name } of names) {
    const [row] = (await sql.unsafe(
      `SELECT coalesce(json_agg(t), '[]')::text AS rows FROM ${name} AS t`,
    )) as {
      rows: string;
    }[];
    tables.push({ name, rows: row?.rows ?? '[]' });
  }
  const sequences = await sql<{ name: string; last: string }[]>`
    SELECT schemaname || '.' || sequencename AS name, last_value::text AS last
      FROM pg_sequences
     WHERE schemaname = ANY (${outside}::text[])
       AND last_value IS NOT NULL`;
  return { tables, sequences };
}

async function writeOutside(sql: Sql, { tables, sequences }: Outside): Promise<void> {
  await sql.begin(async (tx) => {
    // Rows that are put back are no changes: what notes changes stays silent.
    await tx`SET LOCAL session_replication_role = replica`;
    await tx.unsafe(`TRUNCATE ${tables.map(({ name }) => name).join(', ')}`);
    for (const { name, rows } of tables) {
      const inserted = `SELECT * FROM json_populate_recordset(NULL::${name}, $rows$${rows}$rows$)`;
      await tx.unsafe(`INSERT INTO ${name} OVERRIDING SYSTEM VALUE ${inserted}`);
    }
    for (const { name, last } of sequences) await tx`SELECT setval(${name}::regclass, ${last}::bigint)`;
  });
}
