import { verifyAuditLog } from '../../../accounts/audit/audit-log.ts';
import { checkLedger, faultsIn } from '../../../accounts/ledger/check-ledger.ts';
import type { Sql } from '../../../base/db/pool.ts';
import type { Reads } from '../../../base/db/reads.ts';
import { type Money, moneyToDecimal } from '../../../base/money/money.ts';
import { accountsOf, readPeriod } from '../../../payments/charges/movements/period.ts';
import { reconcileMovements } from '../../../payments/charges/movements/reconcile-movements.ts';
import type { PaymentProcessors } from '../../../payments/charges/payment-processors.ts';
import { auditFindings, ledgerFindings } from './ledger-findings.ts';
import {
  blankFinding,
  type Finding,
  maxFindings,
  type RunResult,
  type RunSubject,
  type WorkedKind,
} from './run.ts';
import type { RunProgress } from './run-store.ts';

export interface RunWorkDeps {
  sql: Sql;
  reads: Pick<Reads, 'read'>;
  processors: Pick<PaymentProcessors, 'accounts'>;
  now(): Date;
}

type RunWork = (
  deps: RunWorkDeps,
  subject: RunSubject,
  tell: (progress: RunProgress) => void,
) => Promise<{ found: bigint; result: RunResult }>;

/**
 * The limit of one statement of a check. A snapshot that is open for hours keeps PostgreSQL from vacuuming; the command
 * line has no limit.
 */
const maxStatementMs = 30 * 60 * 1000;

/** The work of each kind: the same as the command line's. Each only reads, so that it can be restarted. */
export const runWork: Readonly<Record<WorkedKind, RunWork>> = {
  async ledger_check({ reads }, _subject, tell) {
    const report = await reads.read(
      (sql) => checkLedger(sql, (step, done, total) => tell({ step, done, total }), maxStatementMs),
      Number.POSITIVE_INFINITY,
    );
    const counts = { entries: Number(report.entries), postings: Number(report.postings) };
    const result = { counts, findings: ledgerFindings(report).slice(0, maxFindings) };
    return { found: BigInt(faultsIn(report).length), result };
  },

  async audit_verification({ reads }, _subject, tell) {
    const { rows, digest, faults } = await reads.read(
      (sql) => verifyAuditLog(sql, null, (done, total) => tell({ done, total, step: null })),
      Number.POSITIVE_INFINITY,
    );
    const findings = auditFindings({ faults });
    return {
      found: BigInt(findings.length),
      result: { counts: { rows: Number(rows) }, findings, digest },
    };
  },

  async reconciliation({ sql, processors, now }, subject, tell) {
    const { processor = '', merchantId = null, from = '', to = '' } = subject;
    const accounts = accountsOf(await processors.accounts(), processor, merchantId);
    if (accounts.length === 0) throw new Error(`there are no keys for ${processor} here`);
    const period = readPeriod({ from, to }, now());
    const report = await reconcileMovements(sql, accounts, period, now(), (step, done, total) =>
      tell({ step: step.slice(0, 10), done, total }),
    );
    const all = (counted: Record<string, number>): number =>
      Object.values(counted).reduce((sum, count) => sum + count, 0);
    const findings = report.findings.slice(0, maxFindings).map(
      (each): Finding => ({
        ...blankFinding,
        code: each.problem,
        merchantId: each.merchantId,
        id: each.id ?? each.lineId,
        account: each.kind,
        expected: each.ours && withCurrency(each.ours),
        found: each.theirs && withCurrency(each.theirs),
      }),
    );
    const counts = { here: all(report.ours), there: all(report.theirs), exchanged: report.exchanged };
    return { found: BigInt(report.found), result: { counts, findings } };
  },
};

function withCurrency(money: Money): string {
  return `${moneyToDecimal(money)} ${money.currency}`;
}
