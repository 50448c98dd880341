import { type Act, appendAudit } from '../../accounts/audit/audit-log.ts';
import { resealWebhookSecrets } from '../../accounts/merchants/reseal-webhook-secrets.ts';
import { legacyTokenSeconds } from '../../accounts/merchants/sessions/token-lifetimes.ts';
import { resealSignIn } from '../../accounts/people/sign-in/reseal-sign-in.ts';
import type { Sql } from '../../base/db/pool.ts';
import type { Secrets } from '../../base/ground/secrets.ts';
import { resealClaims } from '../../crypto/payouts/claim/reseal-claims.ts';
import { resealEndpointSecrets } from '../../events/webhooks/endpoints/reseal-endpoint-secrets.ts';
import { resealBankDetails } from '../../payments/charges/refunds/bank/reseal-bank-details.ts';
import { resealAccounts } from '../../payments/processors/reseal-accounts.ts';
import { keepRetiredKeys, moveSecretCheck, noteResealed } from './installation.ts';

/** The first pass seals everything; the next ones find rows that a process with the old key wrote meanwhile. */
const maxPasses = 3;

export interface ResealReport {
  webhookSecrets: number;
  payoutLinks: number;
  /** Merchants' own accounts at card processors. */
  cardAccounts: number;
  /** The single secret that signs cookies. */
  signInSecrets: number;
  /** Descriptions of rows that neither key opens. */
  unreadable: string[];
  /** When everything was first found under the present key; null: not yet. */
  resealedAt: Date | null;
  /** When tokens signed under the previous key, which are not stored, have expired; null: not known yet. */
  previousMayGoAt: Date | null;
}

/**
 * Reseals everything stored under the previous SECRET_KEY with the present one. Each step is independent and skipped if
 * done, so a repeated run resumes it; processes with both keys can run meanwhile.
 */
export async function resealSecrets(
  deps: { sql: Sql; secrets: Secrets; now(): Date },
  actor: string,
  progress: (line: string) => void,
): Promise<ResealReport> {
  const { sql, secrets } = deps;
  const unreadable = new Set<string>();
  const tell = (what: string): void => void unreadable.add(what);
  const counts = { webhookSecrets: 0, cardAccounts: 0, signInSecrets: 0, bankDetails: 0, payoutLinks: 0 };
  // First the keys that make the rest readable without the old key; last the check that lets a process start without
  // it.
  const keptKeys = await keepRetiredKeys(sql, secrets);
  for (let pass = 1; pass <= maxPasses; pass++) {
    const webhookSecrets =
      (await resealWebhookSecrets(deps, tell)) + (await resealEndpointSecrets(deps, tell));
    const cardAccounts = await resealAccounts(deps, tell);
    const signInSecrets = await resealSignIn(deps, tell);
    const bankDetails = await resealBankDetails(deps, tell);
    progress(`pass ${pass}: ${webhookSecrets} webhook secrets and ${cardAccounts} card accounts sealed anew`);
    const payoutLinks = await resealClaims(deps, tell, (seen, resealed) =>
      progress(`pass ${pass}: ${seen} payout links seen, ${resealed} sealed anew`),
    );
    counts.webhookSecrets += webhookSecrets;
    counts.cardAccounts += cardAccounts;
    counts.signInSecrets += signInSecrets;
    counts.bankDetails += bankDetails;
    counts.payoutLinks += payoutLinks;
    if (webhookSecrets + cardAccounts + signInSecrets + bankDetails + payoutLinks === 0) break;
  }
  const now = deps.now();
  const isWhole = unreadable.size === 0;
  const movedCheck = isWhole && (await moveSecretCheck(sql, secrets));
  const isNews = keptKeys || movedCheck || Object.values(counts).some((count) => count > 0);
  const resealedAt = isWhole ? await noteResealed(sql, secrets, isNews, now) : null;
  if (isNews) {
    const act: Act = { actor, act: 'secrets_resealed', subject: 'installation', details: counts };
    await sql.begin((tx) => appendAudit(tx, act, now));
  }
  return {
    ...counts,
    unreadable: [...unreadable],
    resealedAt,
    previousMayGoAt: resealedAt && new Date(resealedAt.getTime() + legacyTokenSeconds * 1000),
  };
}
