import type { PaymentNotice } from '../charges/notice-schema.ts';
import { formatUtc } from '../charges/payment-notice.ts';
import type { Sql } from '../db/pool.ts';
import { checkUrl, type UrlPolicy } from '../egress/guard.ts';
import { PasarelaError, validationFailed } from '../errors.ts';
import type { Merchant } from '../merchants/merchant.ts';
import { testStatus } from './event-query.ts';
import { appendEvents } from './outbox.ts';

/** No transaction has this id, so no receiver can take the sample for a payment of its own. */
const sampleTransactionId = '00000000-0000-4000-8000-000000000000';

/** Sends a sample the way every event is sent, to the given address or the account's; answers the event's id. */
export async function sendTestEvent(
  { sql, urlPolicy, now }: { sql: Sql; urlPolicy: UrlPolicy; now(): Date },
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
  const body = JSON.stringify(sampleNotice(merchant.id, createdAt));
  const event = { merchantId: merchant.id, subject: 'test', subjectId: sampleTransactionId } as const;
  const [id] = await sql.begin((tx) =>
    appendEvents(tx, [{ ...event, status: testStatus, url, body, createdAt }]),
  );
  return id as string;
}

function sampleNotice(merchantId: string, at: Date): PaymentNotice {
  return {
    transactionDate: formatUtc(at),
    // A status that every receiver knows: the sample is to go the way a real one goes.
    transactionStatus: 'approved',
    transactionId: sampleTransactionId,
    totalAmount: 1,
    paymentMethod: 'CARDS',
    email: 'sample@example.com',
    numeroOrden: 'SAMPLE',
    merchantId,
    currency: 'USD',
    refundedAmount: 0,
    transactionDateUtc: at.toISOString(),
  };
}
