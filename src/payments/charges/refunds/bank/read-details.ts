import { appendAudit, listAudit } from '../../../../accounts/audit/audit-log.ts';
import type { Sql } from '../../../../base/db/pool.ts';
import type { Secrets } from '../../../../base/ground/secrets.ts';
import type { BankDetails, BankRefund } from './bank-refund.ts';
import { openDetails } from './give-details.ts';

/** An open page reads them again at every change: that is the same look. */
const sameLookMs = 10 * 60 * 1000;

/** What the customer gave; whoever reads it is in the audit log. null: nothing, or no longer needed. */
export async function readDetails(
  { sql, secrets, now }: { sql: Sql; secrets: Secrets; now(): Date },
  bank: BankRefund,
  actor: string,
): Promise<BankDetails | null> {
  const details = openDetails(secrets, bank);
  if (!details) return null;
  const at = now();
  const act = 'bank_details_read';
  const subject = `charge ${bank.chargeId}`;
  const from = new Date(at.getTime() - sameLookMs);
  const seen = await listAudit(sql, { subject, act, actor, from }, 1);
  if (seen.length > 0) return details;
  await sql.begin((tx) => appendAudit(tx, { actor, act, subject, details: { refund: bank.id } }, at));
  return details;
}
