import { randomInt } from 'node:crypto';
import { type Act, appendAudit } from '../../accounts/audit/audit-log.ts';
import { takeLock } from '../../base/db/locks.ts';
import type { Db, Sql, Tx } from '../../base/db/pool.ts';
import { isOtherCluster, readCluster } from '../../base/db/standby/identity.ts';
import type { Logger } from '../../base/ground/logger.ts';
import { skipAddresses } from '../../crypto/orders/addresses/wallet-store.ts';
import { pauseRestored } from '../../crypto/payouts/pauses/pause-payouts.ts';
import { type CoverWatch, noteCoverAnew } from './cover-watch.ts';
import { readValue, setValue } from './installation.ts';

/**
 * More than are handed out between two backups, and each time another number: a second restore of the same backup does
 * not know of the addresses that were handed out after the first. An account has 2,147,483,648: enough for eighty.
 */
const leastSkipped = 1_000_000;
const mostSkipped = 50 * leastSkipped;

/**
 * Marks a database as restored: it may be older than actions outside it. Nothing is sent until a person has confirmed
 * what was sent since, and addresses that may already have been given to an order are skipped.
 */
export async function markRestored(
  sql: Sql,
  why: { person: string; reason: string },
  now: Date,
): Promise<void> {
  await sql.begin((tx) => mark(tx, why, now));
}

async function mark(
  tx: Tx,
  { person, reason }: { person: string; reason: string },
  now: Date,
): Promise<void> {
  await pauseRestored(tx, { person, reason }, now);
  const skippedAddresses = randomInt(leastSkipped, mostSkipped);
  const skipped = await skipAddresses(tx, skippedAddresses);
  await noteCluster(tx);
  const details = { reason, skippedAddresses, skipped };
  await appendAudit(tx, { actor: person, act: 'database_restored', subject: 'installation', details }, now);
}

/**
 * Detects whether this database was restored or promoted since its last use. The first call records its identity. Of
 * several processes one marks it as restored, or lets it continue if its watch knows that nothing is missing.
 */
export async function noticeRestore(
  sql: Sql,
  logger: Pick<Logger, 'warn' | 'error'>,
  now: Date,
  watch?: Pick<CoverWatch, 'hasAll'>,
): Promise<void> {
  if ((await readValue(sql, 'cluster')) === null) {
    try {
      await noteCluster(sql);
    } catch (error) {
      logger.warn(
        { err: error },
        'this PostgreSQL does not tell its identity: after a restore run `pasarela restored mark` before anything is started',
      );
    }
    return;
  }
  if (!(await isOtherCluster(sql))) return;
  const reason = 'The database is not the one that was used before: it was restored, moved or promoted.';
  const done = await sql.begin(async (tx) => {
    await takeLock(tx, 'restored', '');
    if (!(await isOtherCluster(tx))) return 'nothing';
    if (await watch?.hasAll(tx)) {
      await goOn(tx, now);
      return 'went on';
    }
    await mark(tx, { person: 'pasarela', reason }, now);
    return 'marked';
  });
  if (done === 'marked') logger.error(`${reason} Payouts and sweeps wait for \`pasarela restored confirm\`.`);
  if (done === 'went on')
    logger.warn('A standby was promoted that has all that was acknowledged; all goes on.');
}

async function goOn(tx: Tx, now: Date): Promise<void> {
  const details = { from: await readValue(tx, 'cluster'), to: await readCluster(tx) };
  await noteCluster(tx);
  await noteCoverAnew(tx);
  const act: Act = { actor: 'pasarela', act: 'standby_promoted', subject: 'installation', details };
  await appendAudit(tx, act, now);
}

/** Records the present database as the owner of these books. */
export async function noteCluster(db: Db): Promise<void> {
  await setValue(db, 'cluster', await readCluster(db));
}
