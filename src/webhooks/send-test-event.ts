import type { Sql } from '../db/pool.ts';
import { checkUrl, type UrlPolicy } from '../egress/guard.ts';
import { appendEvents } from '../events/outbox.ts';
import { PasarelaError, validationFailed } from '../ground/errors.ts';
import type { Merchant } from '../merchants/merchant.ts';

/** No transaction has this id, so no receiver can take the sample for a payment of its own. */
const sampleTransactionId = '00000000-0000-4000-8000-000000000000';

export interface TestEventDeps {
  sql: Sql;
  urlPolicy: UrlPolicy;
  /** What the sample says, as an object that JSON can write. */
  sampleNotice(merchantId: string, transactionId: string, at: Date): object;
  now(): Date;
}

/** Sends a sample the way every event is sent, to the given address or the account's; answers the event's id. */
export async function sendTestEvent(
  { sql, urlPolicy, sampleNotice, now }: TestEventDeps,
  merchant: Merchant,
  url: string | null,
): Promise<string> {
  const fault = url === null ? null : checkUrl(url, urlPolicy);
  if (fault) throw validationFailed([{ field: 'url', message: fault.message }]);
  if (url === null && merchant.webhookUrl === null) {
    throw new PasarelaError(
      'webhook_url_missing',
      'The account has no webhook URL: have one set, or name the address to test as url.',
    );
  }
  const createdAt = now();
  const body = JSON.stringify(sampleNotice(merchant.id, sampleTransactionId, createdAt));
  const event = { merchantId: merchant.id, subject: 'test', subjectId: sampleTransactionId } as const;
  const [id] = await sql.begin((tx) =>
    appendEvents(tx, [{ ...event, status: 'test', url, body, createdAt }]),
  );
  return id as string;
}
