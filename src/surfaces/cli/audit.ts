import { type AuditReport, listAudit, verifyAuditLog } from '../../accounts/audit/audit-log.ts';
import { type Command, UsageError } from './command.ts';
import { readWhole } from './event-options.ts';
import { describeAudit } from './payouts/payouts.ts';

const maxListed = 1_000;

export const auditCommands: Command[] = [
  {
    name: 'audit list',
    summary: 'List who did what to settings, keys and money, newest first',
    operands: [],
    options: {
      subject: { kind: 'text', value: '<subject>', help: 'only about this, e.g. "payout <id>"' },
      limit: { kind: 'text', value: '<number>', help: `how many at most: 1 to ${maxListed}, 50 if absent` },
      before: { kind: 'text', value: '<number>', help: 'only rows before this number' },
    },
    needs: 'database',
    async run({ sql }, input) {
      const limit = readWhole(input, 'limit') ?? 50;
      if (limit < 1 || limit > maxListed) throw new UsageError([`--limit: must be 1 to ${maxListed}.`]);
      const before = readWhole(input, 'before');
      const subject = input.text('subject');
      const filter = {
        ...(subject !== undefined && { subject }),
        ...(before !== undefined && { beforeNumber: BigInt(before) }),
      };
      const rows = await listAudit(sql, filter, limit);
      return { json: rows, text: describeAudit(rows) };
    },
  },
  {
    name: 'audit verify',
    summary:
      'Hold every row of the audit log against its digest; exits 1 when one was changed, removed or added',
    operands: [],
    options: {
      digest: {
        kind: 'text',
        value: '<digest>',
        help: 'a digest that an earlier verify printed: it must still be in the log',
      },
    },
    needs: 'database',
    async run({ sql }, input) {
      const digest = input.text('digest')?.toLowerCase() ?? null;
      if (digest !== null && !/^[0-9a-f]{64}$/.test(digest)) {
        throw new UsageError(['--digest: is not one that audit verify printed.']);
      }
      const report = await verifyAuditLog(sql, digest);
      const failed = report.faults.length > 0 || report.isExpectedFound === false;
      return { json: { ok: !failed, ...report }, text: describeAuditReport(report), failed };
    },
  },
];

export function describeAuditReport({ rows, digest, faults, isExpectedFound }: AuditReport): string {
  const lines = faults.map(({ number, fault }) => `Row ${number}: ${fault}.`);
  if (isExpectedFound === false)
    lines.push('The digest you noted stands nowhere in the log: it was rewritten.');
  if (lines.length > 0) return [`${rows} rows. Something was done to the audit log.`, ...lines].join('\n');
  if (rows === 0n) return 'The audit log is empty.';
  return `${rows} rows, all as they were written.\nDigest ${digest}\nNote it elsewhere: audit verify --digest proves later that none of these rows was changed since.`;
}
