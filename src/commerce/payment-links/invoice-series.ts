import { appendAudit } from '../../accounts/audit/audit-log.ts';
import type { Db, Sql, Tx } from '../../base/db/pool.ts';

/** The numbers that a merchant's invoices are given: "F-0042" is the prefix "F-" and the number 42 with four digits. */
export interface InvoiceSeries {
  prefix: string;
  nextNumber: bigint;
  digits: number;
}

const firstSeries: InvoiceSeries = { prefix: '', nextNumber: 1n, digits: 1 };

export function numberInSeries({ prefix, nextNumber, digits }: InvoiceSeries): string {
  return prefix + nextNumber.toString().padStart(digits, '0');
}

export async function findSeries(db: Db, merchantId: string): Promise<InvoiceSeries> {
  const [row] = await db<InvoiceSeries[]>`
    SELECT prefix, next_number AS "nextNumber", digits
      FROM invoice_series
     WHERE merchant_id = ${merchantId}`;
  return row ?? firstSeries;
}

/**
 * Locks the series until the end of the transaction, so that a number is given to one invoice, and given again if its
 * invoice is not made after all.
 */
export async function lockSeries(tx: Tx, merchantId: string): Promise<InvoiceSeries> {
  await tx`
    INSERT INTO invoice_series (merchant_id, prefix, next_number, digits)
    VALUES (${merchantId}, ${firstSeries.prefix}, ${firstSeries.nextNumber}, ${firstSeries.digits})
        ON CONFLICT DO NOTHING`;
  const [row] = await tx<InvoiceSeries[]>`
    SELECT prefix, next_number AS "nextNumber", digits
      FROM invoice_series
     WHERE merchant_id = ${merchantId}
       FOR UPDATE`;
  return row as InvoiceSeries;
}

export async function saveSeries(tx: Tx, merchantId: string, series: InvoiceSeries): Promise<void> {
  await tx`
    UPDATE invoice_series
       SET prefix = ${series.prefix}, next_number = ${series.nextNumber}, digits = ${series.digits}
     WHERE merchant_id = ${merchantId}`;
}

export async function changeSeries(
  { sql, now }: { sql: Sql; now(): Date },
  merchantId: string,
  series: InvoiceSeries,
  actor: string,
): Promise<void> {
  await sql.begin(async (tx) => {
    await lockSeries(tx, merchantId);
    await saveSeries(tx, merchantId, series);
    await appendAudit(
      tx,
      {
        actor,
        act: 'invoice_numbers_changed',
        subject: `merchant ${merchantId}`,
        details: { merchantId, next: numberInSeries(series) },
      },
      now(),
    );
  });
}
