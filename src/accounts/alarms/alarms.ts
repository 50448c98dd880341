import type { Db, Sql, Tx } from '../../base/db/pool.ts';
import type { Logger } from '../../base/ground/logger.ts';
import { queueOperatorMail } from '../mail/operator-notice.ts';
import type { RaisedCode } from './alarm-list.ts';

export interface AlarmDeps {
  sql: Sql;
  logger: Pick<Logger, 'error' | 'info'>;
  /** null: no one gets a mail. */
  alertEmail: string | null;
}

export interface Alarm {
  network: string;
  code: RaisedCode;
  /** One sentence that states the problem. */
  text: string;
  /** The recommended action. */
  advice: string;
}

/** Notifies the operator by log and mail, once per alarm, even with several processes. */
export async function raiseAlarm({ sql, logger, alertEmail }: AlarmDeps, alarm: Alarm): Promise<void> {
  const { network, code, text, advice } = alarm;
  const isNew = await sql.begin(async (tx) => {
    const rows = await tx`
      INSERT INTO chain_alarms (network, code)
      VALUES (${network}, ${code})
          ON CONFLICT (network, code) DO NOTHING
      RETURNING network`;
    if (rows.length === 1 && alertEmail !== null) {
      await queueOperatorMail(tx, {
        recipient: alertEmail,
        subject: `Pasarela: ${text}`,
        text: `${text}\n\n${advice}\n\nAlarm ${code} of ${network}. You are written to again when it is over.\n`,
      });
    }
    return rows.length === 1;
  });
  if (isNew) logger.error({ code, network }, text);
}

/**
 * Notifies the operator of an event in its transaction. Unlike an alarm it never ends and is not repeated. The returned
 * function logs it; call it after the commit.
 */
export async function notifyOperator(
  tx: Tx,
  { logger, alertEmail }: Omit<AlarmDeps, 'sql'>,
  { network, text, advice }: Omit<Alarm, 'code'>,
): Promise<() => void> {
  const [first] = text.split('\n');
  if (alertEmail !== null) {
    await queueOperatorMail(tx, {
      recipient: alertEmail,
      subject: `Pasarela: ${first}`,
      text: `${text}\n\n${advice}\n`,
    });
  }
  return () => logger.error({ network }, text);
}

/** The active alarms of a network. */
export async function raisedAlarms(sql: Sql, network: string): Promise<RaisedCode[]> {
  const rows = await sql<{ code: RaisedCode }[]>`
    SELECT code
      FROM chain_alarms
     WHERE network = ${network}`;
  return rows.map((row) => row.code);
}

/** The networks or merchants with this active alarm. */
export async function alarmsOf(db: Db, code: RaisedCode): Promise<string[]> {
  const rows = await db<{ network: string }[]>`
    SELECT network
      FROM chain_alarms
     WHERE code = ${code}`;
  return rows.map(({ network }) => network);
}

/** All active alarms, oldest first. */
export async function allAlarms(db: Db): Promise<{ network: string; code: string; raisedAt: Date }[]> {
  return await db<{ network: string; code: string; raisedAt: Date }[]>`
    SELECT network, code, raised_at AS "raisedAt"
      FROM chain_alarms
     ORDER BY raised_at, network, code`;
}

export async function endAlarm(
  { sql, logger, alertEmail }: AlarmDeps,
  { network, code, text }: Omit<Alarm, 'advice'>,
): Promise<void> {
  const hasEnded = await sql.begin(async (tx) => {
    const rows = await tx`
      DELETE FROM chain_alarms
       WHERE network = ${network}
         AND code = ${code}
      RETURNING network`;
    if (rows.length === 1 && alertEmail !== null) {
      await queueOperatorMail(tx, {
        recipient: alertEmail,
        subject: `Pasarela: ${text}`,
        text: `${text}\n\nThe alarm ${code} of ${network} is over.\n`,
      });
    }
    return rows.length === 1;
  });
  if (hasEnded) logger.info({ code, network }, text);
}
