import type { Sql } from '../../../base/db/pool.ts';
import type { UpgradePlan } from '../../../base/db/schema/plan-upgrade.ts';
import type { ConfigFault } from '../../../base/ground/env-reader.ts';
import { version } from '../../../base/ground/version.ts';
import { configFaults, readConfig } from '../../../config/config.ts';
import type { KnownProcess } from '../../operator/process-report.ts';
import { type Command, UsageError } from '../command.ts';

export const upgradeCheckCommand: Command = {
  name: 'upgrade check',
  summary:
    'Run by the new version before the old one is stopped: says whether both can run side by side, which migrations come, and which settings it would refuse; changes nothing; exits 1 when a stop is needed or it would not start',
  operands: [],
  options: {},
  needs: 'environment',
  async run({ env }) {
    const faults = configFaults(env);
    const { databaseUrl } = readConfig({ DATABASE_URL: env.DATABASE_URL });
    if (databaseUrl === null) {
      throw new UsageError([
        'DATABASE_URL: is not set. The embedded database belongs to one process: stop it, take a backup, start the new version.',
      ]);
    }
    const { plan, processes } = await look(databaseUrl);
    const failed = faults.length > 0 || plan.way === 'stop' || plan.way === 'refused';
    return {
      json: { version, ...plan, faults, processes: processes.map(describeProcess) },
      text: [...describePlan(plan), ...describeFaults(faults), ...describeProcesses(processes)].join('\n'),
      failed,
    };
  },
};

async function look(url: string): Promise<{ plan: UpgradePlan; processes: KnownProcess[] }> {
  const [{ planUpgrade }, { connect }, { askWhoAnswers }, { serversOf }] = await Promise.all([
    import('../../../base/db/schema/plan-upgrade.ts'),
    import('../../../base/db/pool.ts'),
    import('../../../base/db/driver/pooler.ts'),
    import('../../../base/db/driver/servers.ts'),
  ]);
  const answering = await askWhoAnswers(serversOf(url));
  const sql = connect(url, { ...answering, max: 1, applicationName: 'pasarela-upgrade-check' });
  try {
    return { plan: await planUpgrade(sql), processes: await runningProcesses(sql) };
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function runningProcesses(sql: Sql): Promise<KnownProcess[]> {
  const [table] = await sql<{ isThere: boolean }[]>`
    SELECT to_regclass('process_reports') IS NOT NULL AS "isThere"`;
  if (!table?.isThere) return [];
  const { readReports } = await import('../../operator/report-store.ts');
  const { heardWithinSeconds } = await import('../../operator/report-job.ts');
  return await readReports(sql, heardWithinSeconds);
}

const ways: Readonly<Record<UpgradePlan['way'], string>> = {
  none: 'No migration is missing. Processes of both versions can run side by side.',
  new: 'The database is empty: the first start makes its tables.',
  rolling:
    'Rolling: every migration only adds. Start a process of this version, then stop the old ones one by one.',
  stop: 'With a stop: the version that runs does not work after these migrations. Stop every process, run pasarela migrate, start this version.',
  refused: 'This version would not start on this database.',
};

function describePlan({ way, pending, newer, changed }: UpgradePlan): string[] {
  const lines = [`Pasarela ${version}. ${ways[way]}`];
  for (const { name, isAdditive, isOutside } of pending) {
    const notes = [
      ...(isAdditive ? [] : ['breaking']),
      ...(isOutside ? ['builds an index while the tables are in use; it may take long'] : []),
    ];
    lines.push(`  ${name}${notes.length > 0 ? ` (${notes.join('; ')})` : ''}`);
  }
  for (const { name, isAdditive } of newer) {
    lines.push(
      `  ${name}: of a newer version${isAdditive ? ', and only adds' : ', and breaking. Use that version'}`,
    );
  }
  for (const name of changed) {
    lines.push(`  ${name}: was applied from another text. Restore the file of the version that applied it`);
  }
  return lines;
}

function describeFaults(faults: readonly ConfigFault[]): string[] {
  if (faults.length === 0) return ['Settings: this version takes them as they are.'];
  return [
    'Settings that this version refuses:',
    ...faults.map(({ name, given, expected }) => `  ${name}: ${given}; expected ${expected}`),
  ];
}

/** Before 0.3.0 a process did not report its version. */
function describeProcess({ host, pid, roles, version: running, startedAt }: KnownProcess) {
  return { host, pid, roles, version: running ?? null, startedAt };
}

function describeProcesses(processes: readonly KnownProcess[]): string[] {
  if (processes.length === 0) return ['No process runs on this database now.'];
  return [
    'Running now:',
    ...processes
      .map(describeProcess)
      .map(
        (each) =>
          `  ${each.host} (${each.pid}): ${each.roles.join(',')}, ${each.version ?? 'version not known'}`,
      ),
  ];
}
