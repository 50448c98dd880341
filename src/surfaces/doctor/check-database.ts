import { type Answering, askWhoAnswers } from '../../base/db/driver/pooler.ts';
import { describeServers, serversOf } from '../../base/db/driver/servers.ts';
import { createWriteProbe } from '../../base/db/driver/write-probe.ts';
import { isDatabaseUnavailable, reasonOf } from '../../base/db/errors.ts';
import { connect, type Sql } from '../../base/db/pool.ts';
import { planUpgrade } from '../../base/db/schema/plan-upgrade.ts';
import type { Config } from '../../config/config.ts';
import { type DatabaseFacts, decideDatabase } from './decide-database.ts';
import { type Report, wordsOf } from './finding.ts';

const heardWithin = '45 seconds';

/** Checks the database without changing anything in it, least of all its tables. */
export async function checkDatabase(config: Config, report: Report): Promise<void> {
  const url = config.databaseUrl;
  if (url === null) {
    report.ok(`The embedded PostgreSQL, in ${config.dataDir}`);
    return;
  }
  const hosts = describeServers(serversOf(url));
  let sql: Sql | null = null;
  try {
    const answering = await askWhoAnswers(serversOf(url));
    sql = connect(url, { ...answering, max: 2, applicationName: 'pasarela-doctor' });
    decideDatabase(await readFacts(sql, url, answering), config, report);
  } catch (error) {
    const { code } = error as { code?: string };
    if (isDatabaseUnavailable(error)) {
      report.fault(
        `No PostgreSQL answers at ${hosts} (${reasonOf(error)})`,
        'DATABASE_URL',
        'See that it runs, that host and port are right, that a firewall lets this machine through, and that it trusts the certificate (sslrootcert).',
      );
    } else {
      report.fault(`${hosts}: ${wordsOf(error)}`, 'DATABASE_URL', adviceByCode[code ?? ''] ?? 'See its log.');
    }
    return;
  } finally {
    await sql?.end({ timeout: 1 });
  }
}

const adviceByCode: Readonly<Record<string, string>> = {
  '28P01': 'Give the right password in the address; characters such as @ or / are written %40 and %2F.',
  '28000': 'Let this account in from this machine: pg_hba.conf.',
  '3D000': 'Create the database, or correct its name in the address.',
};

async function readFacts(sql: Sql, url: string, answering: Answering): Promise<DatabaseFacts> {
  // The first query also has to connect.
  await sql`SELECT 1`;
  const beganAt = performance.now();
  const [clock] = await sql<{ nowMs: number }[]>`
    SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "nowMs"`;
  const roundTripMs = performance.now() - beganAt;
  const clockAheadMs = Date.now() - roundTripMs / 2 - (clock?.nowMs ?? 0);
  const [row] = await sql<
    Pick<
      DatabaseFacts,
      | 'version'
      | 'versionText'
      | 'isEncrypted'
      | 'isReadOnly'
      | 'canCreate'
      | 'fsync'
      | 'fullPageWrites'
      | 'synchronousCommit'
      | 'encoding'
      | 'maxConnections'
    >[]
  >`
    SELECT current_setting('server_version_num')::int AS version,
           current_setting('server_version') AS "versionText",
           coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false) AS "isEncrypted",
           current_setting('transaction_read_only') = 'on' AS "isReadOnly",
           coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) AS "canCreate",
           current_setting('fsync') AS fsync,
           current_setting('full_page_writes') AS "fullPageWrites",
           current_setting('synchronous_commit') AS "synchronousCommit",
           current_setting('server_encoding') AS encoding,
           current_setting('max_connections')::int AS "maxConnections"`;
  if (!row) throw new Error('the database told nothing of itself');
  // Only a write shows that the disk is full.
  if (!row.isReadOnly) await createWriteProbe(sql)();
  return {
    ...row,
    ...answering,
    ...(await readInstallation(sql)),
    isLocal: serversOf(url).urls.every(isLocal),
    clockAheadMs,
    roundTripMs,
  };
}

async function readInstallation(sql: Sql): Promise<Pick<DatabaseFacts, 'migrations' | 'mode' | 'processes'>> {
  const [tables] = await sql<{ migrations: boolean; reports: boolean }[]>`
    SELECT to_regclass('migrations') IS NOT NULL AS migrations, to_regclass('process_reports') IS NOT NULL AS reports`;
  if (!tables?.migrations) return { migrations: null, mode: null, processes: 0 };
  const { pending, newer } = await planUpgrade(sql);
  const [mode] = await sql<{ value: string }[]>`SELECT value FROM installation WHERE name = 'mode'`;
  const [heard] = tables.reports
    ? await sql<{ processes: number }[]>`
        SELECT count(*)::int AS processes
          FROM process_reports
         WHERE seen_at > now() - ${heardWithin}::interval`
    : [];
  return {
    migrations: { pending: pending.length, unknown: newer.length },
    mode: mode?.value ?? null,
    processes: heard?.processes ?? 0,
  };
}

function isLocal(address: string): boolean {
  const { hostname, searchParams } = new URL(address);
  const host = searchParams.get('host') ?? hostname;
  return host.startsWith('/') || ['', 'localhost', '127.0.0.1', '[::1]'].includes(host);
}
