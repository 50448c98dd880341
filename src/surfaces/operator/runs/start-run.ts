import { appendAudit } from '../../../accounts/audit/audit-log.ts';
import { getMerchant } from '../../../accounts/merchants/get-merchant.ts';
import { newId } from '../../../base/db/ids.ts';
import type { Sql } from '../../../base/db/pool.ts';
import { validationFailed } from '../../../base/ground/errors.ts';
import { accountsOf, parsePeriod } from '../../../payments/charges/movements/period.ts';
import type { PaymentProcessors } from '../../../payments/charges/payment-processors.ts';
import type { Run, RunSubject, WorkedKind } from './run.ts';
import { findRun, insertRun, openRun } from './run-store.ts';

export interface StartDeps {
  sql: Sql;
  processors: Pick<PaymentProcessors, 'accounts'>;
  now(): Date;
}

/** Queues a run for a worker; if one of its kind is unfinished, returns that one: requested twice, it is done once. */
export async function startRun(
  deps: StartDeps,
  kind: WorkedKind,
  given: RunSubject,
  actor: string,
): Promise<Run> {
  const subject = kind === 'reconciliation' ? await readSubject(deps, given) : {};
  const { sql } = deps;
  const now = deps.now();
  const id = newId();
  await sql.begin(async (tx) => {
    if (!(await insertRun(tx, { id, kind, subject, startedBy: actor, createdAt: now }))) return;
    await appendAudit(
      tx,
      { actor, act: 'run_started', subject: `run ${id}`, details: { kind, ...subject } },
      now,
    );
  });
  const run = (await findRun(sql, id)) ?? (await openRun(sql, kind));
  // The unfinished one may have ended a moment ago.
  return run ?? (await startRun(deps, kind, given, actor));
}

async function readSubject({ sql, processors, now }: StartDeps, given: RunSubject): Promise<RunSubject> {
  const { processor = '', from = '', to = '', merchantId } = given;
  const { faults } = parsePeriod({ from, to }, now());
  const owner = merchantId === undefined ? null : (await getMerchant(sql, merchantId)).id;
  const accounts = accountsOf(await processors.accounts(), processor, owner);
  const fault = (message: string) => faults.push({ field: 'processor', message });
  if (accounts.length === 0) fault(`there are no keys for "${processor}"`);
  else if (!accounts.some((account) => account.processor.hasLines)) {
    fault(`${processor} does not tell what moved on its accounts`);
  }
  if (faults.length > 0) throw validationFailed(faults);
  return { processor, from, to, ...(owner !== null && { merchantId: owner }) };
}
