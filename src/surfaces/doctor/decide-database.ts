import type { Report } from './finding.ts';

/** The database's own report. */
export interface DatabaseFacts {
  version: number;
  versionText: string;
  isEncrypted: boolean;
  isLocal: boolean;
  isReadOnly: boolean;
  canCreate: boolean;
  fsync: string;
  fullPageWrites: string;
  synchronousCommit: string;
  encoding: string;
  maxConnections: number;
  /** Our other processes that reported lately. */
  processes: number;
  isPooled: boolean;
  isDistributed: boolean;
  /** Our clock against the database's; positive: ours is ahead. */
  clockAheadMs: number;
  roundTripMs: number;
  /** null: there are no tables yet. */
  migrations: { pending: number; unknown: number } | null;
  /** The mode of the installation that owns the database; null: not known yet. */
  mode: string | null;
}

export interface DatabaseSettings {
  mode: string;
  poolSize: number;
  clockBounds: { warnMs: number; stopMs: number };
}

const minVersion = 150_000;
/** A payment takes a handful of round trips, some of them under a lock. */
const slowMs = 20;
/** Reserved by PostgreSQL for a superuser. */
const reservedConnections = 3;

export function decideDatabase(facts: DatabaseFacts, settings: DatabaseSettings, report: Report): void {
  const url = 'DATABASE_URL';
  const kind = [
    ...(facts.isPooled ? ['behind a pooler'] : []),
    ...(facts.isDistributed ? ['on Citus'] : []),
    facts.isEncrypted ? 'over TLS' : facts.isLocal ? 'on this machine' : 'in the clear',
  ].join(', ');
  if (facts.version < minVersion) {
    report.fault(`PostgreSQL ${facts.versionText} is too old`, url, 'Upgrade it to version 15 or newer.');
  } else {
    report.ok(`PostgreSQL ${facts.versionText}, ${kind}`);
  }
  if (!facts.isEncrypted && !facts.isLocal) {
    report.warn(
      'The connection to another machine is not encrypted',
      url,
      'Add ?sslmode=verify-full to the address, and sslrootcert= with the file of its authority.',
    );
  }
  if (facts.isReadOnly) {
    report.fault(
      'It takes no writes: it is a standby, or read-only',
      url,
      'Name the primary, or several hosts with target_session_attrs=read-write.',
    );
  }
  if (!facts.canCreate) {
    report.fault(
      'This account may not create tables',
      url,
      'Make it the owner of the database, or: GRANT CREATE ON SCHEMA public TO the account.',
    );
  }
  if (facts.encoding !== 'UTF8') {
    report.fault(`Its encoding is ${facts.encoding}`, url, "Create the database with ENCODING 'UTF8'.");
  }
  const unsafe = Object.entries({ fsync: facts.fsync, full_page_writes: facts.fullPageWrites })
    .filter(([, value]) => value !== 'on')
    .map(([name]) => name);
  if (unsafe.length > 0) {
    report.fault(
      `A crash of the machine can destroy it: ${unsafe.join(' and ')} off`,
      null,
      `Set ${unsafe.map((name) => `${name} = on`).join(', ')} in postgresql.conf.`,
    );
  }
  if (facts.synchronousCommit === 'off') {
    report.fault(
      'A crash loses payments that were confirmed: synchronous_commit is off',
      null,
      'Set synchronous_commit to on for this database and its role.',
    );
  }
  decideClock(facts, settings, report);
  if (facts.roundTripMs > slowMs) {
    report.warn(
      `An answer takes ${Math.round(facts.roundTripMs)} ms`,
      null,
      'Run the program near the database: every payment takes several round trips.',
    );
  }
  const wanted = (facts.processes + 1) * (settings.poolSize + 1);
  if (!facts.isPooled && wanted > facts.maxConnections - reservedConnections) {
    report.warn(
      `${facts.processes + 1} processes may open ${wanted} connections, of ${facts.maxConnections} that it takes`,
      'DATABASE_POOL_SIZE',
      'Lower it, raise max_connections, or put a pooler between.',
    );
  }
  decideTables(facts, settings, report);
}

function decideClock(
  { clockAheadMs }: DatabaseFacts,
  { clockBounds }: DatabaseSettings,
  report: Report,
): void {
  const off = Math.abs(clockAheadMs);
  const text = `The clock of this machine is ${Math.round(off / 1000)} s ${clockAheadMs > 0 ? 'ahead of' : 'behind'} the database's`;
  const advice = 'Let both machines follow one time server (chrony, systemd-timesyncd).';
  if (off > clockBounds.stopMs) report.fault(text, null, advice);
  else if (off > clockBounds.warnMs) report.warn(text, null, advice);
  else report.ok(`The clocks agree within ${Math.ceil(off / 1000)} s`);
}

function decideTables({ migrations, mode }: DatabaseFacts, settings: DatabaseSettings, report: Report): void {
  if (migrations === null) {
    report.ok('It is empty: the first start makes the tables');
    return;
  }
  if (migrations.unknown > 0) {
    report.warn(
      `${migrations.unknown} migrations are of a newer version than this program`,
      null,
      'Start the version that the other processes run.',
    );
  } else if (migrations.pending > 0) {
    report.ok(`${migrations.pending} migrations are to be applied: the next start does that`);
  } else {
    report.ok('Its tables are up to date');
  }
  if (mode !== null && mode !== settings.mode) {
    report.fault(
      `It belongs to a ${mode} installation`,
      'MODE',
      `Set MODE=${mode}, or name another database.`,
    );
  }
}
