import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type AuditReport, verifyAuditLog } from '../../../accounts/audit/audit-log.ts';
import { checkLedger, faultsIn, type LedgerReport } from '../../../accounts/ledger/check-ledger.ts';
import { openDatabase } from '../../../base/db/database.ts';
import { BackupFileError } from '../../../base/db/embedded/backup-file.ts';
import { restoreEmbedded } from '../../../base/db/embedded/restore.ts';
import { newId } from '../../../base/db/ids.ts';
import type { Sql } from '../../../base/db/pool.ts';
import { auditFindings, ledgerFindings } from '../../operator/runs/ledger-findings.ts';
import { blankFinding, maxFindings } from '../../operator/runs/run.ts';
import { forgetOldRuns, insertEndedRun, keptRuns } from '../../operator/runs/run-store.ts';
import { describeAuditReport } from '../audit.ts';
import { type Command, type FolderContext, type Input, UsageError } from '../command.ts';
import { formatTime } from '../format.ts';
import { describeReport } from '../ledger-text.ts';

/** The result of checking a restored copy. */
interface Verified {
  of: string;
  /** When its newest ledger entry was written; null: it has none. */
  until: Date | null;
  ledger: LedgerReport;
  audit: AuditReport;
}

export const backupVerifyCommand: Command = {
  name: 'backup verify',
  summary:
    'Restore a backup into a scratch folder, check its ledger and audit log, and note the result for metrics and alarms; exits 1 when something is off',
  operands: ['[path]'],
  options: {
    database: {
      kind: 'text',
      value: '<url>',
      help: 'a copy that you restored from a backup of an external PostgreSQL, instead of a path. Its tables are brought up to date',
    },
    scratch: {
      kind: 'text',
      value: '<folder>',
      help: 'where a backup is unpacked, in a new folder that is removed at the end; the folder for temporary files if absent',
    },
  },
  writes: 'findings',
  needs: 'folder',
  async run(context, input) {
    const verify = await choose(context, input);
    const startedAt = new Date();
    let verified: Verified;
    try {
      verified = await verify();
    } catch (error) {
      if (!(error instanceof BackupFileError)) throw error;
      const failed = { of: input.operands[0] ?? '', message: error.message };
      const note = await keep(context, startedAt, { found: 1n, result: notRestorable(error.message) });
      return { json: { ok: false, ...failed }, text: [error.message, note].join('\n\n'), failed: true };
    }
    const { of, until, ledger, audit } = verified;
    const findings = [...ledgerFindings(ledger), ...auditFindings(audit)];
    const isOff = faultsIn(ledger).length > 0 || audit.faults.length > 0;
    const counts = { entries: Number(ledger.entries), rows: Number(audit.rows) };
    const note = await keep(context, startedAt, {
      found: BigInt(findings.length),
      result: { counts, findings: findings.slice(0, maxFindings), digest: audit.digest },
    });
    return {
      json: { ok: !isOff, of, until, ledger, audit },
      text: [
        until === null ? `${of} holds no entries.` : `${of} holds entries until ${formatTime(until)}.`,
        describeReport(ledger),
        describeAuditReport(audit),
        note,
      ].join('\n\n'),
      failed: isOff,
    };
  },
};

async function choose({ config, progress }: FolderContext, input: Input): Promise<() => Promise<Verified>> {
  const url = input.text('database');
  const [given] = input.operands;
  if ((url === undefined) === (given === undefined)) {
    throw new UsageError(['Give the path of a backup, or --database with the address of a restored copy.']);
  }
  if (url !== undefined) {
    if (config.databaseUrl !== null && samePlace(url, config.databaseUrl)) {
      throw new UsageError([
        '--database: is DATABASE_URL itself. Restore the backup to another server first.',
      ]);
    }
    return () => verifyCopy(config, url);
  }
  const path = await newestBackup(resolve(given ?? ''));
  const parent = resolve(input.text('scratch') ?? tmpdir());
  return async () => {
    progress(`Restoring ${path}`);
    const scratch = await mkdtemp(join(parent, 'pasarela-verify-'));
    try {
      return await restoreEmbedded(scratch, path, (sql) => check(sql, path));
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
  };
}

function samePlace(one: string, other: string): boolean {
  const [a, b] = [URL.parse(one), URL.parse(other)];
  return a !== null && a.host === b?.host && a.pathname === b.pathname;
}

/** A file, or the newest file of a folder. */
async function newestBackup(path: string): Promise<string> {
  const found = await stat(path).catch(() => null);
  if (!found) throw new UsageError([`${path} is not there.`]);
  if (!found.isDirectory()) return path;
  const names = (await readdir(path)).filter((name) => !name.startsWith('.'));
  const files = await Promise.all(
    names.map(async (name) => ({ at: join(path, name), stat: await stat(join(path, name)) })),
  );
  const newest = files
    .filter((file) => file.stat.isFile())
    .toSorted((a, b) => b.stat.mtimeMs - a.stat.mtimeMs)[0];
  if (!newest) throw new UsageError([`${path} holds no file.`]);
  return newest.at;
}

async function verifyCopy(config: FolderContext['config'], url: string): Promise<Verified> {
  const { sql, close } = await openDatabase({ ...config, databaseUrl: url, databaseReadUrl: null });
  try {
    return await check(sql, `The database ${URL.parse(url)?.pathname.slice(1)}`);
  } finally {
    await close();
  }
}

async function check(sql: Sql, of: string): Promise<Verified> {
  const [entry] = await sql<{ at: Date | null }[]>`SELECT max(created_at) AS at FROM ledger_entries`;
  const audit = await verifyAuditLog(sql, null);
  return { of, until: entry?.at ?? null, ledger: await checkLedger(sql), audit };
}

function notRestorable(message: string) {
  const finding = { ...blankFinding, code: 'not_restorable', found: message };
  return { counts: {}, findings: [finding] };
}

/**
 * Records the check in the installation's database, if there is one. A check that could not be recorded still counts.
 */
async function keep(
  { config, whoActs }: FolderContext,
  createdAt: Date,
  outcome: Pick<Parameters<typeof insertEndedRun>[1], 'found' | 'result'>,
): Promise<string> {
  try {
    const { sql, close } = await openDatabase(config);
    try {
      const startedBy = await (await whoActs(sql)).by();
      const run = {
        id: newId(),
        kind: 'backup_verification' as const,
        startedBy,
        createdAt,
        endedAt: new Date(),
      };
      await insertEndedRun(sql, { ...run, ...outcome });
      await forgetOldRuns(sql, 'backup_verification', keptRuns);
    } finally {
      await close();
    }
    return 'The result is noted: the page Checks shows it, and the metrics pasarela_check_found and pasarela_check_age_seconds.';
  } catch (error) {
    return `The result could not be noted in the database of the installation: ${(error as Error).message}`;
  }
}
